package asm

// lowerTanh is tanh x = E/(E + 2) with E = e^(2|x|) - 1, under the sign of x. All results are rounded correctly as they come.
func lowerTanh(b *builder, a []id) id {
	x := b.do(ps.and, a[0], b.bits32(0x7FFFFFFF))
	x = b.do(ps.min, b.float32(9.5), x) // the result is 1 from 9.1 on; NaN passes
	x = b.do(ps.add, x, x)
	expm1, exponent := b.reduce(b.widen(x))
	power := b.both(addInt, b.all(1), exponent)
	e := b.fma(power, expm1, b.both(pd.sub, power, b.all(1)))
	y := b.narrow(b.both(pd.div, e, b.both(pd.add, e, b.all(2))))
	return b.do(ps.or, y, b.do(ps.and, a[0], b.bits32(0x80000000)))
}
