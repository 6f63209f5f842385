package asm

// lowerSigmoidF64 is 1/(1 + e^-x) of float64: with e^-|x| = 2^k (n + low), 1/(1 + e^-|x|) or its product with e^-|x|.
func lowerSigmoidF64(b *builder, a []id) id {
	x := wide(a)
	v := b.both(pd.or, x, b.allBits(1<<63))
	v = b.both(pd.max, b.all(-746), v) // the result is 0 or 1 beyond; NaN passes
	shifted, sum, low := b.expSplit(v, nil)
	n, nLow := b.onePlus(sum, low)
	s := b.power2(b.both(pd.max, shifted, b.all(shifter-1000)))
	scaled := b.mul(s, n)
	d := b.add(scaled, b.all(1))
	rest := b.add(b.sub(scaled, b.sub(d, b.all(1))), b.mul(s, nLow))

	positive := b.compareBoth(greaterEqual, x, b.all(0))
	n = b.both(pd.blend, positive, b.all(1), n)
	nLow = b.both(pd.blend, positive, b.all(0), nLow)
	q := b.quotient(n, nLow, d, rest)
	return b.scale(q, b.both(pd.blend, positive, b.all(shifter), shifted))[0]
}
