package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// permuteRule finds each element by its coordinates.
func permuteRule[F kernel.Float](src []F, shape, order []int) []F {
	dst := make([]F, len(src))
	at := make([]int, len(shape))
	for i := range dst {
		rest := i
		for d := len(order) - 1; d >= 0; d-- {
			at[order[d]] = rest % shape[order[d]]
			rest /= shape[order[d]]
		}
		from := 0
		for axis, extent := range shape {
			from = from*extent + at[axis]
		}
		dst[i] = src[from]
	}
	return dst
}

func checkPermute[F kernel.Float](t *testing.T, shape, order []int) {
	t.Helper()
	size := 1
	for _, e := range shape {
		size *= e
	}
	src := make([]F, size)
	for i := range src {
		src[i] = F(i)
	}
	want := permuteRule(src, shape, order)
	inEachTier(func(tier kernel.ISA) {
		dst := dirty[F](size)
		kernel.Permute(dst, src, shape, order)
		checkBits(t, fmt.Sprint(shape, order, tier), dst, want)
	})
}

// orders lists all orders of n axes.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, o := range orders(n - 1) {
		for at := range n {
			next := append(append(append([]int(nil), o[:at]...), n-1), o[at:]...)
			all = append(all, next)
		}
	}
	return all
}

func TestPermute(t *testing.T) {
	for _, shape := range [][]int{
		{}, {1}, {5}, {1, 1}, {3, 1}, {1, 3}, {2, 3}, {16, 8}, {17, 9}, {35, 70}, {300, 33}, {4, 5, 6}, {2, 1, 3}, {18, 3, 19}, {3, 4, 8}, {2, 3, 128}, {2, 3, 136}, {2, 3, 4, 5}, {3, 2, 3, 16}, {1, 2, 1, 3, 1}, {3, 2, 4, 2, 3},
	} {
		for _, order := range orders(len(shape)) {
			checkPermute[float32](t, shape, order)
			checkPermute[float64](t, shape, order)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		shape := make([]int, 6+r.IntN(3))
		for i := range shape {
			shape[i] = 1 + r.IntN(3)
		}
		checkPermute[float32](t, shape, r.Perm(len(shape)))
	}
}

// A tensor may have more axes than any small bound, if most have extent 1.
func TestPermuteManyAxes(t *testing.T) {
	shape := make([]int, 100)
	order := make([]int, len(shape))
	for i := range shape {
		shape[i], order[i] = 1, len(shape)-1-i
	}
	shape[3], shape[50], shape[97] = 2, 3, 4
	checkPermute[float32](t, shape, order)
}

func TestPermuteLeavesTheRestAlone(t *testing.T) {
	dst := make([]float32, 40)
	kernel.Permute(dst[:35], []float32{34: 1}, []int{5, 7}, []int{1, 0})
	for i, v := range dst[35:] {
		if v != 0 {
			t.Errorf("element %d behind dst was written", i)
		}
	}
}

func TestFill(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 67, 128, 129, 1000} {
		x := make([]float32, n+1)
		kernel.Fill(x[:n], -2.5)
		for i, v := range x[:n] {
			if v != -2.5 {
				t.Fatalf("Fill of %d left %v at %d", n, v, i)
			}
		}
		if x[n] != 0 {
			t.Fatalf("Fill of %d wrote behind its end", n)
		}
	}
}

func TestCanonicalNaN(t *testing.T) {
	narrow := []uint32{0xFFC00001, 0x3F800000, 0x7F800001, 0xFF800000, 0x80000000, 0x7F800000}
	wide := []uint64{0xFFF8000000000001, 0x3FF0000000000000, 0x7FF0000000000001, 0x7FF0000000000000, 0x8000000000000000}
	for n := range 71 {
		inEachTier(func(tier kernel.ISA) {
			x, y := make([]float32, n+1), make([]float64, n+1)
			for i := range x {
				x[i], y[i] = math.Float32frombits(narrow[i%len(narrow)]), math.Float64frombits(wide[i%len(wide)])
			}
			kernel.CanonicalNaN(x[:n])
			kernel.CanonicalNaN(y[:n])
			for i := range x {
				want32, want64 := narrow[i%len(narrow)], wide[i%len(wide)]
				if i < n && i%len(narrow)%2 == 0 && i%len(narrow) < 4 {
					want32 = 0x7FC00000
				}
				if i < n && i%len(wide)%2 == 0 && i%len(wide) < 4 {
					want64 = 0x7FF8000000000000
				}
				if got := math.Float32bits(x[i]); got != want32 {
					t.Fatalf("%v: float32 %d of %d: %x, want %x", tier, i, n, got, want32)
				}
				if got := math.Float64bits(y[i]); got != want64 {
					t.Fatalf("%v: float64 %d of %d: %x, want %x", tier, i, n, got, want64)
				}
			}
		})
	}
}

