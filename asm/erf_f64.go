package asm

import "math"

// The series of erf on |x| <= 1/2: erf1 is 2/sqrt(pi) in two parts, the first of 25 bits, and erfSequence are the coefficients from that of x^3 on.
const (
	erf1High = 0x1.20dd75p+0
	erf1Low  = 0x1.0a6db446b8ea4p-30
)

var erfSequence = [...]float64{
	-0x1.812746b0379e7p-2, 0x1.ce2f21a042be2p-4, -0x1.b82ce31288b13p-6, 0x1.565bcd0e673b1p-8, -0x1.c02db3fdbb984p-11, 0x1.f9a325cbffcaap-14,
	-0x1.f4d2063d89718p-17, 0x1.b9d7967f8dcd5p-20, -0x1.5dd2fcc1206e6p-23, 0x1.cac885b9d0bf4p-27,
}

// erfStart is the index of the first piece: four times where it begins.
const erfStart = 2

// lowerErfF64 is the error function of float64 under the sign of x: a piece from 1/2 to 6, the series below.
func lowerErfF64(b *builder, a []id) id {
	magnitude := b.both(pd.and, wide(a), b.allBits(1<<63-1))
	tiny := b.compareBoth(less, magnitude, b.all(0x1p-1000)) // where the terms would round below the normal range
	y := b.erfSmall(b.both(pd.blend, tiny, b.mul(magnitude, b.all(0x1p100)), magnitude))
	y = b.both(pd.blend, tiny, b.mul(y, b.all(0x1p-100)), y)
	y = b.both(pd.blend, b.compareBoth(lessEqual, b.all(0.5), magnitude), b.erfPiece(magnitude), y) // NaN is of the series
	y = b.exceptBoth(greaterEqual, magnitude, 6, y, 1)
	return b.both(pd.or, y, b.both(pd.and, wide(a), b.allBits(1<<63)))[0]
}

// erfSmall is the series. The leading half of x has an exact product with erf1High.
func (b *builder) erfSmall(x wide) wide {
	u := b.mul(x, x)
	u2 := b.mul(u, u)
	u4 := b.mul(u2, u2)
	c := &erfSequence
	p := b.mulAdd(u4, b.line(u, c[8], c[9]), b.lines(u, u2, c[4], c[5], c[6], c[7]))
	p = b.mulAdd(u4, p, b.lines(u, u2, c[0], c[1], c[2], c[3]))
	tail := b.mulAdd(u, p, b.all(erf1Low))
	front, back := b.halves(x)
	return b.fma(front, b.all(erf1High), b.mulAdd(back, b.all(erf1High), b.mul(x, tail)))
}

// erfPiece is the piece of x: its value at the centre and the polynomial of its slopes.
func (b *builder) erfPiece(x wide) wide {
	// What is not of a piece takes any: NaN the first.
	v := b.both(pd.max, b.both(pd.min, x, b.all(5.75)), b.all(0.5))
	floor := b.bothImmediate(pd.round, towardZero, b.mul(v, b.all(4)))
	t := b.sub(x, b.fma(floor, b.all(0.25), b.all(0.125)))
	index := b.both(pd.and, b.add(floor, b.all(0x1p52)), b.allBits(31))
	column := func(name string, of func(p *erfPiece) float64) wide {
		var words []uint64
		for i := range erfPieces {
			words = append(words, math.Float64bits(of(&erfPieces[i])))
		}
		return b.gather("erf_"+name, words, erfStart, index)
	}
	slope := func(i int) wide {
		return column("slope"+string(rune('a'+i)), func(p *erfPiece) float64 { return p.slope[i] })
	}
	t2 := b.mul(t, t)
	t4 := b.mul(t2, t2)
	lines := func(i int) wide {
		return b.mulAdd(b.mulAdd(slope(i+3), t, slope(i+2)), t2, b.mulAdd(slope(i+1), t, slope(i)))
	}
	s := b.mulAdd(t4, b.mulAdd(t4, lines(8), lines(4)), lines(0))
	high, low := column("high", func(p *erfPiece) float64 { return p.high }), column("low", func(p *erfPiece) float64 { return p.low })
	return b.add(high, b.mulAdd(t, s, low))
}
