package num

import "math"

// smallestNormal32 holds the float64 bits of 2^-126, the smallest normal float32.
const smallestNormal32 = 0x381 << 52

// FMA32 returns a*b + c, rounded once.
//
// The product is exact in float64. The sum is rounded to 53 bits and then to 24, which equals rounding once
// unless roundsTwice says that the second rounding may notice the first.
func FMA32(a, b, c float32) float32 {
	p := float64(float64(a) * float64(b))
	s := p + float64(c)
	if roundsTwice(s) {
		return roundSum32(p, float64(c), s)
	}
	return float32(s)
}

// roundsTwice reports whether float32(s) may differ from the float32 nearest to the sum that was rounded to s: s is a midpoint, or it
// lies below the normal range, where the midpoints are at other bits. Zero is safe: a sum that is not 0 never rounds to 0.
func roundsTwice(s float64) bool {
	u := math.Float64bits(s)
	return u<<35 == 1<<63 || u<<1-1 < smallestNormal32<<1-1
}

// roundSum32 returns p + q rounded once to float32, where s is the sum rounded to float64.
//
// It rounds to odd first: an inexact s with an even last bit moves one step toward the exact sum, after which s tells
// on which side of any shorter number or midpoint the sum lies.
func roundSum32(p, q, s float64) float32 {
	t := s - p
	lost := (p - (s - t)) + (q - t)
	if math.Float64bits(s)&1 == 0 {
		s = stepToward(s, lost)
	}
	return float32(s)
}
