package asm

import "math"

// lowerPow is x to the power y. For float32 the power is that of float64, rounded once more.
func lowerPow(b *builder, a []id) id {
	return b.pow(a[0], a[1], func(x, y id) id {
		// Beyond these bounds the result is 0 or infinity all the same.
		sum, shifted := b.power(b.widen(x), b.widen(y), -105, 90, true)
		return b.narrow(b.both(addInt, sum, b.bothImmediate(shiftUp, 52, shifted)))
	})
}

// lowerPowF64 is x to the power y, of float64.
func lowerPowF64(b *builder, a []id) id {
	return b.pow(a[0], a[1], func(x, y id) id {
		sum, shifted := b.power(wide{x}, wide{y}, -746, 710, false)
		return b.scale(sum, shifted)[0]
	})
}

// pow returns x to the power y, given a function for finite positive x and finite y.
func (b *builder) pow(x, y id, power func(x, y id) id) id {
	l := b.lanes
	sign := b.do(l.and, x, b.element(math.Copysign(0, -1)))
	magnitude := b.do(l.xor, x, sign)
	largest := math.MaxFloat32
	if l == &pd {
		largest = math.MaxFloat64
	}
	// An infinite exponent acts like the largest one, which is an even integer too. NaN becomes any number.
	exponent := b.do(l.max, b.do(l.min, y, b.element(largest)), b.element(-largest))
	r := power(magnitude, exponent)

	nan := b.element(math.NaN())
	fraction := b.compare(l, notEqual, b.immediate(l.round, towardZero, y), y)
	negative := b.compare(l, less, b.do(l.keep, fraction, x), b.element(0))
	r = b.do(l.blend, negative, nan, r)

	// Zero and infinity, each its own double, have the logarithms -inf and +inf.
	limit := b.compare(l, equal, magnitude, b.do(l.add, magnitude, magnitude))
	logarithm := b.do(l.mul, b.do(l.sub, magnitude, b.element(1)), b.element(math.Inf(1)))
	r = b.do(l.blend, limit, b.do(l.max, b.do(l.mul, logarithm, y), b.element(0)), r)

	// An odd integer exponent keeps the sign of x.
	half := b.do(l.mul, y, b.element(0.5))
	odd := b.compare(l, notEqual, b.immediate(l.round, towardZero, half), half)
	integer := b.compare(l, equal, b.immediate(l.round, towardZero, y), y)
	r = b.do(l.xor, r, b.do(l.keep, integer, b.do(l.keep, odd, sign)))

	r = b.do(l.blend, b.compare(l, unordered, x, y), nan, r)
	r = b.do(l.blend, b.compare(l, equal, y, b.element(0)), b.element(1), r)
	return b.do(l.blend, b.compare(l, equal, x, b.element(1)), b.element(1), r)
}

// power returns x^y as 2^k times a number near 1, for finite x > 0, with k in the low bits of shifted; short operands are of float32. The
// exponent y log x is kept between the bounds.
func (b *builder) power(x, y wide, low, high float64, short bool) (number, shifted wide) {
	log, logRest := b.logPair(x, short)
	p := b.mul(y, log)
	rest := b.add(b.productError(y, log, p), b.mul(y, logRest))
	p = b.both(pd.max, b.both(pd.min, p, b.all(high)), b.all(low))
	rest = b.both(pd.max, b.both(pd.min, rest, b.all(0x1p-20)), b.all(-0x1p-20)) // where p was out of bounds
	shifted, sum, sumRest := b.expSplit(p, rest)
	number, _ = b.onePlus(sum, sumRest)
	return number, shifted
}

// powStart holds the float64 bits of 0.697, where the pieces start.
const powStart = 0x3FE65 << 44

// powLog are the coefficients of (log(1+r) - r + r^2/2)/r^3.
var powLog = [...]float64{
	0x1.5555555555555p-2, -0x1.0000000000001p-2, 0x1.999999999999bp-3, -0x1.555555549bb91p-3, 0x1.24924923e98c8p-3, -0x1.00016cc19537cp-3,
	0x1.c71f08f893a82p-4,
}

// logPair returns log x as a rounded sum and the rest. The product of a short x with a reciprocal is exact.
func (b *builder) logPair(x wide, short bool) (high, low wide) {
	split := b.splitAny
	if short {
		split = b.split
	}
	z, k, position := split(x, powStart)
	piece := b.both(pd.and, b.bothImmediate(shiftDown, 45, position), b.allBits(127))
	reciprocal, pieceHigh, pieceLow := b.gatherPiece("pow", powPieces, piece)
	var r, rLow wide
	if short {
		r = b.fma(z, reciprocal, b.all(-1))
	} else {
		r, rLow = b.reciprocalRest(z, reciprocal, nil)
	}

	half, lost := b.halfSquare(r)
	r2 := b.mul(r, r)
	c := &powLog
	back := b.mulAdd(r2, b.all(c[6]), b.line(r, c[4], c[5]))
	cubic := b.mul(b.mul(r2, r), b.mulAdd(b.mul(r2, r2), back, b.lines(r, r2, c[0], c[1], c[2], c[3])))
	rest := b.sub(cubic, lost)
	if !short {
		rest = b.mulAdd(rLow, b.sub(b.all(1), r), rest)
	}

	first := b.fma(k, b.all(ln2Front), pieceHigh)
	sum := b.add(first, r)
	total := b.sub(sum, half)
	low = b.add(b.sub(b.sub(sum, total), half), b.sub(r, b.sub(sum, first)))
	low = b.add(low, b.add(b.mulAdd(k, b.all(ln2Back), pieceLow), rest))
	high = b.add(total, low)
	return high, b.sub(low, b.sub(high, total))
}
