package initial

import (
	"errors"

	"github.com/topos-go/topos/runtime/tensor"
)

// Seed starts a stream of random numbers.
type Seed uint64

// Stream hands out consecutive parts of one seeded stream. The zero Stream is that of Seed(0).
type Stream struct{ state uint64 }

// NewStream starts at the seed.
func NewStream(seed Seed) *Stream { return &Stream{uint64(seed)} }

// Uniform takes values from -scale to scale.
func (s *Stream) Uniform(shape tensor.Shape, scale float64) (Fill, error) {
	return s.take(Uniform, shape, scale)
}

// Normal takes values of mean 0 and the given standard deviation.
func (s *Stream) Normal(shape tensor.Shape, deviation float64) (Fill, error) {
	return s.take(Normal, shape, deviation)
}

// Dropout takes 1/keep with probability keep, else 0.
func (s *Stream) Dropout(shape tensor.Shape, keep float64) (Fill, error) {
	return s.take(Dropout, shape, keep)
}

func (s *Stream) take(kind Kind, shape tensor.Shape, scale float64) (Fill, error) {
	f := Fill{Kind: kind, State: s.state, Scale: scale}
	if problem, _ := f.Check(shape); problem != "" {
		return Fill{}, errors.New(problem)
	}
	s.state = f.After(shape.Volume())
	return f, nil
}

// stream is the splitmix64 generator (Steele, Lea and Flood 2014).
type stream struct {
	state uint64
}

// unit returns the next draw: a multiple of 2^-53 in [0, 1).
func (s *stream) unit() float64 {
	s.state += increment
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return float64(float64(z>>11) * 0x1p-53)
}
