package over

import (
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// MatMul sets c [m, n] to the product of a and b, which lie as the layout says: each element by k ascending in chunks of kernel.Chunk, in the accumulator,
// rounded once. scratch holds MatMulScratch accumulators.
func MatMul[E, W any](c, a, b []E, scratch []W, m, k, n int, layout kernel.Layout, number num.Arithmetic[E, W]) {
	kernel.Volume(m, k, n)
	if direct(c, a, b, scratch, m, k, n, layout, number) {
		return
	}
	aRow, aStep, bStep, bColumn := k, 1, n, 1
	if layout == kernel.TN || layout == kernel.TT {
		aRow, aStep = 1, m
	}
	if layout == kernel.NT || layout == kernel.TT {
		bStep, bColumn = 1, k
	}
	wide := number.Wide()
	zero := wide.FromFloat64(0)
	for i := range m {
		for j := range n {
			var total W
			for first := 0; first < k; first += kernel.Chunk {
				part := zero
				for at := first; at < min(first+kernel.Chunk, k); at++ {
					part = number.MulAdd(part, a[i*aRow+at*aStep], b[at*bStep+j*bColumn])
				}
				if first == 0 {
					total = part
				} else {
					total = wide.Add(total, part)
				}
			}
			c[i*n+j] = number.Round(total)
		}
	}
}

// MatMulBatch is a product for each of batch matrices, one after the other in each operand.
func MatMulBatch[E, W any](c, a, b []E, scratch []W, batch, m, k, n int, layout kernel.Layout, number num.Arithmetic[E, W]) {
	kernel.Volume(batch, m, n)
	kernel.Volume(batch, k, max(m, n))
	for i := range batch {
		MatMul(c[i*m*n:][:m*n], a[i*m*k:][:m*k], b[i*k*n:][:k*n], scratch, m, k, n, layout, number)
	}
}

// MatMulScratch is the number of accumulators of scratch that MatMul needs.
func MatMulScratch[E, W any](m, k, n int, layout kernel.Layout, number num.Arithmetic[E, W]) int {
	switch any(number).(type) {
	case num.BF16, num.F16:
		return m*k + k*n + m*n + kernel.MatMulScratchF32(m, k, n, layout)
	case num.F32:
		return kernel.MatMulScratchF32(m, k, n, layout)
	case num.F64:
		return kernel.MatMulScratchF64(m, k, n, layout)
	}
	return 0
}

// direct computes the products that a kernel of float32 or float64 has the bits of: those of accumulators, and those of narrow elements, which
// accumulate in float32, so that widened factors and one rounding at the end are the rule itself.
func direct[E, W any](c, a, b []E, scratch []W, m, k, n int, layout kernel.Layout, number num.Arithmetic[E, W]) bool {
	switch any(number).(type) {
	case num.F32:
		kernel.MatMulF32(any(c).([]float32), any(a).([]float32), any(b).([]float32), any(scratch).([]float32), m, k, n, layout)
	case num.F64:
		kernel.MatMulF64(any(c).([]float64), any(a).([]float64), any(b).([]float64), any(scratch).([]float64), m, k, n, layout)
	case num.BF16, num.F16:
		left, rest := scratch[:m*k], scratch[m*k:]
		right, rest := rest[:k*n], rest[k*n:]
		out, rest := rest[:m*n], rest[m*n:]
		for i, x := range a[:len(left)] {
			left[i] = number.Widen(x)
		}
		for i, x := range b[:len(right)] {
			right[i] = number.Widen(x)
		}
		kernel.MatMulF32(any(out).([]float32), any(left).([]float32), any(right).([]float32), any(rest).([]float32), m, k, n, layout)
		for i, x := range out {
			c[i] = number.Round(x)
		}
	default:
		return false
	}
	return true
}
