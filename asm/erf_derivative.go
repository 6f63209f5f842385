package asm

// 2/sqrt(pi) in two parts.
const (
	erfSlopeHigh = 0x1.20dd750429b6dp+0
	erfSlopeLow  = 0x1.1ae3a914fed80p-56
)

// lowerErfDerivative is 2/sqrt(pi) e^(-x^2). The square is exact.
func lowerErfDerivative(b *builder, a []id) id {
	x := b.do(ps.and, a[0], b.bits32(0x7FFFFFFF))
	v := b.widen(b.do(ps.min, b.float32(10.3), x)) // the result is 0 from there on; NaN passes
	expm1, exponent := b.reduce(b.both(pd.mul, v, b.both(pd.xor, v, b.allBits(1<<63))))
	d := b.both(pd.add, b.fma(expm1, b.all(erfSlopeHigh), b.all(erfSlopeLow)), b.all(erfSlopeHigh))
	y := b.narrow(b.both(addInt, d, exponent))
	return b.except(equal, x, 0x1.ebb6dap-16, y, 0x1.20dd76p+0) // too close to a midpoint
}
