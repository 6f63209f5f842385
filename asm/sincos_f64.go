package asm

import "math"

// The coefficients of (sin r - r + r^3/6)/r^5 and (cos r - 1 + r^2/2)/r^4 in r^2.
var (
	sinSequence = [...]float64{
		0x1.1111111111111p-7, -0x1.a01a01a019ed6p-13, 0x1.71de3a550cc09p-19, -0x1.ae6455343a449p-26, 0x1.61225b4ff164cp-33, -0x1.ab9408ea358f7p-41,
	}
	cosSequence = [...]float64{
		0x1.5555555555555p-5, -0x1.6c16c16c16967p-10, 0x1.a01a019f4ec8dp-16, -0x1.27e4fa17f61d5p-22, 0x1.1eeb690335d2cp-29, -0x1.907db43b22f2bp-37,
	}
)

// lowerSinF64 is the sine of float64, that of its magnitude under its sign.
func lowerSinF64(b *builder, a []id) id {
	y := b.quadrants(b.both(pd.and, wide(a), b.allBits(1<<63-1)), 0)
	return b.both(pd.xor, y, b.both(pd.and, wide(a), b.allBits(1<<63)))[0]
}

// lowerCosF64 is the cosine of float64.
func lowerCosF64(b *builder, a []id) id {
	return b.quadrants(b.both(pd.and, wide(a), b.allBits(1<<63-1)), 1)[0]
}

// quadrants returns sin(v + start pi/2).
func (b *builder) quadrants(v wide, start uint64) wide {
	quadrant, r, tail := b.reduceQuadrant(v)
	if start != 0 {
		quadrant = b.both(addInt, quadrant, b.allBits(start))
	}
	y := b.circle(quadrant, r, tail)
	return b.exceptBoth(notLessEqual, v, math.MaxFloat64, y, math.NaN())
}

// circle returns sin(quadrant pi/2 + r + tail).
func (b *builder) circle(quadrant, r, tail wide) wide {
	r2 := b.mul(r, r)
	r4 := b.mul(r2, r2)
	r8 := b.mul(r4, r4)
	sine, cosine := b.sine(r, r2, r4, r8, tail), b.cosine(r, r2, r4, r8, tail)
	turn := b.bothImmediate(shiftUp, 62, quadrant) // +0, 2, -0 or -2
	y := b.both(pd.blend, b.compareBoth(equal, turn, b.all(0)), sine, cosine)
	return b.both(pd.xor, y, b.both(pd.and, turn, b.allBits(1<<63)))
}

// sine returns sin(r + tail): r^3/6 is a sixth of the cube of the leading 17 bits, which is exact, in two parts, and the rest.
func (b *builder) sine(r, r2, r4, r8, tail wide) wide {
	c := &sinSequence
	p := b.mulAdd(r8, b.line(r2, c[4], c[5]), b.lines(r2, r4, c[0], c[1], c[2], c[3]))
	quintic := b.mul(b.mul(r4, r), p)
	front := b.both(pd.and, r, b.allBits(^uint64(1<<36-1)))
	cube := b.mul(b.mul(front, front), front)
	sixth := b.both(pd.div, cube, b.all(6))
	rest := b.fma(sixth, b.all(-2), b.fma(sixth, b.all(-4), cube))
	rest = b.add(rest, b.mul(b.sub(r, front), b.mulAdd(front, b.add(r, front), r2)))
	rest = b.both(pd.div, rest, b.all(6))
	high := b.sub(r, sixth)
	low := b.mulAdd(tail, b.fma(r2, b.all(-0.5), b.all(1)), b.sub(quintic, rest))
	return b.add(high, b.add(b.sub(b.sub(r, high), sixth), low))
}

// cosine returns cos(r + tail).
func (b *builder) cosine(r, r2, r4, r8, tail wide) wide {
	c := &cosSequence
	quartic := b.mul(r4, b.mulAdd(r8, b.line(r2, c[4], c[5]), b.lines(r2, r4, c[0], c[1], c[2], c[3])))
	half, lost := b.halfSquare(r)
	high := b.sub(b.all(1), half)
	slope := b.mul(r, b.sub(b.all(1), b.both(pd.div, r2, b.all(6))))
	low := b.sub(b.sub(quartic, lost), b.mul(tail, slope))
	return b.add(high, b.add(b.sub(b.sub(b.all(1), high), half), low))
}
