package num

import (
	"math"
	"math/big"
)

// The reference functions compute with 320 bits, by the plainest series, and share nothing with the code under test.
const referenceBits = 320

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(referenceBits).SetFloat64(x) }

func bigNew() *big.Float { return new(big.Float).SetPrec(referenceBits) }

// bigLn2 is 2 atanh(1/3).
var bigLn2 = bigAtanhTwice(bigNew().Quo(bigOf(1), bigOf(3)))

// bigAtanhTwice returns 2 atanh(t) = 2 (t + t^3/3 + t^5/5 + ...).
func bigAtanhTwice(t *big.Float) *big.Float {
	sum, power, square := bigNew(), bigNew().Set(t), bigNew().Mul(t, t)
	for n := 1.0; power.Sign() != 0 && (sum.Sign() == 0 || power.MantExp(nil) > sum.MantExp(nil)-referenceBits); n += 2 {
		sum.Add(sum, bigNew().Quo(power, bigOf(n)))
		power.Mul(power, square)
	}
	return sum.Add(sum, sum)
}

func bigLog(x *big.Float) *big.Float {
	m := bigNew()
	e := x.MantExp(m)
	if m.Cmp(bigOf(0.7)) < 0 {
		m.Add(m, m)
		e--
	}
	t := bigNew().Quo(bigNew().Sub(m, bigOf(1)), bigNew().Add(m, bigOf(1)))
	return bigNew().Add(bigNew().Mul(bigLn2, bigOf(float64(e))), bigAtanhTwice(t))
}

func bigExp(x *big.Float) *big.Float {
	quotient, _ := bigNew().Quo(x, bigLn2).Float64()
	k := math.Round(quotient)
	r := bigNew().Sub(x, bigNew().Mul(bigLn2, bigOf(k)))
	const halvings = 16
	r.SetMantExp(r, -halvings)
	sum, term := bigOf(1), bigOf(1)
	for n := 1.0; term.Sign() != 0 && term.MantExp(nil) > -referenceBits; n++ {
		term.Quo(term.Mul(term, r), bigOf(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k))
}

func bigTanh(x *big.Float) *big.Float {
	e := bigExp(bigNew().Add(x, x))
	return bigNew().Quo(bigNew().Sub(e, bigOf(1)), bigNew().Add(e, bigOf(1)))
}

func bigSigmoid(x *big.Float) *big.Float {
	return bigNew().Quo(bigOf(1), bigNew().Add(bigOf(1), bigExp(bigNew().Neg(x))))
}

// bigPi is 16 atan(1/5) - 4 atan(1/239) to 1400 bits, enough to reduce the largest float64.
var bigPi = func() *big.Float {
	const precision = 1400
	wide := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	atan := func(inverse float64) *big.Float {
		sum, power, square := wide(0), wide(0).Quo(wide(1), wide(inverse)), wide(inverse*-inverse)
		for n := 1.0; power.MantExp(nil) > -precision; n += 2 {
			sum.Add(sum, wide(0).Quo(power, wide(n)))
			power.Quo(power, square)
		}
		return sum
	}
	return wide(0).Sub(wide(0).Mul(wide(16), atan(5)), wide(0).Mul(wide(4), atan(239)))
}()

// bigTurn subtracts a multiple of 2 pi.
func bigTurn(x *big.Float) *big.Float {
	turn := new(big.Float).Add(bigPi, bigPi)
	turns, _ := new(big.Float).SetPrec(1400).Quo(x, turn).Int(nil)
	r := new(big.Float).SetPrec(1400).SetInt(turns)
	return r.Sub(new(big.Float).SetPrec(1400).Set(x), r.Mul(r, turn))
}

// bigAlternating sums first (1 - s/(n (n+1)) + s^2/(n (n+1) (n+2) (n+3)) - ...).
func bigAlternating(first, s *big.Float, n float64) *big.Float {
	sum, term := bigNew().Set(first), bigNew().Set(first)
	for ; term.Sign() != 0 && term.MantExp(nil) > first.MantExp(nil)-referenceBits; n += 2 {
		term.Quo(term.Mul(term, s), bigOf(-n*(n+1)))
		sum.Add(sum, term)
	}
	return sum
}

func bigCos(x *big.Float) *big.Float {
	r := bigTurn(x)
	return bigAlternating(bigOf(1), bigNew().Mul(r, r), 1)
}

func bigSin(x *big.Float) *big.Float {
	r := bigTurn(x)
	return bigAlternating(bigNew().Set(r), bigNew().Mul(r, r), 2)
}

// bigExpm1 sums the series where e^x is near 1.
func bigExpm1(x *big.Float) *big.Float {
	if x.MantExp(nil) > -30 {
		return bigNew().Sub(bigExp(x), bigOf(1))
	}
	sum, term := bigNew().Set(x), bigNew().Set(x)
	for n := 2.0; n < 20; n++ {
		term.Quo(term.Mul(term, x), bigOf(n))
		sum.Add(sum, term)
	}
	return sum
}

// bigLog1p is 2 atanh(x/(2 + x)) for small x.
func bigLog1p(x *big.Float) *big.Float {
	if x.MantExp(nil) > -2 {
		return bigLog(new(big.Float).SetPrec(1400).Add(bigOf(1), x))
	}
	return bigAtanhTwice(bigNew().Quo(x, bigNew().Add(bigOf(2), x)))
}

// bigErf is 2/sqrt(pi) (x - x^3/(1! 3) + x^5/(2! 5) - ...).
func bigErf(x *big.Float) *big.Float {
	sum, power, square := bigNew(), bigNew().Set(x), bigNew().Mul(x, x)
	for n := 0.0; power.Sign() != 0 && power.MantExp(nil) > x.MantExp(nil)-referenceBits; n++ {
		sum.Add(sum, bigNew().Quo(power, bigOf(2*n+1)))
		power.Quo(power.Mul(power, square), bigOf(-(n + 1)))
	}
	return sum.Mul(sum, bigErfSlope)
}

// bigErfSlope is 2/sqrt(pi).
var bigErfSlope = bigNew().Quo(bigOf(2), bigNew().Sqrt(bigNew().Set(bigPi)))

func bigErfDerivative(x *big.Float) *big.Float {
	square := bigNew().Mul(x, x)
	return bigNew().Mul(bigErfSlope, bigExp(square.Neg(square)))
}

func bigRsqrt(x *big.Float) *big.Float { return bigNew().Quo(bigOf(1), bigNew().Sqrt(x)) }

func bigPow(x, y *big.Float) *big.Float { return bigExp(bigNew().Mul(y, bigLog(x))) }

// ulps returns the distance of got from exact in units of the last place of the float64 nearest to exact.
func ulps(got float64, exact *big.Float) float64 {
	nearest, _ := exact.Float64()
	if math.IsInf(nearest, 0) || nearest == 0 {
		if got == nearest {
			return 0
		}
		return math.Inf(1)
	}
	unit := math.Nextafter(math.Abs(nearest), math.Inf(1)) - math.Abs(nearest)
	distance, _ := bigNew().Quo(bigNew().Sub(bigOf(got), exact), bigOf(unit)).Float64()
	return math.Abs(distance)
}
