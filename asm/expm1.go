package asm

// lowerExpm1 is e^x - 1 under the sign of x, which keeps that of a zero. All results are rounded correctly as they come.
func lowerExpm1(b *builder, a []id) id {
	// Beyond these bounds the result is -1 or infinity all the same. NaN passes.
	x := b.do(ps.max, b.float32(-18), a[0])
	x = b.do(ps.min, b.float32(89), x)
	expm1, exponent := b.reduce(b.widen(x))
	power := b.both(addInt, b.all(1), exponent)
	y := b.narrow(b.fma(power, expm1, b.both(pd.sub, power, b.all(1))))
	return b.do(ps.or, y, b.do(ps.and, a[0], b.bits32(0x80000000)))
}
