package nn

import "github.com/topos-go/topos/dsl"

// SGD steps against the gradient: p - g·rate.
type SGD struct {
	Rate dsl.Value // scalar
}

// Update implements dsl.Optimiser.
func (o SGD) Update(e *dsl.Entry, gradients dsl.Adjoints) {
	for _, p := range gradients.Wrt() {
		e.Assign(p, p.Sub(gradients.Of(p).Mul(spread(o.Rate, p))))
	}
}

// spread broadcasts a scalar to the shape of another value.
func spread(scalar, like dsl.Value) dsl.Value {
	if like.Shape().Rank() == 0 {
		return scalar
	}
	return scalar.Broadcast(like.Shape()...)
}
