package asm

import "math"

// lowerSigmoid is 1/(1 + e^-x), rounded correctly as it comes unless x is small.
//
// Near 0 the result is 1/2 + x/4 - x^3/48 + ..., where a short x puts 1/2 + x/4 on a midpoint and the cubic term decides, far
// below the resolution of float64. Up to 2^-10.2 its part of x/4 is less than 2^-24, so no midpoint lies between the result and
// 1/2 + x (1/4 - 2^-26) but those that 1/2 + x/4 itself is on: one float32 multiply-add rounds to the same side.
func lowerSigmoid(b *builder, a []id) id {
	// Beyond these bounds the result is 0 or 1 all the same. NaN passes.
	x := b.do(ps.xor, a[0], b.bits32(0x80000000))
	x = b.do(ps.max, b.float32(-20), x)
	x = b.do(ps.min, b.float32(104), x)
	expm1, exponent := b.reduce(b.widen(x))
	power := b.both(addInt, b.all(1), exponent)
	denominator := b.fma(power, expm1, b.both(pd.add, power, b.all(1)))
	y := b.narrow(b.both(pd.div, b.all(1), denominator))

	small := b.compare(&ps, less, b.do(ps.and, a[0], b.bits32(0x7FFFFFFF)), b.float32(0x1p-11))
	quarter := math.Nextafter32(0.25, 0)
	y = b.do(ps.blend, small, b.do(ps.fma, a[0], b.float32(quarter), b.float32(0.5)), y)
	return b.except(equal, a[0], -0x1.250c02p-10, y, 0x1.ffb6bep-2) // the one input left that is too close to a midpoint
}
