package asm

// lowerTanhF64 is tanh x of float64: E/(E + 2) with E = e^(2|x|) - 1, under the sign of x.
func lowerTanhF64(b *builder, a []id) id {
	magnitude := b.both(pd.and, wide(a), b.allBits(1<<63-1))
	v := b.both(pd.min, b.all(20), magnitude) // the result is 1 from there on; NaN passes
	e, rest := b.expm1Pair(b.expSplit(b.add(v, v), nil))
	d := b.add(e, b.all(2))
	big, small := b.both(pd.max, e, b.all(2)), b.both(pd.min, e, b.all(2))
	y := b.quotient(e, rest, d, b.add(b.sub(small, b.sub(d, big)), rest))
	y = b.both(pd.blend, b.compareBoth(less, magnitude, b.all(0x1p-28)), magnitude, y)
	return b.both(pd.or, y, b.both(pd.and, wide(a), b.allBits(1<<63)))[0]
}
