package num

import "math"

// A logarithm splits x = 2^k z with z in [0.699, 1.398) and takes, by the leading bits of z, a reciprocal of 9 bits near 1/z:
//
//	log x = k ln2 - log reciprocal + log(1 + r),  r = z reciprocal - 1
//
// r is exact for z of up to 44 bits, |r| < 0.031, and k ln2High + high is exact. Near z = 1 the reciprocal is 1, so that the
// relative error stays small there.
type logPiece struct {
	reciprocal float64
	high, low  float64 // -log reciprocal; high is a multiple of 2^-42
}

var logPieces = [16]logPiece{
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

// The minimax polynomial of (log(1+r) - r + r^2/2)/r^3 on |r| < 0.031, good to 2^-57.
const (
	log3  = 0x1.5555555555555p-2
	log4  = -0x1.fffffffffffaap-3
	log5  = 0x1.9999999999831p-3
	log6  = -0x1.555555567b359p-3
	log7  = 0x1.249249270b78fp-3
	log8  = -0x1.ffffddf90f736p-4
	log9  = 0x1.c71c3fbd47f45p-4
	log10 = -0x1.9a5457995bcb8p-4
	log11 = 0x1.752fd2dbd9ad4p-4
)

// logCubic returns log(1+r) - r + r^2/2 for |r| < 0.031, given r^2.
func logCubic(r, r2 float64) float64 {
	r4 := float64(r2 * r2)
	a := (log3 + float64(log4*r)) + float64((log5+float64(log6*r))*r2)
	b := (log7 + float64(log8*r)) + float64((log9+float64(log10*r))*r2)
	return float64(float64(r2*r) * (a + float64(r4*(b+float64(r4*log11)))))
}

// logStart32 holds the float32 bits of 0.699, where the 16 pieces start.
const logStart32 = 0x3F330000

// LogF32 returns the natural logarithm of x, correctly rounded.
func LogF32(x float32) float32 {
	u := math.Float32bits(x)
	if u-0x00800000 >= 0x7F000000 { // zero, subnormal, negative, infinite or NaN
		switch {
		case x == 0:
			return float32(math.Inf(-1))
		case x > math.MaxFloat32:
			return x
		case !(x > 0):
			return nan32()
		}
		u = math.Float32bits(float32(x*(1<<23))) - 23<<23
	}
	u -= logStart32
	piece := &logPieces[u>>19&15]
	z := math.Float32frombits(u&(1<<23-1) + logStart32)
	k := float64(int32(u) >> 23)

	r := float64(float64(z)*piece.reciprocal) - 1
	high := float64(k*ln2High) + piece.high
	sum := high + r
	r2 := float64(r * r)
	return roundTail32(sum, (r-(sum-high))+(float64(k*ln2Low)+piece.low+(logCubic(r, r2)-float64(0.5*r2))))
}

// logStart64 holds the float64 bits of 0.699.
const logStart64 = 0x3FE66 << 44

// LogF64 returns the natural logarithm of x, error below 0.501 ulp.
//
// The seeded streams of runtime/initial are made with it: a changed bit changes what networks start from.
func LogF64(x float64) float64 {
	u := math.Float64bits(x)
	if u-1<<52 >= 0x7FE<<52 { // zero, subnormal, negative, infinite or NaN
		switch {
		case x == 0:
			return math.Inf(-1)
		case x > math.MaxFloat64:
			return x
		case !(x > 0):
			return nan64()
		}
		u = math.Float64bits(float64(x*(1<<52))) - 52<<52
	}
	return logSum(u, 0)
}

// logSum returns log(x + xLow), where bits are those of x, their exponent also below the normal range, and xLow is below the last place of x; it is 0
// where x is not between 2^-1000 and 2^1000.
func logSum(bits uint64, xLow float64) float64 {
	u := bits - logStart64
	piece := &logPieces[u>>48&15]
	z := math.Float64frombits(u&(1<<52-1) + logStart64)
	k := float64(int64(u) >> 52)

	// z goes in two parts, whose products with the reciprocal are exact.
	zHigh := math.Float64frombits(math.Float64bits(z) &^ (1<<20 - 1))
	rHigh := float64(zHigh*piece.reciprocal) - 1
	rLow := float64((z - zHigh) * piece.reciprocal)
	if xLow != 0 {
		rLow += float64(float64(xLow*exact2(int(-k))) * piece.reciprocal)
	}
	r := rHigh + rLow
	rLow -= r - rHigh

	// r^2/2 also: the square of the leading 26 bits, which is exact, and the rest.
	front, back := halves(r)
	half := float64(0.5 * float64(front*front))
	rest := logCubic(r, float64(r*r)) - float64(float64(0.5*back)*(r+front))

	high := float64(k*ln2High) + piece.high
	sum := high + r
	total := sum - half
	low := ((sum - total) - half) + (r - (sum - high))
	return total + (low + (float64(k*ln2Low) + piece.low + (float64(rLow*(1-r)) + rest)))
}
