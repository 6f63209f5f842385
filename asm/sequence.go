package asm

// The functions of float64 and the power are defined by the sequence of operations in package runtime/num. What stands here takes the same
// steps in the same order. Only where a product is exact is it fused into the sum behind it, which rounds then as it would alone.

func (b *builder) add(x, y wide) wide { return b.both(pd.add, x, y) }
func (b *builder) sub(x, y wide) wide { return b.both(pd.sub, x, y) }
func (b *builder) mul(x, y wide) wide { return b.both(pd.mul, x, y) }
func (b *builder) neg(x wide) wide    { return b.both(pd.xor, x, b.allBits(1<<63)) }

// mulAdd is x*y + z, the product rounded.
func (b *builder) mulAdd(x, y, z wide) wide { return b.add(b.mul(x, y), z) }

// line is c0 + c1 x.
func (b *builder) line(x wide, c0, c1 float64) wide { return b.mulAdd(x, b.all(c1), b.all(c0)) }

// lines is (c0 + c1 x) + (c2 + c3 x) x^2.
func (b *builder) lines(x, x2 wide, c0, c1, c2, c3 float64) wide {
	return b.mulAdd(b.line(x, c2, c3), x2, b.line(x, c0, c1))
}

// halves splits x into its leading 26 bits and the rest.
func (b *builder) halves(x wide) (high, low wide) {
	high = b.both(pd.and, x, b.allBits(^uint64(1<<27-1)))
	return high, b.sub(x, high)
}

// productError is x*y - p, where p is the product rounded. Three of the four partial products are exact.
func (b *builder) productError(x, y, p wide) wide {
	xHigh, xLow := b.halves(x)
	yHigh, yLow := b.halves(y)
	e := b.fma(xHigh, yHigh, b.neg(p))
	e = b.fma(xHigh, yLow, e)
	e = b.fma(xLow, yHigh, e)
	return b.mulAdd(xLow, yLow, e)
}

// halfSquare returns r^2/2 as the half of an exact square and the rest.
func (b *builder) halfSquare(r wide) (half, rest wide) {
	front, back := b.halves(r)
	return b.mul(b.mul(front, front), b.all(0.5)), b.mul(b.mul(back, b.all(0.5)), b.add(r, front))
}

// The reduction and the polynomial of the exponential function: ln 2 in two parts, the first of 42 bits, whose products with integers
// below 2^11 are exact; and the coefficients of (e^r - 1 - r)/r^2 from that of r on.
const (
	ln2Front = 0x1.62e42fefa3800p-1
	ln2Back  = 0x1.ef35793c76730p-45
)

var expSequence = [...]float64{
	0x1.5555555555557p-3, 0x1.5555555555558p-5, 0x1.11111111100dfp-7, 0x1.6c16c16c15201p-10, 0x1.a01a01abe6564p-13,
	0x1.a01a01acf8f72p-16, 0x1.71de0236e4625p-19, 0x1.27e4ccd2617a2p-22, 0x1.af4dde5a9bf89p-26, 0x1.1f8b44d34bdc6p-29,
}

// expSplit returns e^(x + xLow) as 2^k (1 + sum + low); k is in the low bits of shifted. Without xLow it is 0.
func (b *builder) expSplit(x, xLow wide) (shifted, sum, low wide) {
	shifted = b.mulAdd(x, b.all(log2e), b.all(shifter))
	n := b.sub(shifted, b.all(shifter))
	high := b.fma(n, b.all(-ln2Front), x)
	rest := b.mul(n, b.all(ln2Back))
	r := b.sub(high, rest)
	tail := b.sub(b.sub(high, r), rest)
	if xLow != nil {
		tail = b.add(tail, xLow)
	}

	half, lost := b.halfSquare(r)
	sum = b.add(r, half)
	low = b.add(b.sub(half, b.sub(sum, r)), lost)
	cubic := b.expCubic(r)
	return shifted, sum, b.add(b.add(low, cubic), b.add(tail, b.mul(tail, b.add(sum, cubic))))
}

// expCubic returns e^r - 1 - r - r^2/2.
func (b *builder) expCubic(r wide) wide {
	r2 := b.mul(r, r)
	r4 := b.mul(r2, r2)
	c := &expSequence
	p := b.mulAdd(r4, b.line(r, c[8], c[9]), b.lines(r, r2, c[4], c[5], c[6], c[7]))
	return b.mul(b.mul(r2, r), b.mulAdd(r4, p, b.lines(r, r2, c[0], c[1], c[2], c[3])))
}

// onePlus returns 1 + x + low as a rounded sum and the rest.
func (b *builder) onePlus(x, low wide) (sum, rest wide) {
	s := b.add(x, b.all(1))
	low = b.add(low, b.sub(x, b.sub(s, b.all(1))))
	sum = b.add(s, low)
	return sum, b.sub(low, b.sub(sum, s))
}

// power2 returns 2^k for the k in the low bits of shifted; -1022 <= k <= 1023.
func (b *builder) power2(shifted wide) wide {
	return b.bothImmediate(shiftUp, 52, b.both(addInt, shifted, b.allBits(1023)))
}

// scale returns y 2^k for the k in the low bits of shifted, |k| < 2000, rounded once: it multiplies by the powers of both halves of k.
func (b *builder) scale(y, shifted wide) wide {
	half := b.both(pd.and, b.both(addInt, shifted, b.allBits(2048)), b.allBits(4095))
	half = b.both(addInt, b.bothImmediate(shiftDown, 1, half), b.allBits(^uint64(1023))) // less 1024
	return b.mul(b.mul(y, b.power2(half)), b.power2(b.both(subInt, shifted, half)))
}

// expm1Pair returns e^x - 1 as a rounded sum and the rest.
func (b *builder) expm1Pair(shifted, sum, low wide) (e, rest wide) {
	n, nLow := b.onePlus(sum, low)
	s := b.power2(shifted)
	scaled := b.mul(s, n)
	// scaled - 1 and what its rounding lost
	most := b.sub(scaled, b.all(1))
	t := b.sub(most, scaled)
	lost := b.sub(b.sub(scaled, b.sub(most, t)), b.add(t, b.all(1)))
	rest = b.add(lost, b.mul(s, nLow))

	unscaled := b.compareBoth(equal, shifted, b.all(shifter))
	most = b.both(pd.blend, unscaled, sum, most)
	rest = b.both(pd.blend, unscaled, low, rest)
	e = b.add(most, rest)
	return e, b.sub(rest, b.sub(e, most))
}

// quotient returns (x + xLow)/(y + yLow).
func (b *builder) quotient(x, xLow, y, yLow wide) wide {
	q := b.both(pd.div, x, y)
	p := b.mul(q, y)
	remainder := b.sub(b.sub(x, p), b.productError(q, y, p))
	correction := b.sub(xLow, b.mul(q, yLow))
	return b.add(q, b.both(pd.div, b.add(remainder, correction), y))
}
