package asm

// lowerErfDerivativeF64 is 2/sqrt(pi) e^(-x^2) of float64.
func lowerErfDerivativeF64(b *builder, a []id) id {
	v := b.both(pd.and, wide(a), b.allBits(1<<63-1))
	v = b.both(pd.min, b.all(27.3), v) // the result is 0 from there on; NaN passes
	square := b.mul(v, v)
	shifted, sum, low := b.expSplit(b.neg(square), b.neg(b.productError(v, v, square)))
	n, rest := b.onePlus(sum, low)
	slope := b.all(erfSlopeHigh)
	p := b.mul(n, slope)
	low = b.add(b.productError(n, slope, p), b.mulAdd(n, b.all(erfSlopeLow), b.mul(rest, slope)))
	return b.scale(b.add(p, low), shifted)[0]
}
