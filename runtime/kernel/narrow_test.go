package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
)

// TestNarrow compares both conversions with package num: all numbers are widened, and float32 of all kinds rounded, in pieces of all small lengths.
func TestNarrow(t *testing.T) {
	for _, tier := range Tiers() {
		t.Run(tier.String(), func(t *testing.T) {
			defer Force(tier)()
			testNarrow[num.BFloat16](t, num.BF16{})
			testNarrow[float16.Float16](t, num.F16{})
		})
	}
}

func testNarrow[E Narrow](t *testing.T, a num.Arithmetic[E, float32]) {
	all := make([]E, 1<<16)
	for i := range all {
		all[i] = E(i)
	}
	wide := make([]float32, len(all))
	Widen(wide, all)
	for i, x := range wide {
		if want := a.Widen(all[i]); math.Float32bits(x) != math.Float32bits(want) && !(x != x && want != want) {
			t.Fatalf("%s: %#x becomes %x, want %x", a.Name(), all[i], x, want)
		}
	}
	// Each number, its neighbours, and the midpoint to the next one with its neighbours.
	random := rand.New(rand.NewPCG(1, 2))
	for _, offset := range []int{0, 1, -1, 0x7FFF, 0x8000, 0x8001, 0xFFF, 0x1000, 0x1001, int(random.Uint32())} {
		for i, x := range all {
			wide[i] = math.Float32frombits(math.Float32bits(a.Widen(x)) + uint32(offset))
		}
		rounded := make([]E, len(all))
		Round(rounded, wide)
		for i, x := range rounded {
			if want := a.Round(wide[i]); x != want {
				t.Fatalf("%s: %x becomes %#x, want %#x", a.Name(), wide[i], x, want)
			}
		}
	}
	for n := range 70 {
		const guard = 40
		from, to := make([]float32, n+2*guard), make([]E, n+2*guard)
		for i := range to {
			to[i], from[i] = 0x1234, float32(i)
		}
		Round(to[guard:][:n], from[guard:][:n])
		for i, x := range to {
			if inside := i >= guard && i < guard+n; inside && x != a.Round(float32(i)) || !inside && x != 0x1234 {
				t.Fatalf("%s: of %d numbers, number %d is %#x", a.Name(), n, i-guard, x)
			}
			from[i] = -1
		}
		Widen(from[guard:][:n], to[guard:][:n])
		for i, x := range from {
			if inside := i >= guard && i < guard+n; inside && x != a.Widen(to[i]) || !inside && x != -1 {
				t.Fatalf("%s: of %d numbers, number %d is %v", a.Name(), n, i-guard, x)
			}
		}
	}
}
