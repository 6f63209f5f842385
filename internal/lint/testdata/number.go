// Package number is not a numeric package, but it has a number.
package number

import "math"

type Double struct{}

func (Double) Mul(a, b float64) float64 { return a * b } // want product

func (Double) MulAdd(acc, a, b float64) float64 { return acc + float64(a*b) }

func (Double) Widen(x float64) float64 { return x }

func (Double) Round(x float64) float64 { return x }

func (*Double) Exp(x float64) float64 { return math.Exp(2 * x) } // want product

// Matrix has a Mul, but is no number.
type Matrix struct{}

func (Matrix) Mul(a, b float64) float64 { return a * b }

func area(a, b float64) float64 { return a * math.Exp(b) }
