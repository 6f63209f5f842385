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
		{"exp", ExpF64, -750, 720, 0xc4dbfae21f4688aa},
		{"log", LogF64, 0, 4, 0x5bb10866f1ff2f47},
		{"tanh", TanhF64, -3, 3, 0x07058b4b7cb5558e},
		{"sigmoid", SigmoidF64, -40, 40, 0x14da3c0859f848c1},
		{"sigmoid far below", SigmoidF64, -750, -30, 0x37d39aad7b7da1a5},
		{"expm1", Expm1F64, -3, 3, 0x526f92271417ff25},
		{"expm1 far out", Expm1F64, -40, 720, 0x8d774a14569ab40d},
		{"log1p", Log1pF64, -1, 3, 0x5bb10866f1ff2f47},
		{"log1p far out", Log1pF64, 0, 1e30, 0x4925af889cad5dbf},
		{"sin", SinF64, -10, 10, 0xf7599823fa8cb92f},
		{"sin of large numbers", SinF64, 0x1p60, 0x1p1000, 0x5b940224c9895a3a},
		{"erf", ErfF64, -6.5, 6.5, 0xcc473940d0a18e24},
		{"erf derivative", ErfDerivativeF64, -28, 28, 0xb783521b6a7261c3},
		{"rsqrt", RsqrtF64, 0, 8, 0xd9b892cc5f3d04f9},
		{"powers of 1.37", func(x float64) float64 { return PowF64(1.37, x) }, -2400, 2300, 0xc8f3be8a392f225d},
		{"powers to 1.37", func(x float64) float64 { return PowF64(x, 1.37) }, 0, 4, 0x6fa376b9c9a2c20d},
		{"powers to -13", func(x float64) float64 { return PowF64(x, -13) }, -3, 3, 0xd8b781812e52a963},
		{"cos", CosF64, -10, 10, 0x57322ee85eb9af24},
		{"cos of large numbers", CosF64, 0x1p60, 0x1p1000, 0x8af7c93e09fc225e},
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
