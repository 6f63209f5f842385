package kernel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// benchShapes are products m×k×n of training steps and of squares.
var benchShapes = []struct {
	layout  Layout
	m, k, n int
}{
	{NN, 128, 128, 128}, {NN, 256, 256, 256}, {NN, 512, 512, 512}, {NN, 1024, 1024, 1024},
	{NT, 128, 128, 128}, {NT, 256, 256, 256}, {NT, 512, 512, 512}, {NT, 1024, 1024, 1024},
	{TN, 128, 128, 128}, {TN, 256, 256, 256}, {TN, 512, 512, 512}, {TN, 1024, 1024, 1024},
	{TT, 256, 256, 256}, {TT, 1024, 1024, 1024},
	{NN, 64, 784, 256}, {NN, 64, 256, 128}, {NN, 64, 128, 10},
	{TN, 784, 64, 256}, {TN, 256, 64, 128}, {TN, 128, 64, 10},
	{NT, 64, 10, 128}, {NT, 64, 128, 256}, {NT, 64, 256, 784},
	{NN, 1, 768, 3072}, {NT, 1, 768, 3072}, {NT, 6, 768, 3072}, {NN, 32, 30, 200}, {TN, 30, 32, 200}, {NT, 32, 200, 30}, {NN, 200, 16, 16}, {TN, 16, 200, 16},
}

func BenchmarkMatMul(b *testing.B) {
	b.Run("f32", func(b *testing.B) { benchmarkProducts(b, MatMulF32, MatMulScratchF32) })
	b.Run("f64", func(b *testing.B) { benchmarkProducts(b, MatMulF64, MatMulScratchF64) })
}

func benchmarkProducts[E float32 | float64](b *testing.B, product func(c, x, y, scratch []E, m, k, n int, l Layout), need func(m, k, n int, l Layout) int) {
	for _, s := range benchShapes {
		b.Run(fmt.Sprintf("%s/%dx%dx%d", strings.ToLower(s.layout.String()), s.m, s.k, s.n), func(b *testing.B) {
			c, scratch := make([]E, s.m*s.n), make([]E, need(s.m, s.k, s.n, s.layout))
			x, y := uniform[E](s.m*s.k), uniform[E](s.k*s.n)
			for b.Loop() {
				product(c, x, y, scratch, s.m, s.k, s.n, s.layout)
			}
			flop := 2 * float64(s.m) * float64(s.k) * float64(s.n)
			b.ReportMetric(flop*float64(b.N)/b.Elapsed().Seconds()*1e-9, "GFLOP/s")
		})
	}
}

func uniform[E float32 | float64](n int) []E {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	s := make([]E, n)
	for i := range s {
		s[i] = E(2*r.Float32() - 1)
	}
	return s
}
