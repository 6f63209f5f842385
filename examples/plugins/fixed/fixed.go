// Package fixed is an element of another module: numbers in units of 2^-16 in 32 bits, as small processors without floating point compute them. Results
// beyond the range stay at its end.
package fixed

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Number counts units of 2^-16.
type Number int32

const (
	one      = 1 << 16
	greatest = Number(math.MaxInt32)
	least    = Number(math.MinInt32)
)

// Arithmetic rounds to the nearest number, ties to even, and saturates. There is no NaN: dividing zero by zero is zero. It accumulates in itself.
type Arithmetic struct{}

var _ num.Arithmetic[Number, Number] = Arithmetic{}

// Name returns "fixed".
func (Arithmetic) Name() string { return "fixed" }

// saturated is the nearest number.
func saturated(x int64) Number { return Number(min(max(x, int64(least)), int64(greatest))) }

// FromFloat64 takes a NaN to zero.
func (Arithmetic) FromFloat64(x float64) Number {
	switch units := math.RoundToEven(float64(x * one)); {
	case units != units:
		return 0
	case units >= float64(greatest):
		return greatest
	case units <= float64(least):
		return least
	default:
		return Number(units)
	}
}

// Float64 is exact.
func (Arithmetic) Float64(x Number) float64 { return float64(x) / one }

// Add saturates.
func (Arithmetic) Add(a, b Number) Number { return saturated(int64(a) + int64(b)) }

// Sub saturates.
func (Arithmetic) Sub(a, b Number) Number { return saturated(int64(a) - int64(b)) }

// Mul rounds the exact product once.
func (Arithmetic) Mul(a, b Number) Number { return saturated(ratio(int64(a)*int64(b), one)) }

// Div rounds the exact quotient once.
func (Arithmetic) Div(a, b Number) Number {
	switch {
	case b != 0:
		return saturated(ratio(int64(a)*one, int64(b)))
	case a > 0:
		return greatest
	case a < 0:
		return least
	}
	return 0
}

// ratio is the integer nearest to a/b, the even one of two.
func ratio(a, b int64) int64 {
	if b < 0 {
		a, b = -a, -b
	}
	q, r := a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	if 2*r > b || 2*r == b && q%2 != 0 {
		q++
	}
	return q
}

// Neg saturates.
func (Arithmetic) Neg(x Number) Number { return saturated(-int64(x)) }

// Max is the larger number.
func (Arithmetic) Max(a, b Number) Number { return max(a, b) }

// Min is the smaller number.
func (Arithmetic) Min(a, b Number) Number { return min(a, b) }

// GreaterEqual compares.
func (Arithmetic) GreaterEqual(a, b Number) bool { return a >= b }

// IsNaN is false.
func (Arithmetic) IsNaN(Number) bool { return false }

// Canonical returns x.
func (Arithmetic) Canonical(x Number) Number { return x }

// Widen returns x.
func (Arithmetic) Widen(x Number) Number { return x }

// Round returns x.
func (Arithmetic) Round(x Number) Number { return x }

// MulAdd multiplies, then adds.
func (f Arithmetic) MulAdd(acc, a, b Number) Number { return f.Add(acc, f.Mul(a, b)) }

// Wide returns Arithmetic.
func (Arithmetic) Wide() num.Arithmetic[Number, Number] { return Arithmetic{} }
