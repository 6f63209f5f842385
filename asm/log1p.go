package asm

import "math"

// log1pExceptions are the inputs that would go wrong: four small ones whose exact results are up to 2^-42 of the spacing away from a midpoint, two
// more that are as close for float64, and 2^53, where 1 + x loses the 1 and x - (u - 1) is not what was lost.
var log1pExceptions = [][2]float32{
	{0x1.800006p-21, 0x1.7ffffep-21},
	{-0x1.7ffffap-21, -0x1.800002p-21},
	{0x1.200036p-17, 0x1.1fffe6p-17},
	{-0x1.1fffcap-17, -0x1.20001ap-17},
	{-0x1.1d9188p-09, -0x1.1de14ap-09},
	{0x1.b121a6p+76, 0x1.a9a3f2p+05},
	{0x1p+53, 0x1.25e4f8p+05},
}

// lowerLog1p is log(1 + x) under the sign of x, which keeps that of a zero.
//
// Where 1 + x = u is near 1 it rounds, and the lost part of x is added again to m - 1, where k is 0 and m = u. Elsewhere the sum is
// exact, or so large that the part does not matter.
func lowerLog1p(b *builder, a []id) id {
	x := a[0]
	w := b.widen(x)
	u := b.both(pd.add, w, b.all(1))
	lost := b.both(pd.sub, w, b.both(pd.sub, u, b.all(1)))
	m, k, _ := b.split(u, logLow)
	r := b.narrow(b.logarithm(b.both(pd.add, b.both(pd.sub, m, b.all(1)), lost), k))

	for _, e := range log1pExceptions {
		r = b.except(equal, x, e[0], r, e[1])
	}
	inf := float32(math.Inf(1))
	r = b.except(equal, x, inf, r, inf)
	r = b.except(notGreaterEqual, x, -1, r, float32(math.NaN()))
	r = b.except(equal, x, -1, r, -inf)
	return b.do(ps.or, r, b.do(ps.and, x, b.bits32(0x80000000)))
}
