package asm

// erfCoefficients are those of Q, minimax (Remez) to 2^-57 of the result for |x| <= 3.9219, the highest power first:
//
//	erf x = x (2/sqrt(pi) + u Q(u - erfCentre)),  u = x^2
//
// Around the centre the terms do not cancel, as those of the series at 0 do.
var erfCoefficients = []float64{
	-0x1.2655cdbf28afap-109,
	0x1.61a52e9c6f492p-104,
	-0x1.b32636a860197p-100,
	0x1.33de6c4c0c2c5p-95,
	-0x1.0fe61f5cad28fp-90,
	0x1.b64ad3ebf3d50p-86,
	-0x1.442a204a446dcp-81,
	0x1.cefa6d1f1db73p-77,
	-0x1.3f184cc995133p-72,
	0x1.a508abc2d57fap-68,
	-0x1.0966b66e38a57p-63,
	0x1.3f673b758edc4p-59,
	-0x1.6e5ae59bf79f0p-55,
	0x1.8fcf6a07fcc3ep-51,
	-0x1.9e7934ed31662p-47,
	0x1.978cfe511ddb6p-43,
	-0x1.7b9da81c08de3p-39,
	0x1.4ea1353661b5ap-35,
	-0x1.17072364be685p-31,
	0x1.b85038a0e4156p-28,
	-0x1.4932012bb8279p-24,
	0x1.d3c059e884a92p-21,
	-0x1.3d4181536d490p-17,
	0x1.9db0978127657p-14,
	-0x1.05c0799c097c1p-10,
	0x1.45daaf4bd6059p-7,
	-0x1.991042671e1f5p-4,
}

const erfCentre = 7.6875

// lowerErf is the error function under the sign of x.
func lowerErf(b *builder, a []id) id {
	x := b.do(ps.and, a[0], b.bits32(0x7FFFFFFF))
	v := b.widen(b.do(ps.min, b.float32(3.921875), x)) // the result is 1 from there on; NaN passes
	u := b.both(pd.mul, v, v)
	q := b.evenOdd(b.both(pd.sub, u, b.all(erfCentre)), erfCoefficients...)
	tail := b.fma(u, q, b.all(erfSlopeLow))
	y := b.narrow(b.fma(v, b.all(erfSlopeHigh), b.both(pd.mul, v, tail)))
	return b.do(ps.or, y, b.do(ps.and, a[0], b.bits32(0x80000000)))
}
