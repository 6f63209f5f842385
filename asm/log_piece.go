package asm

import "math"

// A logarithm of the sequences splits x = 2^k z and takes, by the leading bits of z, a reciprocal of a few bits near 1/z:
//
//	log x = k ln2 - log reciprocal + log(1 + r),  r = z reciprocal - 1
type logPiece struct {
	reciprocal float64
	high, low  float64 // -log reciprocal; high is a multiple of 2^-42
}

// gatherPiece looks up the pieces of the given indices.
func (b *builder) gatherPiece(name string, pieces []logPiece, index wide) (reciprocal, high, low wide) {
	words := make([][]uint64, 3)
	for _, p := range pieces {
		for i, v := range []float64{p.reciprocal, p.high, p.low} {
			words[i] = append(words[i], math.Float64bits(v))
		}
	}
	return b.gather(name+"_reciprocal", words[0], 0, index), b.gather(name+"_high", words[1], 0, index), b.gather(name+"_low", words[2], 0, index)
}
