package over_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/over"
)

// unknownHalf is binary16 as an element that no kernel of float32 helps.
type unknownHalf struct{ num.F16 }

// TestNarrow compares the kernels of the 16-bit elements, on each tier, with what their arithmetic computes alone.
func TestNarrow(t *testing.T) {
	for _, tier := range kernel.Tiers() {
		t.Run(tier.String(), func(t *testing.T) {
			defer kernel.Force(tier)()
			testNarrow[num.BFloat16](t, num.BF16{}, unknown{})
			testNarrow[float16.Float16](t, num.F16{}, unknownHalf{})
		})
	}
}

func testNarrow[E kernel.Narrow](t *testing.T, a, alone num.Arithmetic[E, float32]) {
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(n int, special bool) []E {
		list := make([]E, n)
		for i := range list {
			list[i] = a.FromFloat64(random.NormFloat64())
			if special && random.IntN(max(20, n/3)) == 0 {
				list[i] = E(random.Uint32())
			}
		}
		return list
	}
	// both runs a kernel over both arithmetics, on numbers with and without special values among them.
	both := func(what string, size, result int, run func(dst, x []E, a num.Arithmetic[E, float32])) {
		t.Helper()
		for _, special := range []bool{false, true} {
			x := draw(size, special)
			got, want := make([]E, result), make([]E, result)
			run(got, slices.Clone(x), a)
			run(want, slices.Clone(x), alone)
			for i := range want {
				if got[i] != want[i] && !(a.IsNaN(got[i]) && a.IsNaN(want[i])) {
					t.Fatalf("%s of %s: [%d] = %#x, want %#x", what, a.Name(), i, got[i], want[i])
				}
			}
		}
	}
	for _, s := range [][3]int{{1, 1, 1}, {3, 5, 1}, {70, 100, 1}, {2, 16, 3}, {1, 17, 40}, {2, 40, 300}, {2, 4096, 1}, {1, 5000, 16}, {1, 4097, 2}, {1, 9000, 1}, {2, 3, 2100}, {700, 100, 1}} {
		outer, n, inner := s[0], s[1], s[2]
		what := func(name string) string { return fmt.Sprint(name, " ", s) }
		size := outer * n * inner
		both(what("Sum"), size, 1, func(dst, x []E, a num.Arithmetic[E, float32]) { over.Sum(dst, x, a) })
		both(what("SumAlong"), size, outer*inner, func(dst, x []E, a num.Arithmetic[E, float32]) { over.SumAlong(dst, x, outer, n, inner, a) })
		both(what("MaxAlong"), size, outer*inner, func(dst, x []E, a num.Arithmetic[E, float32]) { over.MaxAlong(dst, x, outer, n, inner, a) })
		for _, reverse := range []bool{false, true} {
			both(what("CumSum"), size, size, func(dst, x []E, a num.Arithmetic[E, float32]) { over.CumSum(dst, x, outer, n, inner, reverse, a) })
		}
		scratch := make([]float32, over.SoftmaxScratch(outer, n, inner))
		both(what("Softmax"), size, size, func(dst, x []E, a num.Arithmetic[E, float32]) { over.Softmax(dst, x, outer, n, inner, scratch, a) })
		both(what("LogSoftmax"), size, size, func(dst, x []E, a num.Arithmetic[E, float32]) { over.LogSoftmax(dst, x, outer, n, inner, scratch, a) })
		both(what("LogSumExp"), size, outer*inner, func(dst, x []E, a num.Arithmetic[E, float32]) { over.LogSumExp(dst, x, outer, n, inner, scratch, a) })
		both(what("CanonicalNaN"), size, size, func(dst, x []E, a num.Arithmetic[E, float32]) {
			over.CanonicalNaN(x, a)
			copy(dst, x)
		})
	}
	for _, s := range [][6]int{{2, 9, 3, 3, 1, 1}, {1, 20, 16, 4, 3, 2}, {2, 11, 40, 2, 4, 1}, {2, 11, 170, 3, 1, 2}, {1, 30, 100, 3, 1, 1}} {
		outer, extent, inner, size, step, dilation := s[0], s[1], s[2], s[3], s[4], s[5]
		count := (extent-dilation*(size-1)-1)/step + 1
		both(fmt.Sprint("Fold ", s), outer*count*size*inner, outer*extent*inner, func(dst, x []E, a num.Arithmetic[E, float32]) {
			over.Fold(dst, x, outer, extent, inner, size, step, dilation, a)
		})
	}
	for _, width := range []int{3, 16, 100, 2100} {
		sel := []int32{4, 0, 4, 4, 2, 0, 4}
		both(fmt.Sprint("Scatter ", width), len(sel)*width, 5*width, func(dst, x []E, a num.Arithmetic[E, float32]) {
			over.Scatter(dst, x, sel, 5, width, make([]float32, over.ScatterScratch(5, width)), a)
		})
	}
	for _, s := range [][3]int{{1, 1, 1}, {3, 70, 5}, {2, 1030, 100}, {1, 513, 500}} {
		m, k, n := s[0], s[1], s[2]
		for _, layout := range []kernel.Layout{kernel.NN, kernel.NT, kernel.TN, kernel.TT} {
			both(fmt.Sprint(layout, s), m*k+k*n, m*n, func(dst, x []E, a num.Arithmetic[E, float32]) {
				over.MatMul(dst, x[:m*k], x[m*k:], make([]float32, over.MatMulScratch(m, k, n, layout, a)), m, k, n, layout, a)
			})
		}
	}
}

