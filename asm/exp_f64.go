package asm

// exponents turns the bits of an integer k added to shifter into 2046 + k, twice the bias of an exponent.
const exponents = 2046 - 0x4338000000000000 + 1<<64

// lowerExpF64 is the sequence of ExpF64, every operation rounded by itself.
func lowerExpF64(b *builder, a []id) id {
	add := func(x, y id) id { return b.do(pd.add, x, y) }
	sub := func(x, y id) id { return b.do(pd.sub, x, y) }
	mul := func(x, y id) id { return b.do(pd.mul, x, y) }

	// At these bounds and beyond them the result is 0 or infinity. NaN passes: it is the second operand. What becomes 0 is computed as e^0
	// meanwhile, since processors are slow at results that are too small.
	above := b.compare(&pd, notLessEqual, a[0], b.float64(-746))
	x := b.do(pd.min, b.float64(710), b.do(pd.keep, above, a[0]))
	shifted := add(mul(x, b.float64(log2e)), b.float64(shifter))
	n := sub(shifted, b.float64(shifter))
	high, rest := sub(x, mul(n, b.float64(ln2Front))), mul(n, b.float64(ln2Back))
	r := sub(high, rest)
	tail := add(sub(sub(high, r), rest), b.float64(0))
	b.cutHere()

	front := b.do(pd.and, r, b.bits64(^uint64(1<<27-1)))
	back := sub(r, front)
	half := mul(b.float64(0.5), mul(front, front))
	sum := add(r, half)
	low := add(sub(half, sub(sum, r)), mul(mul(b.float64(0.5), back), add(r, front)))
	r2 := mul(r, r)
	r4 := mul(r2, r2)
	line := func(i int) id { return add(b.float64(expSequence[i]), mul(b.float64(expSequence[i+1]), r)) }
	first := add(line(0), mul(line(2), r2))
	second := add(line(4), mul(line(6), r2))
	cubic := mul(mul(r2, r), add(first, mul(r4, add(second, mul(r4, line(8))))))
	low = add(add(low, cubic), add(tail, mul(tail, add(sum, cubic))))

	one := b.float64(1)
	s := add(one, sum)
	y := add(s, add(low, sub(sum, sub(s, one))))

	// 2^k in two factors, so that the product is rounded once.
	k := b.do(addInt, shifted, b.bits64(exponents))
	lower := b.immediate(shiftDown, 1, k)
	y = mul(y, b.immediate(shiftUp, 52, lower))
	y = mul(y, b.immediate(shiftUp, 52, b.do(subInt, k, lower)))
	return b.do(pd.keep, above, y)
}
