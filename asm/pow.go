package asm

import "math"

// powStart holds the float64 bits of 0.697, where the pieces start.
const powStart = 0x3FE65 << 44

// powLog are the coefficients of (log(1+r) - r + r^2/2)/r^3.
var powLog = [...]float64{
	0x1.5555555555555p-2, -0x1.0000000000001p-2, 0x1.999999999999bp-3, -0x1.555555549bb91p-3, 0x1.24924923e98c8p-3, -0x1.00016cc19537cp-3,
	0x1.c71f08f893a82p-4,
}

// lowerPow is x to the power y.
func lowerPow(b *builder, a []id) id {
	x, y := a[0], a[1]
	magnitude := b.do(ps.and, x, b.bits32(0x7FFFFFFF))
	// An infinite exponent acts like the largest one, which is an even integer too. NaN becomes any number.
	exponent := b.do(ps.min, y, b.float32(math.MaxFloat32))
	exponent = b.do(ps.max, exponent, b.float32(-math.MaxFloat32))
	r := b.power(b.widen(magnitude), b.widen(exponent))

	fraction := b.compare(&ps, notEqual, b.immediate(ps.round, towardZero, y), y)
	negative := b.compare(&ps, less, b.do(ps.keep, fraction, x), b.float32(0))
	nan := b.float32(float32(math.NaN()))
	r = b.do(ps.blend, negative, nan, r)

	// Zero and infinity, which are their own double, have the logarithms -inf and +inf.
	limit := b.compare(&ps, equal, magnitude, b.do(ps.add, magnitude, magnitude))
	logarithm := b.do(ps.mul, b.do(ps.sub, magnitude, b.float32(1)), b.float32(float32(math.Inf(1))))
	r = b.do(ps.blend, limit, b.do(ps.max, b.do(ps.mul, logarithm, y), b.float32(0)), r)

	// An odd integer exponent keeps the sign of x.
	half := b.do(ps.mul, y, b.float32(0.5))
	odd := b.compare(&ps, notEqual, b.immediate(ps.round, towardZero, half), half)
	sign := b.do(ps.and, x, b.bits32(0x80000000))
	whole := b.compare(&ps, equal, b.immediate(ps.round, towardZero, y), y)
	r = b.do(ps.xor, r, b.do(ps.keep, whole, b.do(ps.keep, odd, sign)))

	r = b.do(ps.blend, b.compare(&ps, unordered, x, y), nan, r)
	r = b.except(equal, y, 0, r, 1)
	return b.except(equal, x, 1, r, 1)
}

// power returns x^y for positive x, of float32 both.
func (b *builder) power(x, y wide) id {
	high, low := b.logPair(x)
	p := b.mul(y, high)
	rest := b.add(b.productError(y, high, p), b.mul(y, low))
	// Beyond these bounds the result is 0 or infinity all the same.
	p = b.both(pd.max, b.both(pd.min, p, b.all(90)), b.all(-105))
	rest = b.both(pd.max, b.both(pd.min, rest, b.all(0x1p-20)), b.all(-0x1p-20))
	shifted, sum, low := b.expSplit(p, rest)
	power, _ := b.onePlus(sum, low)
	return b.narrow(b.both(addInt, power, b.bothImmediate(shiftUp, 52, shifted)))
}

// logPair returns log x as a rounded sum and the rest, for x with the 24 bits of a float32: its product with a reciprocal is exact.
func (b *builder) logPair(x wide) (high, low wide) {
	z, k, position := b.split(x, powStart)
	piece := b.both(pd.and, b.bothImmediate(shiftDown, 45, position), b.allBits(127))
	reciprocal, pieceHigh, pieceLow := b.gatherPiece("pow", powPieces, piece)
	r := b.fma(z, reciprocal, b.all(-1))

	half, lost := b.halfSquare(r)
	r2 := b.mul(r, r)
	c := &powLog
	back := b.mulAdd(r2, b.all(c[6]), b.line(r, c[4], c[5]))
	cubic := b.mul(b.mul(r2, r), b.mulAdd(b.mul(r2, r2), back, b.lines(r, r2, c[0], c[1], c[2], c[3])))
	rest := b.sub(cubic, lost)

	first := b.fma(k, b.all(ln2Front), pieceHigh)
	sum := b.add(first, r)
	total := b.sub(sum, half)
	low = b.add(b.sub(b.sub(sum, total), half), b.sub(r, b.sub(sum, first)))
	low = b.add(low, b.add(b.mulAdd(k, b.all(ln2Back), pieceLow), rest))
	high = b.add(total, low)
	return high, b.sub(low, b.sub(high, total))
}
