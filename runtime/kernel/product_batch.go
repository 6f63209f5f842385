package kernel

// MatMulBatchF32 is a product for each of batch matrices, one after the other in each operand.
func MatMulBatchF32(c, a, b, scratch []float32, batch, m, k, n int, layout Layout) {
	for i := range batch {
		MatMulF32(c[i*m*n:][:m*n], a[i*m*k:][:m*k], b[i*k*n:][:k*n], scratch, m, k, n, layout)
	}
}

// MatMulBatchF64 is a product for each of batch matrices, one after the other in each operand.
func MatMulBatchF64(c, a, b, scratch []float64, batch, m, k, n int, layout Layout) {
	for i := range batch {
		MatMulF64(c[i*m*n:][:m*n], a[i*m*k:][:m*k], b[i*k*n:][:k*n], scratch, m, k, n, layout)
	}
}
