package looptest

import (
	"math"
	"math/big"
)

// NearQuarterTurns lists numbers of all magnitudes that lie closer to a multiple of pi/2 than any number between their lattice's origin and
// themselves: the denominators of the continued fraction of 2^e 2/pi below 2^53, times 2^e.
func NearQuarterTurns() []float64 {
	const places = 1400
	one := new(big.Int).Lsh(big.NewInt(1), places)
	// Machin 1706: pi/4 = 4 arctan(1/5) - arctan(1/239).
	quarter := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(4), arctan(5, one)), arctan(239, one))
	inverse := new(big.Int).Lsh(one, places-1)
	inverse.Quo(inverse, quarter) // 2/pi

	var list []float64
	for e := -60; e <= 971; e++ {
		x, y := new(big.Int).Set(one), new(big.Int).Lsh(inverse, uint(e+60))
		y.Rsh(y, 60).Mod(y, one)
		before, now := 0.0, 1.0
		for y.Sign() > 0 {
			q, r := new(big.Int).QuoRem(x, y, new(big.Int))
			x, y = y, r
			quotient, _ := q.Float64()
			before, now = now, before+float64(quotient*now)
			if now >= 0x1p53 {
				break
			}
			list = append(list, math.Ldexp(now, e))
		}
	}
	return list
}

// arctan returns the arctangent of 1/n in units of 1/one.
func arctan(n int64, one *big.Int) *big.Int {
	sum, power := new(big.Int), new(big.Int).Quo(one, big.NewInt(n))
	for k := int64(1); power.Sign() != 0; k += 2 {
		term := new(big.Int).Quo(power, big.NewInt(k))
		if k%4 == 1 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		power.Quo(power, big.NewInt(n*n))
	}
	return sum
}
