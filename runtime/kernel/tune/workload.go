package main

import "github.com/topos-go/topos/runtime/kernel"

// A workload makes its operands, with the scratch that the constants in force ask for, and returns what is timed.
type workload func() (run func())

// workloads are what a measurement of a constant runs, by what the constant governs.
var workloads = map[string][]workload{
	"products": products([][3]int{
		{128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {64, 784, 256}, {64, 256, 128}, {64, 128, 10}, {784, 64, 256}, {32, 30, 200},
		{200, 16, 16}, {16, 200, 16}, {12, 768, 768}, {24, 300, 1100}, {4, 512, 2048}, {1100, 64, 128},
	}),
	"row products": products([][3]int{{1, 128, 128}, {1, 256, 512}, {1, 768, 3072}, {1, 768, 50257 / 8}}),
	"threads": append(products([][3]int{{64, 64, 128}, {64, 256, 64}, {128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {1, 512, 512}, {1, 768, 3072}}),
		softmax(64, 200, 1), softmax(64, 1000, 1), softmax(1024, 1024, 1), sums(64, 1000, 1), sums(64, 4000, 1), sums(4, 64, 1000)),
	"rows":     {softmax(64, 10, 1), softmax(256, 64, 1), softmax(64, 1000, 1), softmax(512, 197, 1)},
	"columns":  {sums(1, 64, 256), sums(1, 784, 1000), sums(8, 64, 300), softmax(1, 64, 1000), softmax(4, 100, 300)},
	"movement": {transposed(64, 256), transposed(784, 256), transposed(1024, 1024), transposed(33, 1000)},
}

// products are the products m×k×n of both elements in all layouts.
func products(shapes [][3]int) []workload {
	var list []workload
	for _, s := range shapes {
		for _, layout := range []kernel.Layout{kernel.NN, kernel.NT, kernel.TN} {
			list = append(list,
				product(kernel.MatMulF32, kernel.MatMulScratchF32, s[0], s[1], s[2], layout),
				product(kernel.MatMulF64, kernel.MatMulScratchF64, s[0], s[1], s[2], layout))
		}
	}
	return list
}

func product[F kernel.Float](multiply func(c, a, b, scratch []F, m, k, n int, l kernel.Layout), need func(m, k, n int, l kernel.Layout) int, m, k, n int, layout kernel.Layout) workload {
	return func() func() {
		c, a, b, scratch := make([]F, m*n), numbers[F](m*k), numbers[F](k*n), make([]F, need(m, k, n, layout))
		return func() { multiply(c, a, b, scratch, m, k, n, layout) }
	}
}

func softmax(outer, n, inner int) workload {
	return func() func() {
		x, dst, scratch := numbers[float32](outer*n*inner), make([]float32, outer*n*inner), make([]float32, kernel.SoftmaxScratch(outer, n, inner))
		return func() { kernel.Softmax(dst, x, outer, n, inner, scratch) }
	}
}

func sums(outer, n, inner int) workload {
	return func() func() {
		x, dst, scratch := numbers[float32](outer*n*inner), make([]float32, outer*inner), make([]float32, kernel.SumAlongScratch(outer, n, inner))
		return func() { kernel.SumAlong(dst, x, outer, n, inner, scratch) }
	}
}

// transposed moves the int32 that no vectors move too.
func transposed(rows, cols int) workload {
	return func() func() {
		x, dst := make([]int32, rows*cols), make([]int32, rows*cols)
		return func() { kernel.Permute(dst, x, []int{rows, cols}, []int{1, 0}) }
	}
}

func numbers[F kernel.Float](n int) []F {
	list := make([]F, n)
	for i := range list {
		list[i] = F(i%61)/32 - 1
	}
	return list
}
