package dsl

import (
	"fmt"
	"math"
	"slices"

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

func (v values) Fill(shape tensor.Shape) (initial.Fill, error) {
	if len(v) != shape.Volume() {
		return initial.Fill{}, fmt.Errorf("%d values were listed but %v holds %d", len(v), shape, shape.Volume())
	}
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
	return s.take(initial.Uniform, shape, scale, scale >= 0)
}

// Normal takes values of mean 0 and the given standard deviation.
func (s *Stream) Normal(shape tensor.Shape, deviation float64) (initial.Fill, error) {
	return s.take(initial.Normal, shape, deviation, deviation >= 0)
}

// Dropout takes 1/keep with probability keep, else 0.
func (s *Stream) Dropout(shape tensor.Shape, keep float64) (initial.Fill, error) {
	return s.take(initial.Dropout, shape, keep, keep > 0 && keep <= 1)
}

func (s *Stream) take(kind initial.Kind, shape tensor.Shape, scale float64, ok bool) (initial.Fill, error) {
	if !ok || math.IsInf(scale, 0) {
		return initial.Fill{}, fmt.Errorf("%v is out of range for an initial value", scale)
	}
	f := initial.Fill{Kind: kind, State: s.state, Scale: scale}
	s.state = f.After(shape.Volume())
	return f, nil
}
