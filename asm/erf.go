package asm

// erfCoefficients are those of Q, minimax (Remez) to 2^-48 of the result for |x| <= 3.9219, the highest power first:
//
//	erf x = x (2/sqrt(pi) + u Q(u - erfCentre)),  u = x^2
//
// Around the centre the terms do not cancel, as those of the series at 0 do. With a coefficient less some results would not be rounded correctly.
var erfCoefficients = []float64{
	0x1.81e1b3c65c0f7p-95,
	-0x1.ab9d8b9127ad8p-90,
	0x1.cf126a90639aap-86,
	-0x1.1aaec97c9c310p-81,
	0x1.c289958b2d472p-77,
	-0x1.451d6349f535cp-72,
	0x1.a74884ef454a6p-68,
	-0x1.08de82f8916dfp-63,
	0x1.3f2cf15f6899cp-59,
	-0x1.6e6a18f8a41c1p-55,
	0x1.8fd6b82483f9fp-51,
	-0x1.9e7824712dbb2p-47,
	0x1.978c69726cb5dp-43,
	-0x1.7b9db37e29b72p-39,
	0x1.4ea13ca5a6917p-35,
	-0x1.17072325889d3p-31,
	0x1.b850382f10ee3p-28,
	-0x1.4932012c7ee55p-24,
	0x1.d3c059ec3a64cp-21,
	-0x1.3d41815374302p-17,
	0x1.9db0978119639p-14,
	-0x1.05c0799c09539p-10,
	0x1.45daaf4bd614dp-7,
	-0x1.991042671e1f8p-4,
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
