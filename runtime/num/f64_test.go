package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// TestF64Error measures the float64 functions against 320 bits. TOPOS_NUM_SAMPLES raises the number of random inputs per range.
func TestF64Error(t *testing.T) {
	samples := 400
	if text := os.Getenv("TOPOS_NUM_SAMPLES"); text != "" {
		var err error
		if samples, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	type span struct{ low, high float64 }
	for _, c := range []struct {
		name      string
		f         func(float64) float64
		exact     func(*big.Float) *big.Float
		bound     float64
		spans     []span
		geometric bool // the logarithm of the input is uniform, else the input
	}{
		{"exp", ExpF64, bigExp, 0.65, []span{{-0.5, 0.5}, {-20, 20}, {-708, 709}}, false},
		{"exp", ExpF64, bigExp, 0.8, []span{{-745, -708}}, false}, // subnormal results round twice
		{"log", LogF64, bigLog, 0.501, []span{{0.97, 1.03}, {0.69, 1.41}, {1, 1000}}, false},
		{"log", LogF64, bigLog, 0.501, []span{{0x1p-1074, 0x1p1023}}, true},
		{"tanh", TanhF64, bigTanh, 0.85, []span{{-0.3, 0.3}, {0.1, 1}, {0.5, 5}, {-22, 22}}, false},
		{"tanh", TanhF64, bigTanh, 0.85, []span{{0x1p-40, 30}}, true},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.65, []span{{-1, 1}, {-40, 45}, {-708, -30}}, false},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.8, []span{{-746, -708}}, false},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.65, []span{{0x1p-60, 45}}, true},
		{"cos", CosF64, bigCos, 0.56, []span{{-1, 1}, {0, 2 * math.Pi}, {-1e6, 1e6}, {-1e22, 1e22}, {-1e300, 1e300}}, false},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		for _, s := range c.spans {
			worst, at := 0.0, 0.0
			for range samples {
				u := random.Float64()
				x := s.low + float64(u*(s.high-s.low))
				if c.geometric {
					x = math.Exp2(math.Log2(s.low) + u*(math.Log2(s.high)-math.Log2(s.low)))
				}
				if e := ulps(c.f(x), c.exact(bigOf(x))); e > worst {
					worst, at = e, x
				}
			}
			if worst > c.bound {
				t.Errorf("%s on [%g, %g]: %.4f ulp at %x, want at most %g", c.name, s.low, s.high, worst, at, c.bound)
			}
			t.Logf("%-8s [%g, %g]  %.4f ulp at %g", c.name, s.low, s.high, worst, at)
		}
	}
}
