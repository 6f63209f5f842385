package nn

import "github.com/topos-go/topos/dsl"

// SGD steps against the gradient: p - g·rate.
type SGD struct {
	Rate dsl.Value // scalar
}

// Update implements dsl.Optimiser.
func (o SGD) Update(e *dsl.Entry, gradients dsl.Adjoints) {
	if !rated(o.Rate, "SGD", gradients) {
		return
	}
	for _, p := range gradients.Wrt() {
		e.Assign(p, p.Sub(gradients.Of(p).Mul(spread(o.Rate, p))))
	}
}

// rated gives the entry's tape an error where an optimiser has no rate.
func rated(rate dsl.Value, optimiser string, gradients dsl.Adjoints) bool {
	if rate != (dsl.Value{}) {
		return true
	}
	if t := gradients.Target().Tape(); t != nil {
		t.Refuse(optimiser, "the rate is missing", `set Rate: t.Scalar("rate")`)
	}
	return false
}

// spread broadcasts a scalar to the shape of another value.
func spread(scalar, like dsl.Value) dsl.Value {
	if like.Shape().Rank() == 0 {
		return scalar
	}
	return scalar.Broadcast(like.Shape()...)
}
