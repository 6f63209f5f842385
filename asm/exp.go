package asm

// The reduction x = k ln2 + r, |r| <= ln2/2, with ln2 in two parts.
const (
	log2e   = 0x1.71547652b82fep+0
	ln2High = 0x1.62e42fefa39efp-1
	ln2Low  = 0x1.abc9e3b39803fp-56

	// Adding and subtracting shifter rounds to an integer, which the low bits of the sum hold.
	shifter = 0x1.8p52
)

// expOdd and expEven are the coefficients of (e^r - 1 - r)/r^2, minimax to 2^-49.4 of e^r - 1 on |r| <= ln2/2, for the odd and the even
// powers of r, the highest first: two short chains instead of a long one. One coefficient less, and functions of float32 that
// use them would have results that are not rounded correctly; with these there are none among all inputs.
var (
	expOdd = []float64{
		0x1.72da33d433dd3p-19,
		0x1.a0199c0a6ac7cp-13,
		0x1.1111112131f61p-7,
		0x1.5555555552270p-3,
	}
	expEven = []float64{
		0x1.27dc757ffe4b8p-22,
		0x1.a01a78df26e39p-16,
		0x1.6c16c135996bbp-10,
		0x1.5555555564b03p-5,
		0x1.fffffffffffbfp-2,
	}
)

// reduce returns e^r - 1 and 2^k, the latter as bits to be added to those of a float64, for x = k ln2 + r.
func (b *builder) reduce(x wide) (expm1, exponent wide) {
	t := b.fma(x, b.all(log2e), b.all(shifter))
	k := b.both(pd.sub, t, b.all(shifter))
	r := b.fma(k, b.all(-ln2High), x)
	r = b.fma(k, b.all(-ln2Low), r)
	b.cutHere()
	r2 := b.both(pd.mul, r, r)
	p := b.horners(r2, expOdd, expEven)
	expm1 = b.fma(r2, b.fma(p[0], r, p[1]), r)
	return expm1, b.bothImmediate(shiftUp, 52, t)
}

// lowerExp is e^x. All results are rounded correctly as they come.
func lowerExp(b *builder, a []id) id {
	// Beyond these bounds the result is 0 or infinity all the same. NaN passes: it is the second operand.
	x := b.do(ps.max, b.float32(-104), a[0])
	x = b.do(ps.min, b.float32(89), x)
	expm1, exponent := b.reduce(b.widen(x))
	return b.narrow(b.both(addInt, b.both(pd.add, expm1, b.all(1)), exponent))
}
