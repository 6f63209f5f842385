package asm

import (
	"math"
	"math/big"
)

// Sine and cosine count half turns: |x|/pi = n + f with |f| <= 1/2 or hardly more, so that sin |x| = (-1)^n sin(pi f). For the sine n is an
// integer, for the cosine an integer and a half.

// pi in two parts.
const (
	piHigh = 0x1.921fb54442d18p+1
	piLow  = 0x1.1a62633145c07p-53
)

// sinCoefficients are those of (sin(pi f)/f - pi)/f^2 in f^2, minimax (Remez) on |f| <= 0.516 where they give the sine to 2^-60.8, the highest power
// first, and then the lower part of pi.
var sinCoefficients = []float64{
	0x1.9c52dc5e71bacp-21,
	-0x1.6f7372155a35fp-16,
	0x1.e8f3396e4a1a0p-12,
	-0x1.e3074d674c105p-8,
	0x1.507834844f62ap-4,
	-0x1.32d2cce625ef5p-1,
	0x1.466bc6775aa4cp+1,
	-0x1.4abbce625be52p+2,
	piLow,
}

// inversePi is 2^256/pi.
const inversePi = "517cc1b727220a94fe13abe8fa9a6ee06db14acc9e21c820ff28b1d5ef5de2b0"

const (
	firstExponent = 25
	lastBits      = 22
)

// reciprocals of pi, one for each exponent e of |x| from the first on: without the binary places down to 2^-(e-24), which contribute even
// integers to |x|/pi (Payne and Hanek 1983). Smaller |x| take the first one.
//
// A leading part has the 31 places from there on; its low bits, which it does not need, are the high ones of a last part. The middle part has
// the 53 places between. What is left out of |x|/pi is below 2^-69, and no |x|/pi is closer than 2^-31 to a zero of the function.
func reciprocals() (leading, middle []uint64) {
	for e := firstExponent; e <= 127; e++ {
		places, _ := new(big.Int).SetString(inversePi, 16)
		cut(places, 256-(e-24))
		first := cut(places, 256-(e+7))
		second := cut(places, places.BitLen()-53)
		third := cut(places, places.BitLen()-(lastBits-11))
		leading = append(leading, math.Float64bits(first)|math.Float64bits(third)>>(64-lastBits))
		middle = append(middle, math.Float64bits(second))
	}
	return leading, middle
}

// cut takes the bits from the given one on away from n/2^256 and returns their value, if it is exact.
func cut(n *big.Int, from int) float64 {
	high := new(big.Int).Rsh(n, uint(from))
	n.Sub(n, new(big.Int).Lsh(high, uint(from)))
	v, _ := new(big.Float).SetInt(high).Float64()
	return math.Ldexp(v, from-256)
}

// lowerSin is the sine of x radians.
func lowerSin(b *builder, a []id) id {
	magnitude := b.do(ps.and, a[0], b.bits32(0x7FFFFFFF))
	r := b.circular(magnitude, 0)
	return b.do(ps.xor, r, b.do(ps.and, a[0], b.bits32(0x80000000)))
}

// lowerCos is the cosine of x radians.
func lowerCos(b *builder, a []id) id {
	magnitude := b.do(ps.and, a[0], b.bits32(0x7FFFFFFF))
	r := b.circular(magnitude, 0.5)
	return b.except(equal, magnitude, 0x1.2b9622p+67, r, 0x1.f0285ep-1) // too close to a midpoint
}

// circular returns sin(magnitude + start pi) for a start of 0 or 1/2.
func (b *builder) circular(magnitude id, start float64) id {
	x := b.do(ps.min, magnitude, b.float32(math.MaxFloat32)) // also where it is NaN
	v := b.widen(x)
	leading, middle := reciprocals()
	row := b.bothImmediate(shiftDown, 52, b.both(pd.max, v, b.all(0x1p25)))
	first := b.gather("inverse_pi_leading", leading, 1023+firstExponent, row)
	last := b.bothImmediate(shiftUp, 64-lastBits, first)
	first = b.both(pd.and, first, b.allBits(^uint64(1<<lastBits-1)))

	// t holds n + 2 start in its low bits: for the cosine the next integer, as cos = -sin half a turn back.
	shift := b.all(shifter + 2*start)
	var t, rest wide
	if start == 0 {
		t = b.fma(v, first, shift)
		rest = b.fma(v, first, b.both(pd.sub, shift, t))
	} else {
		t = b.both(pd.add, b.fma(v, first, b.all(-start)), shift)
		rest = b.fma(v, first, b.both(pd.sub, b.both(pd.sub, shift, t), b.all(start)))
	}
	f := b.fma(v, b.gather("inverse_pi_middle", middle, 1023+firstExponent, row), rest)
	f = b.fma(v, last, f)

	tail := b.horner(b.both(pd.mul, f, f), sinCoefficients...)
	y := b.fma(f, b.all(piHigh), b.both(pd.mul, f, tail))
	r := b.narrow(b.both(pd.xor, y, b.bothImmediate(shiftUp, 63, t)))
	return b.do(ps.blend, b.compare(&ps, notEqual, x, magnitude), b.float32(float32(math.NaN())), r)
}
