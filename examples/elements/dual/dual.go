// Package dual is an element of its own: a number that carries its derivative. A run over it differentiates forward, with no tape of gradients.
//
//	m := interp.New(net, dual.Arithmetic{})
//	run, err := m.Run(p, interp.Feeds[dual.Number]{x: {{Value: 3, Slope: 1}}})
package dual

import "github.com/topos-go/topos/runtime/num"

// Number is a value and its derivative by whatever was given the slope 1.
type Number struct {
	Value, Slope float64
}

// Arithmetic computes values as f64 does, and slopes by the rules of differentiation. It accumulates in itself.
type Arithmetic struct{}

var _ num.Arithmetic[Number, Number] = Arithmetic{}

// Name returns "dual".
func (Arithmetic) Name() string { return "dual" }

// FromFloat64 is a constant.
func (Arithmetic) FromFloat64(x float64) Number { return Number{Value: x} }

// Float64 is the value.
func (Arithmetic) Float64(x Number) float64 { return x.Value }

// Add adds values and slopes.
func (Arithmetic) Add(a, b Number) Number { return Number{a.Value + b.Value, a.Slope + b.Slope} }

// Sub subtracts values and slopes.
func (Arithmetic) Sub(a, b Number) Number { return Number{a.Value - b.Value, a.Slope - b.Slope} }

// Mul is the rule of products.
func (Arithmetic) Mul(a, b Number) Number {
	return Number{float64(a.Value * b.Value), float64(a.Slope*b.Value) + float64(a.Value*b.Slope)}
}

// Div is the rule of quotients.
func (Arithmetic) Div(a, b Number) Number {
	y := a.Value / b.Value
	return Number{y, (a.Slope - float64(y*b.Slope)) / b.Value}
}

// Neg flips both signs.
func (Arithmetic) Neg(x Number) Number { return Number{-x.Value, -x.Slope} }

// Max takes the slope of the larger value, of the left one where they are equal: as the recorded gradient does.
func (Arithmetic) Max(a, b Number) Number {
	if a.Value >= b.Value {
		return Number{max(a.Value, b.Value), a.Slope}
	}
	return Number{max(a.Value, b.Value), b.Slope}
}

// Min takes the slope of the smaller value, of the left one where they are equal.
func (Arithmetic) Min(a, b Number) Number {
	if a.Value <= b.Value {
		return Number{min(a.Value, b.Value), a.Slope}
	}
	return Number{min(a.Value, b.Value), b.Slope}
}

// GreaterEqual compares values.
func (Arithmetic) GreaterEqual(a, b Number) bool { return a.Value >= b.Value }

// IsNaN reports whether the value is a NaN.
func (Arithmetic) IsNaN(x Number) bool { return x.Value != x.Value }

// Canonical makes each NaN the canonical one.
func (Arithmetic) Canonical(x Number) Number {
	return Number{num.F64{}.Canonical(x.Value), num.F64{}.Canonical(x.Slope)}
}

// Widen returns x.
func (Arithmetic) Widen(x Number) Number { return x }

// Round returns x.
func (Arithmetic) Round(x Number) Number { return x }

// MulAdd multiplies, then adds.
func (d Arithmetic) MulAdd(acc, a, b Number) Number { return d.Add(acc, d.Mul(a, b)) }

// Wide returns Arithmetic.
func (Arithmetic) Wide() num.Arithmetic[Number, Number] { return Arithmetic{} }
