package asm

import "math"

// The functions of the posture Fast take the steps of package runtime/num in the same order, on float32 lanes: their bits are those of Go.

func (b *builder) addF32(x, y id) id { return b.do(ps.add, x, y) }
func (b *builder) subF32(x, y id) id { return b.do(ps.sub, x, y) }
func (b *builder) mulF32(x, y id) id { return b.do(ps.mul, x, y) }

// fastHorner evaluates a polynomial, each product rounded, the coefficient of the highest power first.
func (b *builder) fastHorner(x id, coefficients ...float32) id {
	p := b.float32(coefficients[0])
	for _, c := range coefficients[1:] {
		p = b.addF32(b.mulF32(p, x), b.float32(c))
	}
	return p
}

// fastReduced returns e^r of x = k ln2 + r as a rounded sum 1 + s, and bits that hold k.
func (b *builder) fastReduced(x id) (y, s, k id) {
	shift := b.float32(0x1.8p23)
	shifted := b.addF32(b.mulF32(x, b.float32(0x1.715476p+0)), shift)
	n := b.subF32(shifted, shift)
	r := b.subF32(b.subF32(x, b.mulF32(n, b.float32(0x1.62ep-1))), b.mulF32(n, b.float32(0x1.0bfbe8p-15)))
	p := b.fastHorner(r, 0x1.6a2352p-10, 0x1.123a6cp-7, 0x1.5558f4p-5, 0x1.55549p-3, 0x1.fffffcp-2)
	s = b.addF32(r, b.mulF32(b.mulF32(r, r), p))
	return b.addF32(s, b.float32(1)), s, shifted
}

// fastPower returns y 2^k for the k in the low bits, rounded once. Both powers are factors, so that NaN stays NaN whatever its bits make of k.
func (b *builder) fastPower(y, k id) id {
	half := b.do(ps.and, b.immediate(shiftUp32, 22, k), b.bits32(0xFF800000))
	rest := b.do(subInt32, b.immediate(shiftUp32, 23, k), half)
	return b.mulF32(b.mulF32(y, b.power32(rest)), b.power32(half))
}

// power32 is the power of 2 of an exponent in its place.
func (b *builder) power32(exponent id) id { return b.do(addInt32, exponent, b.bits32(0x3F800000)) }

// lowerFastExp is e^x. NaN passes the bounds: it is the second operand.
func lowerFastExp(b *builder, a []id) id {
	x := b.do(ps.max, b.float32(-104), a[0])
	x = b.do(ps.min, b.float32(89), x)
	y, _, k := b.fastReduced(x)
	return b.fastPower(y, k)
}

// lowerFastSigmoid is 1/(1 + e^-x).
func lowerFastSigmoid(b *builder, a []id) id {
	x := b.do(ps.max, b.float32(-104), b.do(ps.or, a[0], b.bits32(1<<31)))
	y, s, k := b.fastReduced(x)
	e := b.fastPower(y, k)
	one := b.float32(1)
	d := b.addF32(e, one)
	negative := b.compare(&ps, less, a[0], b.float32(0))
	q := b.do(ps.div, b.do(ps.blend, negative, e, one), d)
	lost := b.subF32(b.subF32(s, b.subF32(y, one)), b.subF32(e, b.subF32(d, one)))
	return b.do(ps.blend, negative, b.addF32(q, b.mulF32(q, lost)), q)
}

// lowerFastTanh is tanh x: a polynomial near 0, from 0.625 on 1 - 2/(e^2x + 1) under the sign of x.
func lowerFastTanh(b *builder, a []id) id {
	x, one, sign := a[0], b.float32(1), b.bits32(1<<31)
	absolute := b.do(ps.and, x, b.bits32(1<<31-1))
	u := b.mulF32(absolute, absolute)
	p := b.fastHorner(u, -0x1.75e1ccp-8, 0x1.52269cp-6, -0x1.b83c5ap-5, 0x1.110726p-3, -0x1.555532p-2)
	near := b.addF32(absolute, b.mulF32(absolute, b.mulF32(u, p)))

	bounded := b.do(ps.min, b.float32(9.5), absolute) // NaN passes
	y, _, k := b.fastReduced(b.addF32(bounded, bounded))
	e := b.mulF32(y, b.power32(b.immediate(shiftUp32, 23, k)))
	far := b.subF32(one, b.do(ps.div, b.float32(2), b.addF32(e, one)))
	t := b.do(ps.blend, b.compare(&ps, less, absolute, b.float32(0.625)), near, far)
	return b.do(ps.or, t, b.do(ps.and, x, sign))
}

// lowerFastLog is log x.
func lowerFastLog(b *builder, a []id) id {
	x, low := a[0], b.bits32(0x3F3504F3)
	subnormal := b.compare(&ps, less, x, b.float32(0x1p-126))
	normal := b.do(ps.blend, subnormal, b.mulF32(x, b.float32(0x1p23)), x)
	position := b.do(subInt32, normal, low)
	n := b.do(intToFloat, b.immediate(shiftDown32, 23, position))
	n = b.addF32(n, b.do(ps.keep, subnormal, b.float32(-23)))
	f := b.subF32(b.do(addInt32, b.do(ps.and, position, b.bits32(1<<23-1)), low), b.float32(1))
	p := b.fastHorner(f, 0x1.1457c4p-4, -0x1.de3c1cp-4, 0x1.e6f062p-4, -0x1.fc2206p-4, 0x1.233768p-3, -0x1.555c4ep-3, 0x1.99a4b6p-3, -0x1.000006p-2, 0x1.555548p-2)
	f2 := b.mulF32(f, f)
	y := b.addF32(b.mulF32(b.mulF32(f2, f), p), b.mulF32(n, b.float32(0x1.0bfbe8p-15)))
	y = b.subF32(y, b.mulF32(f2, b.float32(0.5)))
	r := b.addF32(b.addF32(f, y), b.mulF32(n, b.float32(0x1.62ep-1)))

	inf := float32(math.Inf(1))
	r = b.except(equal, x, inf, r, inf)
	r = b.except(notGreaterEqual, x, 0, r, float32(math.NaN()))
	return b.except(equal, x, 0, r, -inf)
}

// lowerFastRsqrt is 1/sqrt(x), both rounded.
func lowerFastRsqrt(b *builder, a []id) id {
	return b.do(ps.div, b.float32(1), b.do(ps.sqrt, a[0]))
}
