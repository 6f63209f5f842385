package nn

import "github.com/topos-go/topos/dsl"

// SGD steps against the gradient: p - g·rate.
type SGD struct {
	Rate dsl.Value // scalar
}

// Update implements dsl.Optimiser.
func (o SGD) Update(e *dsl.Entry, gradients dsl.Adjoints) {
	if !rated(e, o.Rate, "SGD", gradients) {
		return
	}
	for _, p := range gradients.Wrt() {
		e.Assign(p, p.Sub(gradients.Of(p).Mul(spread(o.Rate, p))))
	}
}

// rated gives the gradients' tape an error where an optimiser has no rate, or no entry to update.
func rated(e *dsl.Entry, rate dsl.Value, optimiser string, gradients dsl.Adjoints) bool {
	t := gradients.Target().Tape()
	switch {
	case t == nil:
		return false // Entry.Update has said so
	case e == nil:
		t.Refuse(optimiser, "there is no entry to update", "call it through the Update of an entry")
	case rate == (dsl.Value{}):
		t.Refuse(optimiser, "the rate is missing", `set Rate: t.Scalar("rate")`)
	default:
		return true
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
