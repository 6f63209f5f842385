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

// Expm1F64 returns e^x - 1, error below 0.9 ulp.
func Expm1F64(x float64) float64 {
	switch {
	case math.Abs(x) < 0x1p-54:
		return x
	case x >= 40:
		return ExpF64(x)
	case x <= -38:
		return -1
	case x != x:
		return nan64()
	}
	e, _ := expm1Pair(x)
	return e
}

// expm1Pair returns e^x - 1 as a rounded sum and the rest, for |x| <= 40: (2^k - 1) + 2^k (r + low).
func expm1Pair(x float64) (e, rest float64) {
	k, r, low := expSplit(x, 0)
	s := exact2(k)
	scaled := float64(s * r)
	sum := (s - 1) + scaled
	rest = (scaled - (sum - (s - 1))) + float64(s*low)
	e = sum + rest
	return e, rest - (e - sum)
}
