package num

import "math"

// quotient returns (a + aLow)/(b + bLow), where the low parts are far below the high ones: the quotient of the high parts and
// one correction by its exact remainder. The error stays close to half a unit in the last place.
func quotient(a, aLow, b, bLow float64) float64 {
	q := a / b
	p := float64(q * b)
	remainder := (a - p) - productError(q, b, p)
	return q + (remainder+(aLow-float64(q*bLow)))/b
}

// productError returns a*b - p exactly, where p is the product rounded (Dekker 1971): halves of 26 and 27 bits multiply exactly.
func productError(a, b, p float64) float64 {
	aHigh, aLow := halves(a)
	bHigh, bLow := halves(b)
	return ((float64(aHigh*bHigh) - p) + float64(aHigh*bLow) + float64(aLow*bHigh)) + float64(aLow*bLow)
}

// halves splits x into its leading 26 bits and the rest.
func halves(x float64) (high, low float64) {
	high = math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	return high, x - high
}
