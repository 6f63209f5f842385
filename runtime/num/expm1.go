package num

import "math"

// Expm1F32 returns e^x - 1, correctly rounded.
func Expm1F32(x float32) float32 {
	if !(x > -18 && x < 89) {
		switch {
		case x >= 89:
			return float32(math.Inf(1))
		case x <= -18:
			return -1
		}
		return nan32()
	}
	if x == 0 {
		return x
	}
	v := float64(x)
	shifted := float64(v*log2e) + roundShift
	k := shifted - roundShift
	r := (v - float64(k*ln2High)) - float64(k*ln2Low)
	s := power2(shifted)
	return float32(float64(s*(r+expTail(r))) + (s - 1))
}

// Expm1F64 returns e^x - 1, error below 0.6 ulp.
func Expm1F64(x float64) float64 {
	switch {
	case math.Abs(x) < 0x1p-54:
		return x
	case x > 60:
		return ExpF64(x)
	case x <= -38:
		return -1
	case x != x:
		return nan64()
	}
	e, _ := expm1Pair(x)
	return e
}

// expm1Pair returns e^x - 1 as a rounded sum and the rest, for |x| < 2^9.
func expm1Pair(x float64) (e, rest float64) {
	k, sum, low := expSplit(x, 0)
	if k == 0 {
		e = sum + low
		return e, low - (e - sum)
	}
	n, low := onePlus(sum, low)
	s := exact2(k)
	most, lost := difference(float64(s*n), 1)
	rest = lost + float64(s*low)
	e = most + rest
	return e, rest - (e - most)
}
