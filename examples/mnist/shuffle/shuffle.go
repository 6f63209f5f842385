// Package shuffle orders examples by a seeded stream: equal seeds give equal orders on every machine.
package shuffle

import "math/bits"

// Stream is a stream of draws, splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
type Stream struct{ state uint64 }

// New starts the stream of a seed.
func New(seed uint64) *Stream { return &Stream{seed} }

func (s *Stream) next() uint64 {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below draws evenly from 0 to n-1: the high half of draw times n, where the few low halves that would favour some results are drawn
// again (Lemire: Fast random integer generation in an interval, 2019).
func (s *Stream) below(n uint64) uint64 {
	high, low := bits.Mul64(s.next(), n)
	if low < n {
		for excess := -n % n; low < excess; {
			high, low = bits.Mul64(s.next(), n)
		}
	}
	return high
}

// Shuffle permutes the order evenly, by the method of Fisher and Yates.
func (s *Stream) Shuffle(order []int32) {
	for i := len(order) - 1; i > 0; i-- {
		j := s.below(uint64(i) + 1)
		order[i], order[j] = order[j], order[i]
	}
}
