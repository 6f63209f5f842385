package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/num"
)

// TestTwinPlain multiplies small integers times powers of two, whose sums cancel to a few last places, on both sides of the bound from which no sum
// can be subnormal.
func TestTwinPlain(t *testing.T) {
	const m, k, n = 9, 40, 6
	random := rand.New(rand.NewPCG(3, 4))
	for _, exponent := range []int{-60, -86, -103, -104, -105, -130} { // of the last place of A; that of B is -23
		a, b := make([]float32, m*k), make([]float32, k*n)
		for i := range a {
			a[i] = float32(math.Ldexp(float64(random.IntN(1<<24)-1<<23), exponent))
		}
		for i := range b {
			b[i] = float32(math.Ldexp(float64(random.IntN(5)-2), -23+23*random.IntN(2)))
		}
		if twinPlain(a, b) && exponent-23 < -126 {
			t.Errorf("2^%d: sums may be subnormal, but are taken for normal", exponent)
		}
		got := make([]float32, m*n)
		twinF32(got, a, b, m, k, n, NN)
		for i := range m {
			for j := range n {
				var want float32
				for l := range k {
					want = num.FMA32(a[i*k+l], b[l*n+j], want)
				}
				if math.Float32bits(got[i*n+j]) != math.Float32bits(want) {
					t.Fatalf("2^%d: [%d, %d] = %x, want %x", exponent, i, j, got[i*n+j], want)
				}
			}
		}
	}
}

// TestLastPlace pins what all elements are multiples of.
func TestLastPlace(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		list []float32
		want int
	}{
		{[]float32{1}, -23},
		{[]float32{0, 1, -2, inf}, -23},
		{[]float32{1, float32(math.NaN()), -0x1p-100}, -123},
		{[]float32{0x1p-126}, -149},
		{[]float32{0x1p-149, 1}, -149},
		{[]float32{-0x1.fffffep-125}, -148},
	} {
		if got := lastPlace(c.list); got != c.want {
			t.Errorf("%v are multiples of 2^%d, want 2^%d", c.list, got, c.want)
		}
	}
	if zeros := []float32{0, float32(math.Copysign(0, -1))}; !twinPlain(zeros, zeros) {
		t.Error("sums of zeros are never subnormal")
	}
}
