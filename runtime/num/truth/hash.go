package truth

import "math"

// lanes is the number of blocks that are hashed at once.
const lanes = 4

// hash returns the FNV-1a 64 hashes of the results' bit patterns, low byte first, every NaN as 7FC00000.
func hash(results *[lanes][BlockSize]float32) [lanes]uint64 {
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3
	h0, h1, h2, h3 := uint64(offset), uint64(offset), uint64(offset), uint64(offset)
	for i := range BlockSize {
		b0, b1, b2, b3 := pattern(results[0][i]), pattern(results[1][i]), pattern(results[2][i]), pattern(results[3][i])
		for range 4 {
			h0 = (h0 ^ b0&0xff) * prime
			h1 = (h1 ^ b1&0xff) * prime
			h2 = (h2 ^ b2&0xff) * prime
			h3 = (h3 ^ b3&0xff) * prime
			b0, b1, b2, b3 = b0>>8, b1>>8, b2>>8, b3>>8
		}
	}
	return [lanes]uint64{h0, h1, h2, h3}
}

func pattern(x float32) uint64 {
	if x != x {
		return 0x7FC00000
	}
	return uint64(math.Float32bits(x))
}
