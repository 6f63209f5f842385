package over_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/over"
)

// own is float32 as an element that nobody knows: its kernels must have the bits of those of package kernel.
type own struct{ num.F32 }

func (own) Name() string { return "own" }

// data are numbers of many magnitudes, with special values among them.
func data(n int) []float32 {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(math.Ldexp(2*r.Float64()-1, r.IntN(30)-15))
		switch r.IntN(max(20, n/3)) {
		case 0:
			list[i] = float32(math.Copysign(0, -1))
		case 1:
			list[i] = float32(math.Inf(1 - 2*r.IntN(2)))
		case 2:
			list[i] = float32(math.NaN())
		case 3:
			list[i] = list[r.IntN(n)]
		}
	}
	return list
}

// equal wants equal bits, NaN as a class.
func equal(t *testing.T, what string, got, want []float32) {
	t.Helper()
	canonical := func(list []float32) []uint32 {
		bits := make([]uint32, len(list))
		for i, x := range list {
			bits[i] = math.Float32bits(num.F32{}.Canonical(x))
		}
		return bits
	}
	g, w := canonical(got), canonical(want)
	for i := range w {
		if g[i] != w[i] {
			t.Fatalf("%s: [%d] = %v (%#x), want %v (%#x)", what, i, got[i], g[i], want[i], w[i])
		}
	}
}

var lines = [][3]int{{1, 1, 1}, {3, 5, 1}, {2, 16, 3}, {1, 17, 40}, {2, 4096, 1}, {1, 4097, 2}, {1, 9000, 1}}

func TestLines(t *testing.T) {
	for _, s := range lines {
		outer, n, inner := s[0], s[1], s[2]
		t.Run(fmt.Sprint(s), func(t *testing.T) {
			x := data(outer * n * inner)
			scratch := make([]float32, 1<<20)
			for _, c := range []struct {
				name      string
				size      int
				got, want func(dst []float32)
			}{
				{"SumAlong", outer * inner, func(d []float32) { over.SumAlong(d, x, outer, n, inner, own{}) }, func(d []float32) { kernel.SumAlong(d, x, outer, n, inner, scratch) }},
				{"Sum", 1, func(d []float32) { over.Sum(d, x, own{}) }, func(d []float32) { d[0] = kernel.Sum(x) }},
				{"MaxAlong", outer * inner, func(d []float32) { over.MaxAlong(d, x, outer, n, inner, own{}) }, func(d []float32) { kernel.MaxAlong(d, x, outer, n, inner) }},
				{"Softmax", len(x), func(d []float32) { over.Softmax(d, x, outer, n, inner, scratch, own{}) }, func(d []float32) { kernel.Softmax(d, x, outer, n, inner, scratch) }},
				{"LogSoftmax", len(x), func(d []float32) { over.LogSoftmax(d, x, outer, n, inner, scratch, own{}) }, func(d []float32) { kernel.LogSoftmax(d, x, outer, n, inner, scratch) }},
				{"LogSumExp", outer * inner, func(d []float32) { over.LogSumExp(d, x, outer, n, inner, scratch, own{}) }, func(d []float32) { kernel.LogSumExp(d, x, outer, n, inner, scratch) }},
				{"CumSum", len(x), func(d []float32) { over.CumSum(d, x, outer, n, inner, false, own{}) }, func(d []float32) { kernel.CumSum(d, x, outer, n, inner, false) }},
				{"CumSum in reverse", len(x), func(d []float32) { over.CumSum(d, x, outer, n, inner, true, own{}) }, func(d []float32) { kernel.CumSum(d, x, outer, n, inner, true) }},
				{"Pad", outer * (n + 5) * inner, func(d []float32) { over.Pad(d, x, outer, n, inner, 2, n+5, own{}) }, func(d []float32) { kernel.Pad(d, x, outer, n, inner, 2, n+5) }},
			} {
				got, want := make([]float32, c.size), make([]float32, c.size)
				c.got(got)
				c.want(want)
				equal(t, c.name, got, want)
			}
			got, want := make([]int32, outer*inner), make([]int32, outer*inner)
			over.ArgMax(got, x, outer, n, inner, own{})
			kernel.ArgMax(want, x, outer, n, inner)
			if !slices.Equal(got, want) {
				t.Errorf("ArgMax: %v, want %v", got, want)
			}
		})
	}
}

