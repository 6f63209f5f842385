package dsl

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// Initial describes the first value of a parameter, a state, an input or a leaf. Factories may continue a stream from call to call.
type Initial interface {
	Fill(shape tensor.Shape) (initial.Fill, error)
}

// Const fills with one value.
type Const float64

// Fill implements Initial.
func (c Const) Fill(tensor.Shape) (initial.Fill, error) {
	return initial.Fill{Kind: initial.Const, Value: float64(c)}, nil
}

// Values lists the elements, row-major.
func Values(list ...float64) Initial { return values(slices.Clone(list)) }

type values []float64

func (v values) Fill(tensor.Shape) (initial.Fill, error) {
	return initial.Fill{Kind: initial.Values, List: v}, nil
}

// Seed starts a stream of random numbers.
type Seed = initial.Seed

// Stream hands out consecutive parts of one seeded stream.
type Stream = initial.Stream

// NewStream starts at the seed.
func NewStream(seed Seed) *Stream { return initial.NewStream(seed) }

// fillOf asks an initial for its description in a shape, and checks it.
func fillOf(init Initial, shape tensor.Shape) (initial.Fill, *op.Fault) {
	if init == nil {
		return initial.Fill{}, &op.Fault{Text: "no initial value was given", Fix: "use dsl.Const(0) for zeros"}
	}
	fill, err := init.Fill(shape)
	if err != nil {
		return fill, &op.Fault{Text: err.Error(), Fix: "choose an initial value for this shape"}
	}
	return fill, checkFill(fill, shape)
}

// checkFill wants a fill that makes numbers in the shape.
func checkFill(f initial.Fill, shape tensor.Shape) *op.Fault {
	if problem, fix := f.Check(shape); problem != "" {
		return &op.Fault{Text: problem, Fix: fix}
	}
	return nil
}
