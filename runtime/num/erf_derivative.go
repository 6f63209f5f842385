package num

import "math"

// 2/sqrt(pi) as a sum of two.
const (
	erfSlopeHigh = 0x1.20dd750429b6dp+0
	erfSlopeLow  = 0x1.1ae3a914fed80p-56
)

// ErfDerivativeF32 returns 2/sqrt(pi) e^(-x^2), correctly rounded. The square is exact.
func ErfDerivativeF32(x float32) float32 {
	v := math.Abs(float64(x))
	if !(v < 10.3) {
		if v >= 10.3 {
			return 0
		}
		return nan32()
	}
	v = float64(v * -v)
	shifted := float64(v*log2e) + roundShift
	k := shifted - roundShift
	r := (v - float64(k*ln2High)) - float64(k*ln2Low)
	low := erfSlopeLow + float64(erfSlopeHigh*(r+expTail(r)))
	d := erfSlopeHigh + low
	if isMidpoint(d) {
		d = stepToward(d, low-(d-erfSlopeHigh))
	}
	return float32(float64(d * power2(shifted)))
}

// ErfDerivativeF64 returns 2/sqrt(pi) e^(-x^2), error below 0.53 ulp (0.8 where the result is subnormal).
func ErfDerivativeF64(x float64) float64 {
	v := math.Abs(x)
	if !(v < 27.3) {
		if v >= 27.3 {
			return 0
		}
		return nan64()
	}
	square := float64(v * v)
	k, sum, rest := expSplit(-square, -productError(v, v, square))
	n, low := onePlus(sum, rest)
	p := float64(n * erfSlopeHigh)
	low = productError(n, erfSlopeHigh, p) + (float64(n*erfSlopeLow) + float64(low*erfSlopeHigh))
	return scale(p+low, k)
}
