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
		kernel.Volume(m, k, n)
		strip := stripOf(k, n)
		return m*k + (k+m)*strip + max(kernel.MatMulScratchF32(m, k, strip, layout), kernel.MatMulScratchF32(m, k, n%strip, layout))
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
		strips(c, a, b, any(scratch).([]float32), m, k, n, layout)
	default:
		return false
	}
	return true
}

// stripOf is how many columns of a product of a 16-bit element are computed at a time: their widened factor should stay in the cache.
func stripOf(k, n int) int { return min(n, max(1, 1<<17/k/stripUnit)*stripUnit) }

// stripUnit is a multiple of the widths of all tiles.
const stripUnit = 96

// strips computes a product of a 16-bit element in float32, some columns at a time.
func strips[E any](c, a, b []E, scratch []float32, m, k, n int, layout kernel.Layout) {
	strip := stripOf(k, n)
	left, rest := scratch[:m*k], scratch[m*k:]
	right, rest := rest[:k*strip], rest[k*strip:]
	out, rest := rest[:m*strip], rest[m*strip:]
	widen(left, a[:m*k])
	for j := 0; j < n; j += strip {
		w := min(strip, n-j)
		switch {
		case layout == kernel.NT || layout == kernel.TT:
			widen(right, b[j*k:][:w*k])
		case w == n:
			widen(right, b[:k*n])
		default:
			for i := range k {
				widen(right[i*w:], b[i*n+j:][:w])
			}
		}
		kernel.MatMulF32(out[:m*w], left, right[:k*w], rest, m, k, w, layout)
		if w == n {
			round(c, out[:m*n])
			continue
		}
		for i := range m {
			round(c[i*n+j:], out[i*w:][:w])
		}
	}
}
