package num

import "math"

// Log1pF32 returns log(1 + x), correctly rounded.
func Log1pF32(x float32) float32 {
	if !(x > -1 && x <= math.MaxFloat32) {
		switch {
		case x == -1:
			return float32(math.Inf(-1))
		case x > 0:
			return x
		}
		return nan32()
	}
	v := float64(x)
	if math.Abs(v) < 0x1p-6 {
		// x - x^2/2 + ...: the square is exact.
		if x == 0 {
			return x
		}
		r2 := float64(v * v)
		half := float64(0.5 * r2)
		d := v - half
		return roundTail32(d, ((v-d)-half)+logCubic(v, r2))
	}
	// 1 + x has at most 30 bits below 2^24; from there log(1 + x) = log x + 1/x - 1/(2x^2), where the first sum is below 2^-72 off.
	u, rest := 1+v, 0.0
	if v >= 1<<24 {
		u, rest = v, 1/v
		rest -= float64(0.5 * float64(rest*rest))
	}
	b := math.Float64bits(u) - logStart64
	piece := &logPieces[b>>48&15]
	z := math.Float64frombits(b&(1<<52-1) + logStart64)
	k := float64(int64(b) >> 52)
	r := float64(z*piece.reciprocal) - 1
	high := float64(k*ln2High) + piece.high
	sum := high + r
	r2 := float64(r * r)
	return roundTail32(sum, (r-(sum-high))+(float64(k*ln2Low)+piece.low+(logCubic(r, r2)+(rest-float64(0.5*r2)))))
}

// Log1pF64 returns log(1 + x), error below 0.51 ulp.
func Log1pF64(x float64) float64 {
	switch {
	case math.Abs(x) < 0x1p-54:
		return x
	case x > 0x1p60:
		return LogF64(x)
	case x == -1:
		return math.Inf(-1)
	case !(x > -1):
		return nan64()
	}
	u := 1 + x
	low := x - (u - 1)
	if x > 1 {
		low = 1 - (u - x)
	}
	return logSum(math.Float64bits(u), low)
}
