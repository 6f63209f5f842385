package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

type span struct{ low, high float64 }

// between draws a number of the span, uniform, or with a uniform logarithm.
func (s span) between(random *rand.Rand, geometric bool) float64 {
	u := random.Float64()
	if geometric {
		return math.Exp2(math.Log2(s.low) + u*(math.Log2(s.high)-math.Log2(s.low)))
	}
	return s.low + float64(u*(s.high-s.low))
}

// samples is how many inputs of each range are measured; TOPOS_NUM_SAMPLES raises it.
func samples(t *testing.T) int {
	text := os.Getenv("TOPOS_NUM_SAMPLES")
	if text == "" {
		return 200
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestF64Error measures the float64 functions against 320 bits.
func TestF64Error(t *testing.T) {
	for _, c := range []struct {
		name      string
		f         func(float64) float64
		exact     func(*big.Float) *big.Float
		bound     float64
		spans     []span
		geometric bool
	}{
		{"exp", ExpF64, bigExp, 0.53, []span{{-0.5, 0.5}, {-20, 20}, {-708, 709}}, false},
		{"exp", ExpF64, bigExp, 0.8, []span{{-745, -708}}, false}, // subnormal results round twice
		{"expm1", Expm1F64, bigExpm1, 0.6, []span{{-0.5, 0.5}, {-2, 2}, {-38, 41}, {36, 42}, {41, 709}}, false},
		{"expm1", Expm1F64, bigExpm1, 0.6, []span{{0x1p-1074, 0x1p-30}, {0x1p-60, 1}}, true},
		{"log", LogF64, bigLog, 0.501, []span{{0.97, 1.03}, {0.69, 1.41}, {1, 1000}}, false},
		{"log", LogF64, bigLog, 0.501, []span{{0x1p-1074, 0x1p1023}}, true},
		{"log1p", Log1pF64, bigLog1p, 0.51, []span{{-1, -0.5}, {-0.5, 0.5}, {-0.03, 0.03}, {0.5, 1000}}, false},
		{"log1p", Log1pF64, bigLog1p, 0.51, []span{{0x1p-60, 1}, {1, 0x1p70}, {0x1p60, 0x1p1023}, {0x1p-1074, 0x1p-50}}, true},
		{"tanh", TanhF64, bigTanh, 0.56, []span{{-0.3, 0.3}, {0.1, 1}, {0.5, 5}, {-22, 22}}, false},
		{"tanh", TanhF64, bigTanh, 0.56, []span{{0x1p-40, 30}}, true},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.53, []span{{-1, 1}, {-40, 45}, {-708, -30}}, false},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.8, []span{{-746, -708}}, false},
		{"sigmoid", SigmoidF64, bigSigmoid, 0.53, []span{{0x1p-60, 45}}, true},
		{"sin", SinF64, bigSin, 0.57, []span{{-1, 1}, {0, 2 * math.Pi}, {-1e6, 1e6}, {-1e22, 1e22}, {-1e300, 1e300}}, false},
		{"sin", SinF64, bigSin, 0.57, []span{{0x1p-1074, 1}}, true},
		{"cos", CosF64, bigCos, 0.56, []span{{-1, 1}, {0, 2 * math.Pi}, {-1e6, 1e6}, {-1e22, 1e22}, {-1e300, 1e300}}, false},
		{"erf", ErfF64, bigErf, 0.85, []span{{-0.5, 0.5}, {0.5, 0.75}, {0.5, 1}, {1, 2}, {2, 6}}, false},
		{"erf", ErfF64, bigErf, 0.85, []span{{0x1p-1070, 0.5}}, true},
		{"erf derivative", ErfDerivativeF64, bigErfDerivative, 0.53, []span{{-1, 1}, {0, 6}, {-26.6, 26.6}}, false},
		{"erf derivative", ErfDerivativeF64, bigErfDerivative, 0.8, []span{{26.6, 27.3}}, false},
		{"rsqrt", RsqrtF64, bigRsqrt, 0.51, []span{{0.25, 1}, {1, 4}}, false},
		{"rsqrt", RsqrtF64, bigRsqrt, 0.51, []span{{0x1p-1074, 0x1p1023}}, true},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		for _, s := range c.spans {
			worst, at := 0.0, 0.0
			for range samples(t) {
				x := s.between(random, c.geometric)
				if e := ulps(c.f(x), c.exact(bigOf(x))); e > worst {
					worst, at = e, x
				}
			}
			if worst > c.bound {
				t.Errorf("%s on [%g, %g]: %.4f ulp at %x, want at most %g", c.name, s.low, s.high, worst, at, c.bound)
			}
			t.Logf("%-14s [%g, %g]  %.4f ulp at %g", c.name, s.low, s.high, worst, at)
		}
	}
}

// TestPowF64Error measures powers of all sizes, those of bases beside 1, and subnormal ones.
func TestPowF64Error(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		bases  span
		sizes  span // of the result's logarithm
		signed bool // exponents of both signs
		bound  float64
	}{
		{"small bases and exponents", span{0.1, 10}, span{0.01, 5}, true, 0.53},
		{"all bases", span{0x1p-1074, 0x1p1023}, span{0x1p-60, 700}, true, 0.53},
		{"bases beside 1", span{0.99, 1.01}, span{0.01, 700}, true, 0.53},
		{"large results", span{1, 0x1p1023}, span{500, 709.7}, false, 0.53},
		{"subnormal results", span{0x1p-1074, 1}, span{709, 745}, false, 0.8},
	} {
		worst, atX, atY := 0.0, 0.0, 0.0
		for range samples(t) {
			x := c.bases.between(random, true)
			if x == 1 {
				continue
			}
			y := c.sizes.between(random, true) / math.Abs(math.Log(x))
			if c.signed && random.IntN(2) == 0 {
				y = -y
			}
			if e := ulps(PowF64(x, y), bigPow(bigOf(x), bigOf(y))); e > worst {
				worst, atX, atY = e, x, y
			}
		}
		if worst > c.bound {
			t.Errorf("%s: %.4f ulp at pow(%x, %x), want at most %g", c.name, worst, atX, atY, c.bound)
		}
		t.Logf("%-26s %.4f ulp at pow(%g, %g)", c.name, worst, atX, atY)
	}
}
