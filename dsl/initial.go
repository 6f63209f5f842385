package dsl

import (
	"errors"
	"fmt"
	"math"
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

// Seed starts a stream of random numbers (splitmix64).
type Seed uint64

// Stream hands out consecutive parts of one seeded stream. The zero Stream is that of Seed(0).
type Stream struct{ state uint64 }

// NewStream starts at the seed.
func NewStream(seed Seed) *Stream { return &Stream{uint64(seed)} }

// Uniform takes values from -scale to scale.
func (s *Stream) Uniform(shape tensor.Shape, scale float64) (initial.Fill, error) {
	return s.take(initial.Uniform, shape, scale)
}

// Normal takes values of mean 0 and the given standard deviation.
func (s *Stream) Normal(shape tensor.Shape, deviation float64) (initial.Fill, error) {
	return s.take(initial.Normal, shape, deviation)
}

// Dropout takes 1/keep with probability keep, else 0.
func (s *Stream) Dropout(shape tensor.Shape, keep float64) (initial.Fill, error) {
	return s.take(initial.Dropout, shape, keep)
}

func (s *Stream) take(kind initial.Kind, shape tensor.Shape, scale float64) (initial.Fill, error) {
	f := initial.Fill{Kind: kind, State: s.state, Scale: scale}
	if fault := checkFill(f, shape); fault != nil {
		return initial.Fill{}, errors.New(fault.Text)
	}
	s.state = f.After(shape.Volume())
	return f, nil
}

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
	switch n := shape.Volume(); {
	case f.Kind > initial.Dropout:
		return &op.Fault{Text: fmt.Sprintf("kind %d of an initial value is not known", f.Kind), Fix: "use one of package initial"}
	case f.Kind == initial.Values && len(f.List) != n:
		return &op.Fault{Text: fmt.Sprintf("%d values were listed but %v holds %d", len(f.List), shape, n), Fix: "list one value per element"}
	case f.Kind == initial.Dropout && !(f.Scale > 0 && f.Scale <= 1):
		return &op.Fault{Text: fmt.Sprintf("%v is not a probability to keep", f.Scale), Fix: "keep more than 0, at most 1"}
	case f.Kind >= initial.Uniform && !(f.Scale >= 0 && f.Scale <= math.MaxFloat64):
		return &op.Fault{Text: fmt.Sprintf("%v is out of range for an initial value", f.Scale), Fix: "use a finite scale of at least 0"}
	}
	return nil
}