func TestRowsSumsAndMovementAllocateNothing(t *testing.T) {
	t.Run("float32", testNoAllocation[float32])
	t.Run("float64", testNoAllocation[float64])
}

func testNoAllocation[F kernel.Float](t *testing.T) {
	const outer, n, inner = 2, 4100, 3
	x, dst := make([]F, outer*n*inner), make([]F, outer*n*inner)
	few := make([]F, outer*inner)
	scratch := make([]F, max(kernel.SumAlongScratch(outer, n, inner), kernel.SoftmaxScratch(outer, n, inner), kernel.SoftmaxScratch(outer*inner, n, 1)))
	sel := make([]int32, outer*inner)
	for name, run := range map[string]func(){
		"Sum":            func() { few[0] = kernel.Sum(x) },
		"SumAlong":       func() { kernel.SumAlong(few, x, outer, n, inner, scratch) },
		"MaxAlong":       func() { kernel.MaxAlong(few, x, outer, n, inner) },
		"ArgMax":         func() { kernel.ArgMax(sel, x, outer, n, inner) },
		"Softmax":        func() { kernel.Softmax(dst, x, outer, n, inner, scratch) },
		"Softmax rows":   func() { kernel.Softmax(dst, x, outer*inner, n, 1, scratch) },
		"LogSoftmax":     func() { kernel.LogSoftmax(dst, x, outer, n, inner, scratch) },
		"LogSumExp":      func() { kernel.LogSumExp(few, x, outer, n, inner, scratch) },
		"LogSumExp rows": func() { kernel.LogSumExp(few, x, outer*inner, n, 1, scratch) },
		"TakeAlong":      func() { kernel.TakeAlong(few, x, sel, outer, n, inner) },
		"PutAlong":       func() { kernel.PutAlong(dst, few, sel, outer, n, inner) },
		"Gather":         func() { kernel.Gather(dst, x, sel, n, inner) },
		"Scatter":        func() { kernel.Scatter(dst, x, sel, n, inner) },
		"Permute":        func() { kernel.Permute(dst, x, []int{outer, n, inner}, []int{2, 0, 1}) },
		"Permute rows":   func() { kernel.Permute(dst, x, []int{outer, n, inner}, []int{1, 0, 2}) },
		"CanonicalNaN":   func() { kernel.CanonicalNaN(x) },
		"Fill":           func() { kernel.Fill(dst, 1) },
	} {
		inEachTier(func(tier kernel.ISA) {
			if allocs := testing.AllocsPerRun(3, run); allocs != 0 {
				t.Errorf("%v: %s allocates %v times", tier, name, allocs)
			}
		})
	}
}

func BenchmarkPermute(b *testing.B) {
	for _, c := range []struct{ shape, order []int }{
		{[]int{64, 256}, []int{1, 0}}, {[]int{784, 256}, []int{1, 0}}, {[]int{1024, 1024}, []int{1, 0}},
		{[]int{32, 128, 4, 16}, []int{0, 2, 1, 3}}, {[]int{32, 28, 28, 8}, []int{0, 3, 1, 2}},
	} {
		size := 1
		for _, e := range c.shape {
			size *= e
		}
		b.Run(fmt.Sprint(c.shape, c.order), func(b *testing.B) {
			src, dst := make([]float32, size), make([]float32, size)
			b.SetBytes(int64(4 * size))
			for b.Loop() {
				kernel.Permute(dst, src, c.shape, c.order)
			}
		})
	}
}
