package asm

// pi/2 in four parts, of which the first three have exact products with integers below 2^21, and in two.
const (
	halfPi1 = 0x1.921fb54400000p+0
	halfPi2 = 0x1.0b4611a000000p-34
	halfPi3 = 0x1.898cc51600000p-64
	halfPi4 = 0x1.01b839a25204ap-96

	twoOverPi  = 0x1.45f306dc9c883p-1
	halfPiHigh = 0x1.921fb54442d18p+0
	halfPiLow  = 0x1.1a62633145c07p-54
)

// twoOverPiWords hold 2/pi to 1280 binary places after a word of zeros.
var twoOverPiWords = []uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
	0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
	0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

// reduceQuadrant returns v >= 0 as quadrant pi/2 + r + tail; the quadrant is in the low bits of its lanes.
func (b *builder) reduceQuadrant(v wide) (quadrant, r, tail wide) {
	quadrant, r, tail = b.reduceOrdinary(v)
	large := b.compareBoth(greaterEqual, v, b.all(0x1p20))
	parts := b.rarely(large, []wide{quadrant, r, tail}, func() []wide { return b.reduceLarge(b.both(pd.max, v, b.all(0x1p20))) })
	return parts[0], parts[1], parts[2]
}

// reduceOrdinary takes the nearest multiple of pi/2 away, part by part.
func (b *builder) reduceOrdinary(v wide) (quadrant, r, tail wide) {
	quadrant = b.mulAdd(v, b.all(twoOverPi), b.all(shifter))
	n := b.sub(quadrant, b.all(shifter))
	first := b.fma(n, b.all(-halfPi1), v)
	second, lost2 := b.difference(first, b.mul(n, b.all(halfPi2)))
	third, lost3 := b.difference(second, b.mul(n, b.all(halfPi3)))
	rest := b.sub(b.add(lost2, lost3), b.mul(n, b.all(halfPi4)))
	r = b.add(third, rest)
	return quadrant, r, b.add(b.sub(third, r), rest)
}

// difference returns x - y and what its rounding lost.
func (b *builder) difference(x, y wide) (d, lost wide) {
	d = b.sub(x, y)
	t := b.sub(d, x)
	return d, b.sub(b.sub(x, b.sub(d, t)), b.add(y, t))
}

// reduceLarge multiplies the integer of v >= 2^20 by 192 bits of 2/pi, as the sequence does in integers.
func (b *builder) reduceLarge(v wide) []wide {
	product := b.twoOverPiProduct(v)

	// Two bits of quadrant, 190 of fraction. Where the nearer multiple is the next one, the fraction is what lacks of it. No more than 10 bits of 2/pi
	// in a row are 0, nor 52 of v, so that the last word of the product is not 0 and its complement does not carry.
	leading := b.bothImmediate(shiftDown, 61, product[2])
	quadrant := b.bothImmediate(shiftDown, 1, b.both(addInt, leading, b.allBits(1)))
	negative := b.both(subInt, b.allBits(0), b.both(pd.and, leading, b.allBits(1)))
	for i := range product {
		product[i] = b.both(pd.xor, product[i], negative)
	}
	product[0] = b.both(subInt, product[0], negative)
	product[2] = b.both(pd.and, product[2], b.allBits(1<<62-1))

	high, low := b.leadingBits(product)
	r := b.mul(high, b.all(halfPiHigh))
	tail := b.fma(high, b.all(halfPiHigh), b.neg(r)) // what the rounding lost, which is exact
	tail = b.add(tail, b.add(b.mul(high, b.all(halfPiLow)), b.mul(low, b.all(halfPiHigh))))
	sum := b.add(r, tail)
	tail = b.add(b.sub(r, sum), tail)
	sign := b.bothImmediate(shiftUp, 63, negative)
	return []wide{quadrant, b.both(pd.xor, sum, sign), b.both(pd.xor, tail, sign)}
}

