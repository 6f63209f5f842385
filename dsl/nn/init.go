// Package nn spells layers, losses and optimisers with the public surface of dsl alone: what it records, a user can record by hand.
package nn

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// factory is an Initial that continues one stream from call to call.
type factory struct {
	stream *dsl.Stream
	fill   func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error)
}

// Fill implements dsl.Initial.
func (f factory) Fill(shape tensor.Shape) (initial.Fill, error) { return f.fill(f.stream, shape) }

// Uniform draws from -scale to scale.
func Uniform(seed dsl.Seed, scale float64) dsl.Initial {
	return factory{dsl.NewStream(seed), func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error) {
		return s.Uniform(shape, scale)
	}}
}

// Normal draws with mean 0 and the given standard deviation.
func Normal(seed dsl.Seed, deviation float64) dsl.Initial {
	return factory{dsl.NewStream(seed), func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error) {
		return s.Normal(shape, deviation)
	}}
}

// Xavier draws matrices [in, out] uniformly within sqrt(6/(in+out)) and leaves vectors at zero (Glorot and Bengio, 2010).
func Xavier(seed dsl.Seed) dsl.Initial {
	return matrices(seed, "Xavier", func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error) {
		return s.Uniform(shape, math.Sqrt(6/float64(shape[0]+shape[1])))
	})
}

// Kaiming draws matrices [in, out] normally with deviation sqrt(2/in) and leaves vectors at zero (He et al., 2015).
func Kaiming(seed dsl.Seed) dsl.Initial {
	return matrices(seed, "Kaiming", func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error) {
		return s.Normal(shape, math.Sqrt(2/float64(shape[0])))
	})
}

// matrices is a factory for layers: vectors are zeros that take nothing from the stream.
func matrices(seed dsl.Seed, name string, draw func(*dsl.Stream, tensor.Shape) (initial.Fill, error)) dsl.Initial {
	return factory{dsl.NewStream(seed), func(s *dsl.Stream, shape tensor.Shape) (initial.Fill, error) {
		switch shape.Rank() {
		case 1:
			return initial.Fill{}, nil
		case 2:
			return draw(s, shape)
		}
		return initial.Fill{}, fmt.Errorf("%s fills vectors and matrices, not %v", name, shape)
	}}
}
