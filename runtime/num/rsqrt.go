package num

import "math"

// RsqrtF32 returns 1/sqrt(x), correctly rounded: two float64 roundings stay clear of every midpoint.
func RsqrtF32(x float32) float32 {
	if !(x >= 0) {
		return nan32()
	}
	return float32(1 / math.Sqrt(float64(x)))
}

// RsqrtF64 returns 1/sqrt(x), error below 0.51 ulp: the rounded root and its remainder divide 1.
func RsqrtF64(x float64) float64 {
	switch {
	case x == 0 || x > math.MaxFloat64:
		return 1 / x
	case !(x > 0):
		return nan64()
	}
	// x = 4^k m with 1/2 <= m < 2
	k := 0
	if x < 0x1p-1022 {
		x, k = float64(x*0x1p54), -27
	}
	half := int(math.Float64bits(x)>>52)/2 - 511
	m := math.Float64frombits(math.Float64bits(x) - uint64(2*half)<<52)
	root := math.Sqrt(m)
	p := float64(root * root)
	rest := ((m - p) - productError(root, root, p)) / (root + root)
	return float64(quotient(1, 0, root, rest) * exact2(-(k + half)))
}
