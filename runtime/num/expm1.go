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
