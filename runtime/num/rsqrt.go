package num

import "math"

// RsqrtF32 returns 1/sqrt(x), correctly rounded: two float64 roundings stay clear of every midpoint.
func RsqrtF32(x float32) float32 {
	if !(x >= 0) {
		return nan32()
	}
	return float32(1 / math.Sqrt(float64(x)))
}
