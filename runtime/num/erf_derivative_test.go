package num

import (
	"math"
	"os"
	"testing"
)

// TestErfDerivativeF32 wants correctly rounded results. The float64 function decides, or 320 bits where it lies too close to a midpoint.
// TOPOS_NUM_EXHAUSTIVE=1 tries each of the 2^31 magnitudes instead of one in 1009; the input of one is what float64 alone gets wrong.
func TestErfDerivativeF32(t *testing.T) {
	stride := uint32(1009)
	if os.Getenv("TOPOS_NUM_EXHAUSTIVE") == "1" {
		stride = 1
	}
	close := 0
	check := func(u uint32) {
		x := math.Float32frombits(u)
		got, exact := ErfDerivativeF32(x), ErfDerivativeF64(float64(x))
		want := float32(exact)
		if x != x {
			want = nan32()
		} else if unit := 2 * math.Abs(math.Nextafter(exact, 2)-exact); float32(exact-unit) != float32(exact+unit) {
			close++
			want, _ = bigErfDerivative(bigOf(float64(x))).Float32()
		}
		if mirrored := ErfDerivativeF32(-x); math.Float32bits(got) != math.Float32bits(want) || math.Float32bits(mirrored) != math.Float32bits(got) {
			t.Errorf("ErfDerivativeF32(%08x) = %x, and %x for its negative, want %x", u, got, mirrored, want)
		}
	}
	check(0x37f5db6d)
	for u := uint32(0); u < 1<<31; u += stride {
		check(u)
	}
	t.Logf("%d inputs lie too close to a midpoint for float64", close)
}