// twoOverPiProduct returns the product modulo 4 pi/2, its last word first.
func (b *builder) twoOverPiProduct(v wide) [3]wide {
	const low32 = 1<<32 - 1
	// Of the place 2^1 in units of pi/2: the exponent less 1013.
	position := b.both(addInt, b.bothImmediate(shiftDown, 52, v), b.allBits(16*64-1013))
	word, shift := b.bothImmediate(shiftDown, 6, position), b.both(pd.and, position, b.allBits(63))
	rest := b.both(subInt, b.allBits(64), shift)
	var factor [6]wide // 32 bits each, the last ones first; what is above them is ignored
	before := b.gather("two_over_pi", twoOverPiWords, 16, word)
	for i := range 3 {
		next := b.gather("two_over_pi", twoOverPiWords, 15-i, word)
		bits := b.joinShifted(before, next, shift, rest)
		factor[4-2*i], factor[5-2*i] = bits, b.bothImmediate(shiftDown, 32, bits)
		before = next
	}

	m := b.both(pd.or, b.both(pd.and, v, b.allBits(mantissa)), b.allBits(1<<52))
	mHigh := b.bothImmediate(shiftDown, 32, m)
	var columns [6]wide // sums of products by 32 bits of the factor and of what the column before carries
	first := b.both(mulInt, m, factor[0])
	columns[0] = first
	var carry wide
	for i := range 5 {
		first = b.both(addInt, b.both(mulInt, m, factor[i+1]), b.bothImmediate(shiftDown, 32, first))
		column := b.both(addInt, b.both(pd.and, first, b.allBits(low32)), b.both(mulInt, mHigh, factor[i]))
		if carry != nil {
			column = b.both(addInt, column, carry)
		}
		carry = b.bothImmediate(shiftDown, 32, column)
		columns[i+1] = column
	}
	var words [3]wide
	for i := range words {
		words[i] = b.both(pd.or, b.both(pd.and, columns[2*i], b.allBits(low32)), b.bothImmediate(shiftUp, 32, columns[2*i+1]))
	}
	return words
}

// joinShifted returns the leading word of two that are moved up; rest is 64 less the shift.
func (b *builder) joinShifted(high, low, shift, rest wide) wide {
	return b.both(pd.or, b.both(shiftUpBy, high, shift), b.both(shiftDownBy, low, rest))
}

// leadingBits returns the 53 bits from the leading one on and the 53 behind them, of a fraction that has its point below the leading two bits. No number
// is so close to a multiple of pi/2 that the leading word is 0: the closest one is 2^-61.54 pi/2 away.
func (b *builder) leadingBits(words [3]wide) (high, low wide) {
	upper := b.sub(b.both(pd.or, b.bothImmediate(shiftDown, 32, words[2]), b.all(0x1p84)), b.all(0x1p84))
	lower := b.sub(b.both(pd.or, b.both(pd.and, words[2], b.allBits(1<<32-1)), b.all(0x1p52)), b.all(0x1p52))
	leading := b.both(pd.max, upper, lower) // its exponent is that of the leading word
	field := b.bothImmediate(shiftDown, 52, leading)
	shift, rest := b.both(subInt, b.allBits(1023+63), field), b.both(subInt, field, b.allBits(1022))
	first, second := b.joinShifted(words[2], words[1], shift, rest), b.joinShifted(words[1], words[0], shift, rest)

	exponent := b.both(pd.and, leading, b.allBits(0x7FF<<52))
	high = b.both(addInt, b.bothImmediate(shiftDown, 11, first), b.both(subInt, exponent, b.allBits(63<<52)))
	upper = b.sub(b.both(pd.or, b.both(pd.and, first, b.allBits(1<<11-1)), b.all(0x1p94)), b.all(0x1p94+0x1p52))
	lower = b.both(pd.or, b.bothImmediate(shiftDown, 22, second), b.all(0x1p52))
	return high, b.mul(b.add(upper, lower), b.both(subInt, exponent, b.allBits(167<<52)))
}
