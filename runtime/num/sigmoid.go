package num

import "math"

// SigmoidF32 returns 1/(1 + e^-x), correctly rounded.
//
// Near 0 it is 1/2 + x/4 - x^3/48 + ..., so that a short x puts it next to a midpoint, much closer than float64 resolves: there
// the residual of 1/2 + x/4 decides, and the cubic term where that is 0.
func SigmoidF32(x float32) float32 {
	if !(x > -104 && x < 89) {
		switch {
		case x >= 89:
			return 1
		case x <= -104:
			return 0
		}
		return nan32()
	}
	v := float64(x)
	shifted := float64(v*-log2e) + roundShift
	k := shifted - roundShift
	r := (-v - float64(k*ln2High)) - float64(k*ln2Low)
	d := 1 / (1 + float64((1+(r+expTail(r)))*power2(shifted)))
	if isMidpoint(d) && math.Abs(v) < 0.125 {
		cubic := float64(float64(v*v)*v) / 48
		d = stepToward(d, (float64(v*0.25)-(d-0.5))-cubic)
	}
	return float32(d)
}

// SigmoidF64 returns 1/(1 + e^-x), error below 0.53 ulp (0.8 where the result is subnormal).
func SigmoidF64(x float64) float64 {
	switch {
	case x >= 40:
		return 1
	case x <= -746:
		return 0
	case x != x:
		return nan64()
	}
	// With e = e^-|x| it is 1/(1 + e) or e/(1 + e); e = 2^k (n + low).
	k, sum, low := expSplit(-math.Abs(x), 0)
	n, low := onePlus(sum, low)
	s := exact2(max(k, -1000))
	scaled := float64(s * n)
	d := 1 + scaled
	rest := (scaled - (d - 1)) + float64(s*low)
	if x >= 0 {
		return quotient(1, 0, d, rest)
	}
	return scale(quotient(n, low, d, rest), k)
}
