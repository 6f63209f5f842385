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

// bigCos subtracts a multiple of 2 pi and sums the series.
func bigCos(x *big.Float) *big.Float {
	turn := new(big.Float).Add(bigPi, bigPi)
	turns, _ := new(big.Float).SetPrec(1400).Quo(x, turn).Int(nil)
	r := new(big.Float).SetPrec(1400).SetInt(turns)
	r.Sub(new(big.Float).SetPrec(1400).Set(x), r.Mul(r, turn))
	square := bigNew().Mul(r, r)
	sum, term := bigOf(1), bigOf(1)
	for n := 1.0; term.Sign() != 0 && term.MantExp(nil) > -referenceBits; n += 2 {
		term.Quo(term.Mul(term, square), bigOf(-n*(n+1)))
		sum.Add(sum, term)
	}
	return sum
}

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
