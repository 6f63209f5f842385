package num

import "math"

// TanhF32 returns the hyperbolic tangent of x, correctly rounded: E/(E + 2) with E = e^(2|x|) - 1.
func TanhF32(x float32) float32 {
	v := math.Abs(float64(x))
	if !(v < 9.1) {
		if v >= 9.1 {
			return float32(math.Copysign(1, float64(x)))
		}
		return nan32()
	}
	v += v
	shifted := float64(v*log2e) + roundShift
	k := shifted - roundShift
	r := (v - float64(k*ln2High)) - float64(k*ln2Low)
	s := power2(shifted)
	e := float64(s*(r+expTail(r))) + (s - 1)
	return float32(math.Copysign(e/(e+2), float64(x)))
}

// TanhF64 returns the hyperbolic tangent of x, error below 0.56 ulp.
func TanhF64(x float64) float64 {
	v := math.Abs(x)
	switch {
	case v < 0x1p-28:
		return x
	case v >= 20:
		return math.Copysign(1, x)
	case x != x:
		return nan64()
	}
	e, rest := expm1Pair(v + v)
	d := e + 2
	big, small := max(e, 2), min(e, 2)
	return math.Copysign(quotient(e, rest, d, (small-(d-big))+rest), x)
}
