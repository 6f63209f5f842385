package num

import (
	"math"
	"math/bits"
)

// pi/2 in four parts. Those of up to 32 bits have exact products with integers below 2^21.
const (
	halfPi1 = 0x1.921fb54400000p+0
	halfPi2 = 0x1.0b4611a000000p-34
	halfPi3 = 0x1.898cc51600000p-64
	halfPi4 = 0x1.01b839a25204ap-96

	twoOverPi  = 0x1.45f306dc9c883p-1
	halfPiHigh = 0x1.921fb54442d18p+0
	halfPiLow  = 0x1.1a62633145c07p-54
)

// twoOverPiBits holds 2/pi to 1280 binary places after a word of zeros.
var twoOverPiBits = [21]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
	0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
	0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

// reduceQuadrant returns x as quadrant pi/2 + r + tail with |r| <= pi/4 or hardly more, where tail is the rounding of r; x is finite.
func reduceQuadrant(x float64) (quadrant int, r, tail float64) {
	if !(x < 1<<20 && x > -1<<20) {
		return reduceLarge(x)
	}
	// Cody and Waite 1980: where a difference cancels it is exact, so r keeps its relative precision next to multiples of pi/2.
	n := (float64(x*twoOverPi) + roundShift) - roundShift
	first := x - float64(n*halfPi1)
	second, lost2 := difference(first, float64(n*halfPi2))
	third, lost3 := difference(second, float64(n*halfPi3))
	tail = (lost2 + lost3) - float64(n*halfPi4)
	r = third + tail
	return int(n), r, (third - r) + tail
}

// difference returns a - b and what its rounding lost (Knuth 1969).
func difference(a, b float64) (d, lost float64) {
	d = a - b
	t := d - a
	return d, (a - (d - t)) - (b + t)
}

// reduceLarge multiplies the 53-bit integer of x by 192 bits of 2/pi, those which matter modulo 4 (Payne and Hanek 1983).
func reduceLarge(x float64) (quadrant int, r, tail float64) {
	u := math.Float64bits(x)
	m := u&(1<<52-1) | 1<<52
	position := int(u>>52&0x7FF) - 1075 + 62 // of the place 2^1 in units of pi/2
	word, shift := position/64, uint(position%64)
	w := twoOverPiBits[word : word+4]
	a := w[0]<<shift | w[1]>>(64-shift)
	b := w[1]<<shift | w[2]>>(64-shift)
	c := w[2]<<shift | w[3]>>(64-shift)

	// The low 192 bits of the product: two bits of quadrant, 190 bits of fraction.
	high, low := bits.Mul64(m, c)
	p0 := low
	middle, low := bits.Mul64(m, b)
	p1, carry := bits.Add64(low, high, 0)
	p2, _ := bits.Add64(m*a, middle, carry)

	quadrant = int(p2 >> 62)
	negative := p2>>61&1 != 0
	if negative { // the nearer multiple is the next one
		quadrant++
		var borrow uint64
		p0, borrow = bits.Sub64(0, p0, 0)
		p1, borrow = bits.Sub64(0, p1, borrow)
		p2, _ = bits.Sub64(0, p2, borrow)
	}
	p2 &= 1<<62 - 1

	// Normalised, its leading 106 bits as a sum of two, times pi/2.
	exponent := -62
	for p2>>63 == 0 {
		n := bits.LeadingZeros64(p2)
		if n == 64 {
			p2, p1, p0 = p1, p0, 0
			exponent -= 64
			continue
		}
		p2, p1, p0 = p2<<n|p1>>(64-n), p1<<n|p0>>(64-n), p0<<n
		exponent -= n
	}
	fHigh := float64(float64(p2>>11) * exact2(exponent+11))
	fLow := float64(float64(p2<<53>>11|p1>>22) * exact2(exponent-42))
	r = float64(fHigh * halfPiHigh)
	tail = productError(fHigh, halfPiHigh, r) + (float64(fHigh*halfPiLow) + float64(fLow*halfPiHigh))
	r, tail = r+tail, (r-(r+tail))+tail
	if negative != (x < 0) {
		r, tail = -r, -tail
	}
	if x < 0 {
		quadrant = -quadrant
	}
	return quadrant, r, tail
}
