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

// reciprocalRest returns (z + low) reciprocal - 1 as a rounded sum and the rest. Without low it is 0. The leading part of z has an exact product with
// the reciprocal.
func (b *builder) reciprocalRest(z, reciprocal, low wide) (r, rLow wide) {
	zHigh := b.both(pd.and, z, b.allBits(^uint64(1<<20-1)))
	rHigh := b.fma(zHigh, reciprocal, b.all(-1))
	rLow = b.mul(b.sub(z, zHigh), reciprocal)
	if low != nil {
		rLow = b.mulAdd(low, reciprocal, rLow)
	}
	r = b.add(rHigh, rLow)
	return r, b.sub(rLow, b.sub(r, rHigh))
}
