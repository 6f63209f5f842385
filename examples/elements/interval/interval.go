// Package interval is an element of its own: a range that holds the exact result, whatever was rounded on the way. Every bound is rounded outward.
package interval

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Interval holds all numbers from Low to High. A NaN bound says that nothing is known.
type Interval struct {
	Low, High float64
}

// Of is the interval of one number.
func Of(x float64) Interval { return Interval{x, x} }

// Contains reports whether x lies within.
func (x Interval) Contains(v float64) bool { return x.Low <= v && v <= x.High }

// outward widens rounded bounds by one step, which covers half a unit in the last place, and one whole unit of the functions of package num.
func outward(low, high float64) Interval {
	return Interval{math.Nextafter(low, math.Inf(-1)), math.Nextafter(high, math.Inf(1))}
}

// Arithmetic computes with intervals, which accumulate in themselves.
type Arithmetic struct{}

var _ num.Arithmetic[Interval, Interval] = Arithmetic{}

// Name returns "interval".
func (Arithmetic) Name() string { return "interval" }

// FromFloat64 is exact.
func (Arithmetic) FromFloat64(x float64) Interval { return Of(x) }

// Float64 is the middle.
func (Arithmetic) Float64(x Interval) float64 {
	if x.Low == x.High {
		return x.Low
	}
	return float64(0.5*x.Low) + float64(0.5*x.High)
}

// Add adds the bounds.
func (Arithmetic) Add(a, b Interval) Interval { return outward(a.Low+b.Low, a.High+b.High) }

// Sub subtracts each bound from the other one.
func (Arithmetic) Sub(a, b Interval) Interval { return outward(a.Low-b.High, a.High-b.Low) }

// Mul spans the products of the bounds.
func (Arithmetic) Mul(a, b Interval) Interval {
	return span(product(a.Low, b.Low), product(a.Low, b.High), product(a.High, b.Low), product(a.High, b.High))
}

// product is zero where either factor is, however large the other may grow.
func product(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return float64(a * b)
}

// Div spans the quotients of the bounds: everything, where the divisor may be zero.
func (Arithmetic) Div(a, b Interval) Interval {
	if b.Contains(0) {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	return span(a.Low/b.Low, a.Low/b.High, a.High/b.Low, a.High/b.High)
}

// span holds four rounded numbers.
func span(a, b, c, d float64) Interval { return outward(min(a, b, c, d), max(a, b, c, d)) }

// Neg exchanges the bounds.
func (Arithmetic) Neg(x Interval) Interval { return Interval{-x.High, -x.Low} }

// Max takes the larger of each bound.
func (Arithmetic) Max(a, b Interval) Interval {
	return Interval{max(a.Low, b.Low), max(a.High, b.High)}
}

// Min takes the smaller of each bound.
func (Arithmetic) Min(a, b Interval) Interval {
	return Interval{min(a.Low, b.Low), min(a.High, b.High)}
}

// GreaterEqual reports whether a is certainly not below b: every comparison holds only where it is certain. So Step and Where choose one branch where
// both are possible; a network that compares is not enclosed.
func (Arithmetic) GreaterEqual(a, b Interval) bool { return a.Low >= b.High }

// IsNaN reports whether nothing is known.
func (Arithmetic) IsNaN(x Interval) bool { return x.Low != x.Low || x.High != x.High }

// Canonical makes both bounds the canonical NaN where nothing is known.
func (a Arithmetic) Canonical(x Interval) Interval {
	if a.IsNaN(x) {
		return Of(num.F64{}.Canonical(math.NaN()))
	}
	return x
}

// Widen returns x.
func (Arithmetic) Widen(x Interval) Interval { return x }

// Round returns x.
func (Arithmetic) Round(x Interval) Interval { return x }

// MulAdd multiplies, then adds.
func (a Arithmetic) MulAdd(acc, x, y Interval) Interval { return a.Add(acc, a.Mul(x, y)) }

// Wide returns Arithmetic.
func (Arithmetic) Wide() num.Arithmetic[Interval, Interval] { return Arithmetic{} }
