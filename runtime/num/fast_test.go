package num

import (
	"math"
	"os"
	"testing"
)

// TestFast bounds the errors of the functions of the posture Fast, in units in the last place, and wants the zeros, infinities and NaN of the exact
// ones. TOPOS_NUM_EXHAUSTIVE=1 tries all inputs instead of one in 4999.
func TestFast(t *testing.T) {
	stride := uint64(4999)
	if os.Getenv("TOPOS_NUM_EXHAUSTIVE") == "1" {
		stride = 1
	}
	for _, c := range []struct {
		name    string
		fast    func(float32) float32
		rounded func(float32) float32
		exact   func(float64) float64
		bound   float64
	}{
		{"exp", FastExpF32, ExpF32, ExpF64, 1},
		{"log", FastLogF32, LogF32, LogF64, 0.9},
		{"tanh", FastTanhF32, TanhF32, TanhF64, 1.5},
		{"sigmoid", FastSigmoidF32, SigmoidF32, SigmoidF64, 1.6},
		{"rsqrt", FastRsqrtF32, RsqrtF32, RsqrtF64, 1.5},
	} {
		worst, at := 0.0, float32(0)
		check := func(x float32) {
			got, want := c.fast(x), c.rounded(x)
			switch special := want == 0 || math.IsInf(float64(want), 0); {
			case got != got || want != want || special || got == 0 || math.IsInf(float64(got), 0):
				if math.Float32bits(got) != math.Float32bits(want) {
					t.Errorf("%s(%x) = %x, want %x", c.name, x, got, want)
				}
				return
			}
			exact := c.exact(float64(x))
			_, exponent := math.Frexp(exact)
			if e := math.Abs(float64(got)-exact) / math.Ldexp(1, max(exponent-24, -149)); e > worst {
				worst, at = e, x
			}
		}
		for u := uint64(0); u < 1<<32; u += stride {
			check(math.Float32frombits(uint32(u)))
		}
		for _, x := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -1, 88.72284, 88.722839, -103.97208, -103.97207, 0x1p-149, 0x1p-126, 0.625, -0.625} {
			check(float32(x))
		}
		t.Logf("%s: at most %.3f units, at %x", c.name, worst, at)
		if worst > c.bound {
			t.Errorf("%s(%x) is wrong by %.3f units in the last place, want at most %v", c.name, at, worst, c.bound)
		}
	}
}
