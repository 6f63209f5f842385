package asm

import "math"

// A logarithm splits x = 2^k m with m from logLow to twice that, and sums log x = k ln2 + 2 atanh s with s = (m-1)/(m+1).
const (
	logLow = 0x3FE6361F00000000 // bits of 0.694
	one    = 0x3FF0000000000000 // bits of 1

	mantissa = 1<<52 - 1

	// Or-ing an integer below 2^52 into bits of 2^52 makes a float64 of it.
	integer     = 0x4330000000000000
	integerZero = 0x1p52 + 1023 // what stands for k = 0

	// ln2 in two parts. Of the splits that are as good, this one rounds k ln2 in such a way that a single input is left whose
	// result is not rounded correctly: its exact logarithm is 2^-34 of the spacing away from a midpoint.
	logLn2High = 0x1.62e42fefa397cp-1
	logLn2Low  = 0x1.ccd5e4f1d9ccp-47
)

// logCoefficients are those of (2 atanh(s)/s - 2)/s^2 in s^2, minimax to 2^-57 for these m, the highest power first, and then 2.
var logCoefficients = []float64{
	0x1.2b60775512323p-3,
	0x1.39fdaa578d824p-3,
	0x1.7462ba9b1f690p-3,
	0x1.c71c62cea98a6p-3,
	0x1.2492492e05210p-2,
	0x1.9999999995218p-2,
	0x1.5555555555558p-1,
	2,
}

// split returns m and k of x = 2^k m, for a positive normal x, where m lies between the number of the bits low and twice that. The
// mantissa of position says where.
func (b *builder) split(x wide, low uint64) (m, k, position wide) {
	position = b.both(addInt, x, b.allBits(one-low))
	k = b.both(pd.or, b.bothImmediate(shiftDown, 52, position), b.allBits(integer))
	k = b.both(pd.sub, k, b.all(integerZero))
	m = b.both(addInt, b.both(pd.and, position, b.allBits(mantissa)), b.allBits(low))
	return m, k, position
}

// logarithm returns k ln2 + log(1 + f), where 1 + f is one of the m.
func (b *builder) logarithm(f, k wide) wide {
	s := b.both(pd.div, f, b.both(pd.add, f, b.all(2)))
	p := b.horner(b.both(pd.mul, s, s), logCoefficients...)
	y := b.fma(k, b.all(logLn2Low), b.both(pd.mul, k, b.all(logLn2High)))
	return b.fma(s, p, y)
}

// lowerLog is log x.
func lowerLog(b *builder, a []id) id {
	x := a[0]
	m, k, _ := b.split(b.widen(x), logLow) // subnormals become normal
	r := b.narrow(b.logarithm(b.both(pd.sub, m, b.all(1)), k))

	inf := float32(math.Inf(1))
	r = b.except(equal, x, math.Float32frombits(0x65D890D3), r, 0x1.a9a3f2p+5)
	r = b.except(equal, x, inf, r, inf)
	r = b.except(notGreaterEqual, x, 0, r, float32(math.NaN()))
	return b.except(equal, x, 0, r, -inf)
}

// except is r but for the lanes whose x compares with c by the predicate: they become v.
func (b *builder) except(predicate uint8, x id, c float32, r id, v float32) id {
	return b.do(ps.blend, b.compare(&ps, predicate, x, b.float32(c)), b.float32(v), r)
}