// TestNarrowAllocates nothing: what is widened lies on the stack or in the scratch.
func TestNarrowAllocates(t *testing.T) {
	const n = 3000
	x, dst := make([]num.BFloat16, n*20), make([]num.BFloat16, n*20)
	scratch := make([]float32, max(over.SoftmaxScratch(20, n, 1), over.MatMulScratch(20, 100, 30, kernel.NN, num.BF16{}), over.ScatterScratch(20, n)))
	sel := make([]int32, 20)
	for name, run := range map[string]func(){
		"Sum":      func() { over.Sum(dst, x, num.BF16{}) },
		"SumLines": func() { over.SumAlong(dst, x, 20, n, 1, num.BF16{}) },
		"SumAlong": func() { over.SumAlong(dst, x, 1, 20, n, num.BF16{}) },
		"CumSum":   func() { over.CumSum(dst, x, 20, n, 1, false, num.BF16{}) },
		"CumSums":  func() { over.CumSum(dst, x, 1, 20, n, true, num.BF16{}) },
		"Softmax":  func() { over.Softmax(dst, x, 20, n, 1, scratch, num.BF16{}) },
		"MaxAlong": func() { over.MaxAlong(dst, x, 20, n, 1, num.BF16{}) },
		"Scatter":  func() { over.Scatter(dst, x, sel, 20, n, scratch, num.BF16{}) },
		"Fold":     func() { over.Fold(dst, x, 10, 20, 100, 2, 1, 1, num.BF16{}) },
		"MatMul":   func() { over.MatMul(dst[:600], x[:2000], x[:3000], scratch, 20, 100, 30, kernel.NN, num.BF16{}) },
	} {
		if allocations := testing.AllocsPerRun(3, run); allocations != 0 {
			t.Errorf("%s allocates %v times", name, allocations)
		}
	}
}

func BenchmarkNarrow(b *testing.B) {
	const n = 1024
	x, dst := make([]num.BFloat16, n*n), make([]num.BFloat16, n*n)
	for i := range x {
		x[i] = num.BF16{}.FromFloat64(float64(i%256)/64 - 2)
	}
	bench := func(name string, a num.Arithmetic[num.BFloat16, float32]) {
		scratch := make([]float32, over.SoftmaxScratch(n, n, 1))
		products := make([]float32, over.MatMulScratch(64, 512, 256, kernel.NN, a))
		row := make([]float32, over.MatMulScratch(1, n, n, kernel.NN, a))
		for what, run := range map[string]func(){
			"SumRows":    func() { over.SumAlong(dst, x, n, n, 1, a) },
			"SumColumns": func() { over.SumAlong(dst, x, 1, n, n, a) },
			"Softmax":    func() { over.Softmax(dst, x, n, n, 1, scratch, a) },
			"MaxAlong":   func() { over.MaxAlong(dst, x, n, n, 1, a) },
			"CumSum":     func() { over.CumSum(dst, x, 1, n, n, false, a) },
			"MatMul":     func() { over.MatMul(dst[:64*256], x[:64*512], x[:512*256], products, 64, 512, 256, kernel.NN, a) },
			"MatVec":     func() { over.MatMul(dst[:n], x[:n], x, row, 1, n, n, kernel.NN, a) },
		} {
			b.Run(what+"/"+name, func(b *testing.B) {
				for b.Loop() {
					run()
				}
			})
		}
	}
	bench("alone", unknown{})
	bench("float32", num.BF16{})
}
