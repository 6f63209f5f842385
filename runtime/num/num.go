// Package num holds the normative scalar functions and the Arithmetic contract of a number that networks compute with.
//
// docs/numerics.md states the bits of every function here. The float32 functions are correctly rounded: they compute in
// float64, and where the float64 result lies too close to the midpoint of two float32 numbers the residual of its last
// addition decides. Nothing depends on a fused multiply-add, so the bits are the same on every GOARCH: each floating product is
// converted explicitly, which forbids the compiler to fuse it into a following sum.
package num

import "math"

// Version is the version of docs/numerics.md that this package implements. A changed bit raises it.
const Version = 1

// The bits of canonical NaN, which stands for every NaN that leaves a program.
const (
	CanonicalNaN32 = 0x7FC00000
	CanonicalNaN64 = 0x7FF8000000000000
)

func nan32() float32 { return math.Float32frombits(CanonicalNaN32) }
func nan64() float64 { return math.Float64frombits(CanonicalNaN64) }

// isMidpoint reports whether d lies exactly halfway between two normal float32 numbers: of the 29 bits that a conversion drops
// only the first is set. Every other float64 lies on the same side of all midpoints as the exact result that it was rounded from.
func isMidpoint(d float64) bool {
	return math.Float64bits(d)<<35 == 1<<63
}

// stepToward moves d one step in the direction of residual's sign; not at all if residual is 0. d must be finite and not 0.
func stepToward(d, residual float64) float64 {
	switch {
	case residual == 0:
		return d
	case (residual > 0) == (d > 0):
		return math.Float64frombits(math.Float64bits(d) + 1)
	}
	return math.Float64frombits(math.Float64bits(d) - 1)
}

// roundTail32 rounds high + low once to float32, where low is below a few units in the last place of high.
func roundTail32(high, low float64) float32 {
	d := high + low
	if isMidpoint(d) {
		d = stepToward(d, low-(d-high))
	}
	return float32(d)
}
