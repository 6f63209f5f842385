package dual

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

var _ num.Functions[Number] = Arithmetic{}

// chain is a function's value with its derivative there.
func (x Number) chain(y, derivative float64) Number {
	return Number{y, float64(x.Slope * derivative)}
}

// Sqrt has the slope x'/2y.
func (Arithmetic) Sqrt(x Number) Number {
	y := math.Sqrt(x.Value)
	return Number{y, x.Slope / (y + y)}
}

// Exp is its own derivative.
func (Arithmetic) Exp(x Number) Number {
	y := num.ExpF64(x.Value)
	return x.chain(y, y)
}

// Expm1 has the derivative e^x.
func (Arithmetic) Expm1(x Number) Number {
	y := num.Expm1F64(x.Value)
	return x.chain(y, y+1)
}

// Log has the derivative 1/x.
func (Arithmetic) Log(x Number) Number { return Number{num.LogF64(x.Value), x.Slope / x.Value} }

// Log1p has the derivative 1/(1 + x).
func (Arithmetic) Log1p(x Number) Number {
	return Number{num.Log1pF64(x.Value), x.Slope / (1 + x.Value)}
}

// Tanh has the derivative 1 - y^2.
func (Arithmetic) Tanh(x Number) Number {
	y := num.TanhF64(x.Value)
	return x.chain(y, 1-float64(y*y))
}

// Sigmoid has the derivative y (1 - y).
func (Arithmetic) Sigmoid(x Number) Number {
	y := num.SigmoidF64(x.Value)
	return x.chain(y, float64(y*(1-y)))
}

// Sin has the derivative cos x.
func (Arithmetic) Sin(x Number) Number { return x.chain(num.SinF64(x.Value), num.CosF64(x.Value)) }

// Cos has the derivative -sin x.
func (Arithmetic) Cos(x Number) Number { return x.chain(num.CosF64(x.Value), -num.SinF64(x.Value)) }

// Erf has the derivative that is named after it.
func (Arithmetic) Erf(x Number) Number {
	return x.chain(num.ErfF64(x.Value), num.ErfDerivativeF64(x.Value))
}

// ErfDerivative has the derivative -2 x y.
func (Arithmetic) ErfDerivative(x Number) Number {
	y := num.ErfDerivativeF64(x.Value)
	return x.chain(y, -float64((x.Value+x.Value)*y))
}

// Rsqrt has the derivative -y/2x.
func (Arithmetic) Rsqrt(x Number) Number {
	y := num.RsqrtF64(x.Value)
	return x.chain(y, -y/(x.Value+x.Value))
}

// Pow moves with its base and with its exponent. An exponent without a slope needs no logarithm, which a negative base does not have.
func (Arithmetic) Pow(x, y Number) Number {
	z := num.PowF64(x.Value, y.Value)
	slope := float64(x.Slope * float64(y.Value*num.PowF64(x.Value, y.Value-1)))
	if y.Slope != 0 {
		slope += float64(y.Slope * float64(z*num.LogF64(x.Value)))
	}
	return Number{z, slope}
}
