package loop

import "github.com/topos-go/topos/runtime/num"

// Literal rounds a constant once to what a lane of a kind holds.
func (e Elem) Literal(v float64, k Kind) float64 {
	switch {
	case e.Narrow() && k == Wide, e == F32:
		return float64(float32(v))
	case e == BF16:
		return num.BF16{}.Float64(num.BF16{}.FromFloat64(v))
	case e == F16:
		return num.F16{}.Float64(num.F16{}.FromFloat64(v))
	}
	return v
}
