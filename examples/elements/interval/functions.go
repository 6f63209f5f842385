package interval

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// The functions that grow throughout: their bounds are those of the results. An interval has no Sin, Cos, ErfDerivative or Pow: a network that needs one
// is refused before it runs.

// Sqrt of a negative bound is unknown.
func (Arithmetic) Sqrt(x Interval) Interval { return grow(math.Sqrt, x, 0, math.Inf(1)) }

// Exp stays above 0.
func (Arithmetic) Exp(x Interval) Interval { return grow(num.ExpF64, x, 0, math.Inf(1)) }

// Expm1 stays above -1.
func (Arithmetic) Expm1(x Interval) Interval { return grow(num.Expm1F64, x, -1, math.Inf(1)) }

// Log of a negative bound is unknown.
func (Arithmetic) Log(x Interval) Interval { return grow(num.LogF64, x, math.Inf(-1), math.Inf(1)) }

// Log1p of a bound below -1 is unknown.
func (Arithmetic) Log1p(x Interval) Interval {
	return grow(num.Log1pF64, x, math.Inf(-1), math.Inf(1))
}

// Tanh stays between -1 and 1.
func (Arithmetic) Tanh(x Interval) Interval { return grow(num.TanhF64, x, -1, 1) }

// Sigmoid stays between 0 and 1.
func (Arithmetic) Sigmoid(x Interval) Interval { return grow(num.SigmoidF64, x, 0, 1) }

// Erf stays between -1 and 1.
func (Arithmetic) Erf(x Interval) Interval { return grow(num.ErfF64, x, -1, 1) }

// Rsqrt falls where the root grows.
func (a Arithmetic) Rsqrt(x Interval) Interval { return a.Div(Of(1), a.Sqrt(x)) }

// grow applies a function to both bounds, whose exact results lie between lowest and highest.
func grow(f func(float64) float64, x Interval, lowest, highest float64) Interval {
	y := outward(f(x.Low), f(x.High))
	return Interval{max(y.Low, lowest), min(y.High, highest)}
}
