package asm

// lowerExpm1F64 is e^x - 1 of float64.
func lowerExpm1F64(b *builder, a []id) id {
	x := wide(a)
	// Beyond these bounds the result is -1 or infinity all the same. NaN passes.
	v := b.both(pd.min, b.all(710), b.both(pd.max, b.all(-38), x))
	shifted, sum, low := b.expSplit(v, nil)
	e, _ := b.expm1Pair(shifted, sum, low)
	power, _ := b.onePlus(sum, low)
	e = b.both(pd.blend, b.compareBoth(less, b.all(60), x), b.scale(power, shifted), e)
	small := b.compareBoth(less, b.both(pd.and, x, b.allBits(1<<63-1)), b.all(0x1p-54))
	return b.both(pd.blend, small, x, e)[0]
}
