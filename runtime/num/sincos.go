package num

import "math"

// The minimax polynomials of (sin r - r + r^3/6)/r^5 and (cos r - 1 + r^2/2)/r^4 in r^2 on |r| <= pi/4, good to 2^-63 and 2^-59.
const (
	sin5  = 0x1.1111111111111p-7
	sin7  = -0x1.a01a01a019ed6p-13
	sin9  = 0x1.71de3a550cc09p-19
	sin11 = -0x1.ae6455343a449p-26
	sin13 = 0x1.61225b4ff164cp-33
	sin15 = -0x1.ab9408ea358f7p-41

	cos4  = 0x1.5555555555555p-5
	cos6  = -0x1.6c16c16c16967p-10
	cos8  = 0x1.a01a019f4ec8dp-16
	cos10 = -0x1.27e4fa17f61d5p-22
	cos12 = 0x1.1eeb690335d2cp-29
	cos14 = -0x1.907db43b22f2bp-37
)

// SinF32 returns the sine of x radians, correctly rounded.
func SinF32(x float32) float32 {
	if !(x-x == 0) {
		return nan32()
	}
	if x == 0 {
		return x
	}
	return roundTail32(circular(reduceQuadrant(float64(x))))
}

// SinF64 returns the sine of x radians, error below 0.57 ulp.
func SinF64(x float64) float64 {
	if !(x-x == 0) {
		return nan64()
	}
	if x == 0 {
		return x
	}
	high, low := circular(reduceQuadrant(x))
	return high + low
}

// CosF32 returns the cosine of x radians, correctly rounded.
func CosF32(x float32) float32 {
	if !(x-x == 0) {
		return nan32()
	}
	quadrant, r, tail := reduceQuadrant(float64(x))
	return roundTail32(circular(quadrant+1, r, tail))
}

// CosF64 returns the cosine of x radians, error below 0.56 ulp.
//
// The seeded streams of runtime/initial are made with it: a changed bit changes what networks start from.
func CosF64(x float64) float64 {
	if !(x-x == 0) {
		return nan64()
	}
	quadrant, r, tail := reduceQuadrant(x)
	high, low := circular(quadrant+1, r, tail)
	return high + low
}

// circular returns sin(quadrant pi/2 + r + tail) as a sum of two; tail is the rounding of r.
func circular(quadrant int, r, tail float64) (high, low float64) {
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	if quadrant&1 == 0 {
		a := (sin5 + float64(sin7*r2)) + float64((sin9+float64(sin11*r2))*r4)
		b := sin13 + float64(sin15*r2)
		quintic := float64(float64(r4*r) * (a + float64(float64(r4*r4)*b)))
		// r^3/6 is a sixth of the cube of the leading 17 bits, which is exact, in two parts, and the rest.
		front := math.Float64frombits(math.Float64bits(r) &^ (1<<36 - 1))
		cube := float64(float64(front*front) * front)
		sixth := cube / 6
		rest := (((cube - float64(4*sixth)) - float64(2*sixth)) + float64((r-front)*(r2+float64(front*(r+front))))) / 6
		high = r - sixth
		low = ((r - high) - sixth) + (quintic - rest + float64(tail*(1-float64(0.5*r2))))
	} else {
		a := (cos4 + float64(cos6*r2)) + float64((cos8+float64(cos10*r2))*r4)
		b := cos12 + float64(cos14*r2)
		quartic := float64(r4 * (a + float64(float64(r4*r4)*b)))
		// r^2/2 is the square of the leading 26 bits, which is exact, and the rest.
		front, back := halves(r)
		half := float64(0.5 * float64(front*front))
		high = 1 - half
		low = ((1 - high) - half) + (quartic - float64(float64(0.5*back)*(r+front)) - float64(tail*float64(r*(1-r2/6))))
	}
	if quadrant&2 != 0 {
		return -high, -low
	}
	return high, low
}
