package num

import "math"

// PowF32 returns x to the power y: the float64 result, rounded once more.
func PowF32(x, y float32) float32 { return float32(PowF64(float64(x), float64(y))) }

// PowF64 returns x to the power y, error below 0.53 ulp (0.8 where the result is subnormal), with the special values of IEEE 754.
// The logarithm of |x| and its product with y are sums of two, so that exact powers come out exact.
func PowF64(x, y float64) float64 {
	if y == 0 || x == 1 {
		return 1
	}
	magnitude, integer, odd := math.Abs(x), math.Trunc(y) == y, math.Trunc(y/2) != y/2
	switch {
	case x != x || y != y:
		return nan64()
	case math.IsInf(y, 0):
		return infinitePower(magnitude, y > 0)
	case magnitude == 0 || magnitude > math.MaxFloat64:
		magnitude = powerOfLimit(magnitude == 0, y > 0)
	case x < 0 && !integer:
		return nan64()
	default:
		magnitude = power(magnitude, y)
	}
	if odd && integer {
		return math.Copysign(magnitude, x)
	}
	return magnitude
}

// infinitePower is the limit of x^y for y growing to either infinity.
func infinitePower(x float64, up bool) float64 {
	switch {
	case x == 1:
		return 1
	case (x > 1) == up:
		return math.Inf(1)
	}
	return 0
}

// powerOfLimit is zero or infinity to a finite power.
func powerOfLimit(zero, up bool) float64 {
	if zero == up {
		return 0
	}
	return math.Inf(1)
}

// power returns x^y for finite x > 0 and finite y.
func power(x, y float64) float64 {
	high, low := logPair(x)
	p := float64(y * high)
	switch {
	case p >= 710:
		return math.Inf(1)
	case p <= -746:
		return 0
	}
	k, sum, rest := expSplit(p, productError(y, high, p)+float64(y*low))
	power, _ := onePlus(sum, rest)
	return scale(power, k)
}

// powStart holds the float64 bits of 0.697, where the pieces start.
const powStart = 0x3FE65 << 44

// The minimax polynomial of (log(1+r) - r + r^2/2)/r^3 on |r| < 0.004, good to 2^-65.
const (
	powLog3 = 0x1.5555555555555p-2
	powLog4 = -0x1.0000000000001p-2
	powLog5 = 0x1.999999999999bp-3
	powLog6 = -0x1.555555549bb91p-3
	powLog7 = 0x1.24924923e98c8p-3
	powLog8 = -0x1.00016cc19537cp-3
	powLog9 = 0x1.c71f08f893a82p-4
)

// logPair returns log x as a rounded sum and the rest, good to 2^-68 of it, for finite x > 0. The steps are those of LogF64 with more and smaller pieces.
func logPair(x float64) (high, low float64) {
	u := math.Float64bits(x)
	if u < 1<<52 {
		u = math.Float64bits(float64(x*(1<<52))) - 52<<52
	}
	u -= powStart
	piece := &powPieces[u>>45&127]
	z := math.Float64frombits(u&(1<<52-1) + powStart)
	k := float64(int64(u) >> 52)

	zHigh := math.Float64frombits(math.Float64bits(z) &^ (1<<20 - 1))
	rHigh := float64(zHigh*piece.reciprocal) - 1
	rLow := float64((z - zHigh) * piece.reciprocal)
	r := rHigh + rLow
	rLow -= r - rHigh

	front, back := halves(r)
	half := float64(0.5 * float64(front*front))
	r2 := float64(r * r)
	a := (powLog3 + float64(powLog4*r)) + float64((powLog5+float64(powLog6*r))*r2)
	b := (powLog7 + float64(powLog8*r)) + float64(powLog9*r2)
	rest := float64(float64(r2*r)*(a+float64(float64(r2*r2)*b))) - float64(float64(0.5*back)*(r+front))

	first := float64(k*ln2High) + piece.high
	sum := first + r
	total := sum - half
	low = ((sum - total) - half) + (r - (sum - first))
	low += float64(k*ln2Low) + piece.low + (float64(rLow*(1-r)) + rest)
	high = total + low
	return high, low - (high - total)
}
