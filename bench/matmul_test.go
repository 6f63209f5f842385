package bench

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/topos-go/topos/runtime/kernel"
)

// shape is a product m×k by k×n.
type shape struct {
	layout  kernel.Layout
	m, k, n int
}

var (
	layouts = map[kernel.Layout]string{kernel.NN: "nn", kernel.NT: "nt", kernel.TN: "tn"}
	squares = []int{128, 256, 512, 1024, 2048}
	// training lists products of training steps: a layer, the gradient of its weight, that of its input; and one row against a large matrix.
	training = []shape{
		{kernel.NN, 64, 784, 256}, {kernel.TN, 784, 64, 256}, {kernel.NT, 64, 256, 784}, {kernel.TN, 256, 64, 128},
		{kernel.NN, 32, 30, 200}, {kernel.TN, 30, 32, 200}, {kernel.NT, 32, 200, 30},
		{kernel.NN, 200, 16, 16}, {kernel.TN, 16, 200, 16},
		{kernel.NN, 1, 768, 3072}, {kernel.NT, 1, 768, 3072},
	}
)

// BenchmarkMatMul measures the shared products.
func BenchmarkMatMul(b *testing.B) {
	b.Run("f32", func(b *testing.B) { products(b, training, kernel.MatMulF32, kernel.MatMulScratchF32, peak32) })
	b.Run("f64", func(b *testing.B) { products(b, nil, kernel.MatMulF64, kernel.MatMulScratchF64, peak64) })
}

// products measures squares and the given shapes.
func products[E float32 | float64](b *testing.B, shapes []shape, product func(c, x, y, scratch []E, m, k, n int, l kernel.Layout),
	need func(m, k, n int, l kernel.Layout) int, peak func() float64) {
	one := func(name string, s shape) {
		b.Run(layouts[s.layout]+"/"+name, func(b *testing.B) {
			c, scratch := kernel.Arena[E](s.m*s.n), kernel.Arena[E](need(s.m, s.k, s.n, s.layout))
			x, y := uniform[E](1, s.m*s.k), uniform[E](2, s.k*s.n)
			each := loop(b, func() error { product(c, x, y, scratch, s.m, s.k, s.n, s.layout); return nil })
			flops(b, each, 2*float64(s.m)*float64(s.k)*float64(s.n), peak)
			if s.m == 1 { // every element of the second factor is read for one multiply-add
				b.ReportMetric(float64(len(y)*int(unsafe.Sizeof(y[0])))/each*1e-9, "GB/s")
			}
		})
	}
	for _, n := range squares {
		for _, l := range []kernel.Layout{kernel.NN, kernel.NT, kernel.TN} {
			one(fmt.Sprint(n), shape{l, n, n, n})
		}
	}
	for _, s := range shapes {
		one(fmt.Sprintf("%dx%dx%d", s.m, s.k, s.n), s)
	}
}
