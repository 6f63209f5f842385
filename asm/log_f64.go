package asm

import "math"

// logStart holds the float64 bits of 0.699, where the pieces start.
const logStart = 0x3FE66 << 44

// logSequence are the coefficients of (log(1+r) - r + r^2/2)/r^3.
var logSequence = [...]float64{
	0x1.5555555555555p-2, -0x1.fffffffffffaap-3, 0x1.9999999999831p-3, -0x1.555555567b359p-3, 0x1.249249270b78fp-3,
	-0x1.ffffddf90f736p-4, 0x1.c71c3fbd47f45p-4, -0x1.9a5457995bcb8p-4, 0x1.752fd2dbd9ad4p-4,
}

// logPieces have reciprocals of 9 bits.
var logPieces = []logPiece{
	{0x1.66p+0, -0x1.5767717456000p-2, 0x1.64ead9524d7cap-44},
	{0x1.57p+0, -0x1.2b9303ab8a000p-2, 0x1.6db12d6bfb0a5p-45},
	{0x1.49p+0, -0x1.00e6c45ad5000p-2, -0x1.cc68d52e01203p-50},
	{0x1.3dp+0, -0x1.b5b519e8fc000p-3, 0x1.4b722ec011f31p-44},
	{0x1.31p+0, -0x1.66acd4272a000p-3, -0x1.aa1bdbfc6c785p-44},
	{0x1.26p+0, -0x1.1b72ad52f6000p-3, -0x1.e80a41811a396p-45},
	{0x1.1cp+0, -0x1.a926d3a4ac000p-4, -0x1.563650bd22a9cp-44},
	{0x1.12p+0, -0x1.16536eea38000p-4, 0x1.47c5e768fa309p-46},
	{0x1.09p+0, -0x1.1b0d989240000p-5, 0x1.3401e9ae889bbp-44},
	{1, 0, 0},
	{0x1.e6p-1, 0x1.aaef2d0fb0000p-5, 0x1.0fc1a353bb42ep-45},
	{0x1.cap-1, 0x1.c885801bc4000p-4, 0x1.646d1c65aacd3p-45},
	{0x1.b2p-1, 0x1.527e5e4a1c000p-3, -0x1.4e60b8d4b411dp-44},
	{0x1.9cp-1, 0x1.bd087383be000p-3, -0x1.d4bc4595412b6p-45},
	{0x1.88p-1, 0x1.1178e8227e000p-2, 0x1.1ef78ce2d07f2p-44},
	{0x1.76p-1, 0x1.419b423d5f000p-2, -0x1.ce379226de3ecp-44},
}

// lowerLogF64 is log x of float64.
func lowerLogF64(b *builder, a []id) id {
	x := wide(a)
	z, k, position := b.splitAny(x, logStart)
	y := b.logSum(z, k, position, nil)
	y = b.exceptBoth(equal, x, math.Inf(1), y, math.Inf(1))
	y = b.exceptBoth(notGreaterEqual, x, 0, y, math.NaN())
	return b.exceptBoth(equal, x, 0, y, math.Inf(-1))[0]
}

// splitAny is split of subnormal numbers too, which those of float32 no longer are when they are widened.
func (b *builder) splitAny(x wide, low uint64) (m, k, position wide) {
	subnormal := b.compareBoth(less, x, b.all(0x1p-1022))
	m, k, position = b.split(b.both(pd.blend, subnormal, b.mul(x, b.all(0x1p52)), x), low)
	return m, b.sub(k, b.both(pd.keep, subnormal, b.all(52))), position
}

// logSum returns k ln2 + log(z + zLow). Without zLow it is 0.
func (b *builder) logSum(z, k, position, zLow wide) wide {
	piece := b.both(pd.and, b.bothImmediate(shiftDown, 48, position), b.allBits(15))
	reciprocal, pieceHigh, pieceLow := b.gatherPiece("log", logPieces, piece)
	r, rLow := b.reciprocalRest(z, reciprocal, zLow)

	half, lost := b.halfSquare(r)
	r2 := b.mul(r, r)
	r4 := b.mul(r2, r2)
	c := &logSequence
	p := b.mulAdd(r4, b.all(c[8]), b.lines(r, r2, c[4], c[5], c[6], c[7]))
	cubic := b.mul(b.mul(r2, r), b.mulAdd(r4, p, b.lines(r, r2, c[0], c[1], c[2], c[3])))

	high := b.fma(k, b.all(ln2Front), pieceHigh)
	sum := b.add(high, r)
	total := b.sub(sum, half)
	low := b.add(b.sub(b.sub(sum, total), half), b.sub(r, b.sub(sum, high)))
	rest := b.mulAdd(rLow, b.sub(b.all(1), r), b.sub(cubic, lost))
	return b.add(total, b.add(low, b.add(b.mulAdd(k, b.all(ln2Back), pieceLow), rest)))
}
