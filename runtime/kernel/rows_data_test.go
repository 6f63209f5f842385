package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// lengths crosses every boundary of the rules: lanes, chunks, blocks, blocks of blocks' lanes.
func lengths() []int {
	var n []int
	for i := range 71 {
		n = append(n, i)
	}
	for _, c := range []int{128, 512, 4096, 8192} {
		n = append(n, c-17, c-1, c, c+1, c+17)
	}
	return append(n, 65536+17)
}

// extents is lengths without 0 and with fewer small values, for the functions that run over [outer, n, inner].
func extents(inner int) []int {
	n := []int{1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 63, 64, 65, 70, 80, 127}
	if inner < 300 {
		n = append(n, 511, 512, 513)
	}
	if inner <= 16 {
		n = append(n, 4095, 4096, 4097, 8192, 8209)
	}
	if inner == 3 {
		n = append(n, 65536+17)
	}
	return n
}

var inners = []int{1, 3, 16, 256, 300}

// A filling holds numbers that show a kind of mistake.
type filling struct {
	name    string
	numbers []float64
}

func fill(name string, number func(r *rand.Rand) float64) filling {
	r := rand.New(rand.NewPCG(1, 7))
	numbers := make([]float64, 1<<18)
	for i := range numbers {
		numbers[i] = number(r)
	}
	return filling{name, numbers}
}

var specials = []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 0, 1e-42, -1e-310, 3e38}

var fillings = []filling{
	// Any other order of additions changes the last bits.
	fill("mixed", func(r *rand.Rand) float64 { return r.NormFloat64() * math.Ldexp(1, r.IntN(24)-12) }),
	// Signs of zeros, and ties.
	fill("zeros", func(r *rand.Rand) float64 { return math.Copysign(0, r.Float64()-0.5) }),
	fill("ties", func(r *rand.Rand) float64 { return float64(r.IntN(3)) * math.Copysign(1, r.Float64()-0.5) }),
	fill("subnormal", func(r *rand.Rand) float64 { return r.NormFloat64() * 1e-40 }),
	// Few enough specials that many lines have one or none.
	fill("special", func(r *rand.Rand) float64 {
		if r.IntN(40) == 0 {
			return specials[r.IntN(len(specials))]
		}
		return r.NormFloat64()
	}),
	fill("infinite", func(r *rand.Rand) float64 { return math.Inf(2*r.IntN(2) - 1) }),
	fill("lowest", func(*rand.Rand) float64 { return math.Inf(-1) }),
}

// make returns n of the numbers, another stretch for another seed.
func (f filling) make(seed, n int) []float64 {
	x := make([]float64, 0, n)
	for from := seed % 1009; len(x) < n; from = 0 {
		x = append(x, f.numbers[from:min(len(f.numbers), from+n-len(x))]...)
	}
	return x
}

func convert[F kernel.Float](x []float64) []F {
	y := make([]F, len(x))
	for i, v := range x {
		y[i] = F(v)
	}
	return y
}

// dirty is scratch or an output that holds values that must not matter.
func dirty[F kernel.Float](n int) []F {
	x := make([]F, n)
	for i := range x {
		x[i] = F(math.NaN())
	}
	return x
}

// equalBits compares bits, and NaN as a class. Widening float32 keeps both.
func equalBits[F kernel.Float](a, b F) bool {
	if a != a || b != b {
		return a != a && b != b
	}
	return math.Float64bits(float64(a)) == math.Float64bits(float64(b))
}

func checkBits[F kernel.Float](t *testing.T, what string, got, want []F) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d elements, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !equalBits(got[i], want[i]) {
			t.Fatalf("%s: element %d is %v (%x), want %v (%x)", what, i, got[i], got[i], want[i], want[i])
		}
	}
}

// inEachTier runs a function in each tier that this machine has.
func inEachTier(run func(tier kernel.ISA)) {
	for _, tier := range kernel.Tiers() {
		restore := kernel.Force(tier)
		run(tier)
		restore()
	}
}

// eachBlock runs a check over fillings, outer, n and inner.
func eachBlock[F kernel.Float](t *testing.T, check func(t *testing.T, what string, x []F, outer, n, inner int)) {
	for _, f := range fillings {
		for _, inner := range inners {
			for _, n := range extents(inner) {
				outer := 1 + (n+inner)%3
				if outer*n*inner > 1<<18 {
					outer = 1
				}
				what := fmt.Sprintf("%s [%d, %d, %d] %T", f.name, outer, n, inner, F(0))
				check(t, what, convert[F](f.make(n*inner, outer*n*inner)), outer, n, inner)
			}
		}
	}
}

// line copies the elements of one line of [outer, n, inner].
func line[F kernel.Float](x []F, o, i, n, inner int) []F {
	y := make([]F, n)
	for k := range y {
		y[k] = x[(o*n+k)*inner+i]
	}
	return y
}
