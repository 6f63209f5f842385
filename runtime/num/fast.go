package num

import "math"

// The functions of the posture Fast: one frozen sequence of float32 operations each, FMA-free, so that vectors, tails and Go give the same bits on
// every platform. docs/numerics.md states their errors; special values and subnormal results are those of
// the correctly rounded functions.

// FastF32 is the arithmetic of float32 under the posture Fast: F32 but for the functions that have a faster sequence.
type FastF32 struct{ F32 }

var (
	_ Arithmetic[float32, float32] = FastF32{}
	_ Functions[float32]           = FastF32{}
)

// Exp returns FastExpF32(x).
func (FastF32) Exp(x float32) float32 { return FastExpF32(x) }

// Log returns FastLogF32(x).
func (FastF32) Log(x float32) float32 { return FastLogF32(x) }

// Tanh returns FastTanhF32(x).
func (FastF32) Tanh(x float32) float32 { return FastTanhF32(x) }

// Sigmoid returns FastSigmoidF32(x).
func (FastF32) Sigmoid(x float32) float32 { return FastSigmoidF32(x) }

// Rsqrt returns FastRsqrtF32(x).
func (FastF32) Rsqrt(x float32) float32 { return FastRsqrtF32(x) }

// Wide returns FastF32.
func (FastF32) Wide() Arithmetic[float32, float32] { return FastF32{} }

// The reduction x = k ln2 + r in float32. fastLn2High has 12 bits, so that k fastLn2High is exact for |k| < 2^12.
const (
	fastLog2e   = 0x1.715476p+0
	fastLn2High = 0x1.62ep-1
	fastLn2Low  = 0x1.0bfbe8p-15

	// Adding and subtracting fastShift rounds a float32 below 2^22 to an integer, which the sum's low bits hold.
	fastShift = 0x1.8p23
)

// The minimax polynomial of (e^r - 1 - r)/r^2 on |r| <= ln2/2, good to 2^-28 of e^r.
const (
	fastExp0 = 0x1.fffffcp-2
	fastExp1 = 0x1.55549p-3
	fastExp2 = 0x1.5558f4p-5
	fastExp3 = 0x1.123a6cp-7
	fastExp4 = 0x1.6a2352p-10
)

// fastReduced returns e^r of x = k ln2 + r as a rounded sum 1 + s, and bits that hold k, for |x| < 2^9.
func fastReduced(x float32) (y, s float32, k uint32) {
	shifted := float32(x*fastLog2e) + fastShift
	n := shifted - fastShift
	r := (x - float32(n*fastLn2High)) - float32(n*fastLn2Low)
	p := fastExp3 + float32(fastExp4*r)
	p = fastExp2 + float32(p*r)
	p = fastExp1 + float32(p*r)
	p = fastExp0 + float32(p*r)
	s = r + float32(float32(r*r)*p)
	return 1 + s, s, math.Float32bits(shifted)
}

// fastPower returns y 2^k for y near 1 and the k in the low bits, |k| <= 256, rounded once: half of k goes to the exponent of y and half to a factor.
func fastPower(y float32, k uint32) float32 {
	half := (k << 22) & 0xFF800000
	rest := k<<23 - half
	return float32(math.Float32frombits(math.Float32bits(y)+rest) * math.Float32frombits(half+0x3F800000))
}

// FastExpF32 returns e^x.
func FastExpF32(x float32) float32 {
	if x != x {
		return nan32()
	}
	y, _, k := fastReduced(min(max(x, -104), 89))
	return fastPower(y, k)
}

// FastSigmoidF32 returns 1/(1 + e^-x). Below 0 what both sums lost is given back to the quotient.
func FastSigmoidF32(x float32) float32 {
	if x != x {
		return nan32()
	}
	y, s, k := fastReduced(max(-float32(math.Abs(float64(x))), -104))
	e := fastPower(y, k)
	d := 1 + e
	if x < 0 {
		q := e / d
		return q + float32(q*((s-(y-1))-(e-(d-1))))
	}
	return 1 / d
}

// The minimax polynomial of (tanh x - x)/x^3 in x^2 for |x| <= 0.625, good to 2^-27.
const (
	fastTanh0 = -0x1.555532p-2
	fastTanh1 = 0x1.110726p-3
	fastTanh2 = -0x1.b83c5ap-5
	fastTanh3 = 0x1.52269cp-6
	fastTanh4 = -0x1.75e1ccp-8
)

// FastTanhF32 returns tanh x: a polynomial near 0, from 0.625 on 1 - 2/(e^2x + 1).
func FastTanhF32(x float32) float32 {
	if x != x {
		return nan32()
	}
	a := float32(math.Abs(float64(x)))
	var t float32
	if a < 0.625 {
		u := float32(a * a)
		p := fastTanh3 + float32(fastTanh4*u)
		p = fastTanh2 + float32(p*u)
		p = fastTanh1 + float32(p*u)
		p = fastTanh0 + float32(p*u)
		t = a + float32(a*float32(u*p))
	} else {
		a = min(a, 9.5)
		y, _, k := fastReduced(a + a)
		e := math.Float32frombits(math.Float32bits(y) + k<<23)
		t = 1 - 2/(e+1)
	}
	return float32(math.Copysign(float64(t), float64(x)))
}

// The logarithm splits x = 2^k m with m from fastLogLow, near sqrt(1/2), to twice that, and takes a minimax polynomial of
// (log(1 + f) - f + f^2/2)/f^3 in f = m - 1, good to 2^-30 of the logarithm.
const (
	fastLogLow = 0x3F3504F3 // bits

	fastLog0 = 0x1.555548p-2
	fastLog1 = -0x1.000006p-2
	fastLog2 = 0x1.99a4b6p-3
	fastLog3 = -0x1.555c4ep-3
	fastLog4 = 0x1.233768p-3
	fastLog5 = -0x1.fc2206p-4
	fastLog6 = 0x1.e6f062p-4
	fastLog7 = -0x1.de3c1cp-4
	fastLog8 = 0x1.1457c4p-4
)

// FastLogF32 returns log x.
func FastLogF32(x float32) float32 {
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case !(x > 0):
		return nan32()
	case x > math.MaxFloat32:
		return x
	}
	var n float32
	if x < 0x1p-126 {
		x, n = float32(x*0x1p23), -23
	}
	position := int32(math.Float32bits(x) - fastLogLow)
	n += float32(position >> 23)
	f := math.Float32frombits(uint32(position&0x7FFFFF)+fastLogLow) - 1
	p := fastLog7 + float32(fastLog8*f)
	p = fastLog6 + float32(p*f)
	p = fastLog5 + float32(p*f)
	p = fastLog4 + float32(p*f)
	p = fastLog3 + float32(p*f)
	p = fastLog2 + float32(p*f)
	p = fastLog1 + float32(p*f)
	p = fastLog0 + float32(p*f)
	f2 := float32(f * f)
	y := float32(float32(f2*f)*p) + float32(n*fastLn2Low)
	y -= float32(0.5 * f2)
	return (f + y) + float32(n*fastLn2High)
}

// FastRsqrtF32 returns 1/sqrt(x), both rounded.
func FastRsqrtF32(x float32) float32 {
	if !(x >= 0) {
		return nan32()
	}
	return 1 / float32(math.Sqrt(float64(x)))
}
