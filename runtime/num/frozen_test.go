package num

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// TestF64Bits holds the bits of the float64 functions: the same on every platform, and a change raises Version.
func TestF64Bits(t *testing.T) {
	for _, c := range []struct {
		name      string
		f         func(float64) float64
		low, high float64
		want      uint64
	}{
		{"exp", ExpF64, -750, 720, 0xc5c253e14d1eafc6},
		{"log", LogF64, 0, 4, 0x5bb10866f1ff2f47},
		{"tanh", TanhF64, -3, 3, 0xfadd52e9f46cce0e},
		{"sigmoid", SigmoidF64, -40, 40, 0xce3d0f559321cf64},
		{"sigmoid far below", SigmoidF64, -750, -30, 0x6dc79c375b89221b},
		{"cos", CosF64, -10, 10, 0xeb7a7d3ee47277a3},
		{"cos of large numbers", CosF64, 0x1p60, 0x1p1000, 0xd7dfdfc623f6d7b1},
	} {
		hash := fnv.New64a()
		state := uint64(1)
		for range 1 << 14 {
			state = state*6364136223846793005 + 1442695040888963407
			u := float64(float64(state>>11) * 0x1p-53)
			y := c.f(c.low + float64(u*(c.high-c.low)))
			hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(y)))
		}
		if got := hash.Sum64(); got != c.want {
			t.Errorf("%s: %#016x, want %#016x", c.name, got, c.want)
		}
	}
}
