package num

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPowSpecial goes through the special cases of IEEE 754 and around the ends of the range.
func TestPowSpecial(t *testing.T) {
	inf, nan, minus0 := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct{ x, y, want float64 }{
		{nan, 0, 1}, {nan, minus0, 1}, {inf, 0, 1}, {0, minus0, 1}, {-3, 0, 1},
		{1, nan, 1}, {1, inf, 1}, {1, -inf, 1}, {1, 1e300, 1}, {-1, inf, 1}, {-1, -inf, 1},
		{nan, 1, nan}, {2, nan, nan}, {-1, nan, nan}, {0, nan, nan}, {nan, inf, nan},
		{0, 3, 0}, {minus0, 3, minus0}, {minus0, 2, 0}, {minus0, 0.5, 0}, {0, 0.5, 0}, {0, inf, 0}, {minus0, inf, 0},
		{0, -3, inf}, {minus0, -3, -inf}, {minus0, -2, inf}, {minus0, -0.5, inf}, {0, -0.5, inf}, {0, -inf, inf}, {minus0, -inf, inf},
		{0.5, inf, 0}, {0.5, -inf, inf}, {2, inf, inf}, {2, -inf, 0}, {-2, inf, inf}, {-0.5, inf, 0}, {-2, -inf, 0}, {-0.5, -inf, inf},
		{inf, 2, inf}, {inf, -2, 0}, {inf, 0.1, inf}, {inf, inf, inf}, {inf, -inf, 0},
		{-inf, 3, -inf}, {-inf, 2, inf}, {-inf, 0.5, inf}, {-inf, -3, minus0}, {-inf, -2, 0}, {-inf, -0.5, 0}, {-inf, inf, inf},
		{-2, 0.5, nan}, {-2, 3, -8}, {-2, -3, -0.125}, {-2, 4, 16}, {-1, 1<<53 - 1, -1}, {-1, 1 << 53, 1}, {-1, 1e300, 1}, {-1, 0.5, nan},
		{2, 1024, inf}, {2, 1023, 0x1p1023}, {-2, 1025, -inf}, {2, -1074, 0x1p-1074}, {2, -1075, 0}, {2, -1076, 0}, {-2, -1077, minus0},
		{1e300, 1e300, inf}, {1e300, -1e300, 0}, {1 + 0x1p-52, 1e300, inf}, {1 - 0x1p-53, 1e300, 0},
		{0x1p-1074, 0.5, 0x1p-537}, {0x1p-1074, -0.5, 0x1p537}, {math.MaxFloat64, 1, math.MaxFloat64}, {0x1p-1074, 1, 0x1p-1074}, {3, 0x1p-1074, 1},
	} {
		want := c.want
		if want != want {
			want = nan64()
		}
		if got := PowF64(c.x, c.y); !same(got, want) {
			t.Errorf("PowF64(%g, %g) = %g, want %g", c.x, c.y, got, c.want)
		}
	}
	for _, c := range []struct{ x, y, want float32 }{
		{3, 2, 9}, {-3, 3, -27}, {2, 128, float32(inf)}, {2, -149, 0x1p-149}, {2, -150, 0}, {-2, -151, float32(minus0)}, {float32(nan), 0, 1}, {-1, 0.5, nan32()},
		{0x1.000002p0, 2, 0x1.000004p0}, // the square lies just above a number
		{0x1.001p0, 2, 0x1.002p0},       // the square is the midpoint of two numbers
		{0x1.003p0, 2, 0x1.006008p0},    // so is this one, whose lower neighbour is odd
	} {
		if got := PowF32(c.x, c.y); math.Float32bits(got) != math.Float32bits(c.want) {
			t.Errorf("PowF32(%g, %g) = %x, want %x", c.x, c.y, got, c.want)
		}
	}
}

// TestPowExact raises numbers of few bits, whose powers float64 holds, and takes them back.
func TestPowExact(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		y := random.IntN(12) + 2
		x := math.Ldexp(float64(random.IntN(1<<(52/y))+1), random.IntN(80)-40)
		want := 1.0
		for range y {
			want *= x
		}
		if got := PowF64(x, float64(y)); got != want {
			t.Fatalf("PowF64(%g, %d) = %x, want %x", x, y, got, want)
		}
		if root := PowF64(want, 0.5); y == 2 && root != x {
			t.Fatalf("PowF64(%g, 0.5) = %x, want %x", want, root, x)
		}
	}
}
