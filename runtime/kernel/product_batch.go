package kernel

import (
	"fmt"
	"math"
	"math/bits"
)

// MatMulBatchF32 is a product for each of batch matrices, one after the other in each operand.
func MatMulBatchF32(c, a, b, scratch []float32, batch, m, k, n int, layout Layout) {
	checkBatch(len(c), len(a), len(b), batch, m, k, n)
	for i := range batch {
		MatMulF32(c[i*m*n:][:m*n], a[i*m*k:][:m*k], b[i*k*n:][:k*n], scratch, m, k, n, layout)
	}
}

// MatMulBatchF64 is a product for each of batch matrices, one after the other in each operand.
func MatMulBatchF64(c, a, b, scratch []float64, batch, m, k, n int, layout Layout) {
	checkBatch(len(c), len(a), len(b), batch, m, k, n)
	for i := range batch {
		MatMulF64(c[i*m*n:][:m*n], a[i*m*k:][:m*k], b[i*k*n:][:k*n], scratch, m, k, n, layout)
	}
}

// checkBatch wants each matrix of a batch in its list.
func checkBatch(c, a, b, batch, m, k, n int) {
	if batch < 0 || !holdsMatrices(c, batch, m, n) || !holdsMatrices(a, batch, m, k) || !holdsMatrices(b, batch, k, n) {
		panic(fmt.Sprintf("kernel: %d products %dx%dx%d: len(c) = %d, len(a) = %d, len(b) = %d do not hold them", batch, m, k, n, c, a, b))
	}
}

func holdsMatrices(elements, batch, rows, columns int) bool {
	over, each := bits.Mul(uint(rows), uint(columns))
	return rows >= 0 && columns >= 0 && over == 0 && each <= math.MaxInt && (each == 0 || uint(elements)/each >= uint(batch))
}
