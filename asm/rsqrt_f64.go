package asm

import "math"

// lowerRsqrtF64 is 1/sqrt(x) of float64: the rounded root of x = 4^k m and its remainder divide 1.
func lowerRsqrtF64(b *builder, a []id) id {
	x := wide(a)
	subnormal := b.compareBoth(less, x, b.all(0x1p-1022))
	scaled := b.both(pd.blend, subnormal, b.mul(x, b.all(0x1p54)), x)
	half := b.bothImmediate(shiftDown, 53, scaled) // of the exponent
	m := b.both(subInt, scaled, b.bothImmediate(shiftUp, 53, half))
	m = b.both(addInt, m, b.allBits(1022<<52))

	root := b.both(pd.sqrt, m)
	p := b.mul(root, root)
	rest := b.both(pd.div, b.sub(b.sub(m, p), b.productError(root, root, p)), b.add(root, root))
	y := b.quotient(b.all(1), b.all(0), root, rest)
	exponent := b.both(addInt, b.both(subInt, b.allBits(1023+511), half), b.both(pd.keep, subnormal, b.allBits(27)))
	y = b.mul(y, b.bothImmediate(shiftUp, 52, exponent))

	limit := b.compareBoth(equal, x, b.add(x, x)) // zero or infinity
	y = b.both(pd.blend, limit, b.both(pd.div, b.all(1), x), y)
	return b.exceptBoth(notGreaterEqual, x, 0, y, math.NaN())[0]
}