func TestSelections(t *testing.T) {
	const outer, n, inner, rows, width = 3, 7, 2, 5, 4
	sel := []int32{0, 6, 3, 3, 1, 2}
	got, want := data(outer*n*inner), make([]float32, outer*n*inner)
	over.PutAlong(got, data(outer*inner), sel, outer, n, inner, own{})
	kernel.PutAlong(want, data(outer*inner), sel, outer, n, inner)
	equal(t, "PutAlong", got, want)

	sel = []int32{4, 0, 4, 4, 2, 0, 4}
	got, want = data(rows*width), make([]float32, rows*width)
	over.Scatter(got, data(len(sel)*width), sel, rows, width, make([]float32, over.ScatterScratch(rows, width)), own{})
	kernel.Scatter(want, data(len(sel)*width), sel, rows, width)
	equal(t, "Scatter", got, want)
}

func TestFold(t *testing.T) {
	for _, s := range [][6]int{{1, 1, 1, 1, 1, 1}, {2, 9, 3, 3, 1, 1}, {1, 20, 2, 4, 3, 2}, {2, 11, 1, 2, 4, 1}} {
		outer, extent, inner, size, step, dilation := s[0], s[1], s[2], s[3], s[4], s[5]
		count := (extent-dilation*(size-1)-1)/step + 1
		x := data(outer * count * size * inner)
		got, want := data(outer*extent*inner), make([]float32, outer*extent*inner)
		over.Fold(got, x, outer, extent, inner, size, step, dilation, own{})
		kernel.Fold(want, x, outer, extent, inner, size, step, dilation)
		equal(t, fmt.Sprint("Fold ", s), got, want)
	}
}

func TestMatMul(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {3, 5, 2}, {2, 512, 3}, {2, 513, 2}, {1, 1030, 4}} {
		m, k, n := s[0], s[1], s[2]
		for _, layout := range []kernel.Layout{kernel.NN, kernel.NT, kernel.TN, kernel.TT} {
			a, b := data(m*k), data(k*n)
			got, want := make([]float32, m*n), make([]float32, m*n)
			over.MatMul(got, a, b, make([]float32, over.MatMulScratch(m, k, n, layout, own{})), m, k, n, layout, own{})
			kernel.MatMulF32(want, a, b, make([]float32, kernel.MatMulScratchF32(m, k, n, layout)), m, k, n, layout)
			equal(t, fmt.Sprint(s, layout), got, want)
		}
	}
}

// unknown is bfloat16 as an element that no kernel of float32 helps.
type unknown struct{ num.BF16 }

// A product of a narrow element has the bits of its MulAdd, chunk by chunk.
func TestNarrowMatMul(t *testing.T) {
	const m, k, n = 5, 700, 3
	narrow := func(count int) []num.BFloat16 {
		list := make([]num.BFloat16, count)
		for i, x := range data(count) {
			list[i] = num.BF16{}.Round(x)
		}
		return list
	}
	for _, layout := range []kernel.Layout{kernel.NN, kernel.NT, kernel.TN, kernel.TT} {
		a, b := narrow(2*m*k), narrow(2*k*n)
		got, want := make([]num.BFloat16, 2*m*n), make([]num.BFloat16, 2*m*n)
		over.MatMulBatch(got, a, b, make([]float32, over.MatMulScratch(m, k, n, layout, num.BF16{})), 2, m, k, n, layout, num.BF16{})
		over.MatMulBatch(want, a, b, nil, 2, m, k, n, layout, unknown{})
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", layout, got, want)
		}
	}
}

// Each conversion rounds once: by way of float32 this number would be rounded to even.
func TestConvert(t *testing.T) {
	x := 1 + 0x1p-8 + 0x1p-40
	got := make([]num.BFloat16, 1)
	over.Convert(got, num.BF16{}, []float64{x}, num.F64{})
	if got[0] != 0x3F81 {
		t.Errorf("got %#x, want 0x3F81", uint16(got[0]))
	}
	if made := over.Make(initial.Fill{Value: x}, 1, num.BF16{}); made[0] != 0x3F81 {
		t.Errorf("got %#x, want 0x3F81", uint16(made[0]))
	}
}
