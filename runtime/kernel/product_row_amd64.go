//go:build !purego

package kernel

import "unsafe"

// rowStep is the number of rows of B that one call takes where there are as many.
const rowStep = 8

// multiplyRow is multiply for n elements of one row of C and a B whose rows lie along it, stride bytes apart.
func (g *grid) multiplyRow(c, a, b, scratch unsafe.Pointer, k, n, stride int) {
	for j := 0; j < n; j += g.rowCols {
		cols := min(g.rowCols, n-j)
		total := unsafe.Add(c, j*g.size)
		for k0 := 0; k0 < k; k0 += Chunk {
			// The first chunk's sums wait in C, others in scratch until they join the total.
			sums := total
			if k0 > 0 {
				sums = scratch
			}
			var from, to, addend unsafe.Pointer
			end := min(k, k0+Chunk)
			for l := k0; l < end; {
				depth := 1
				if end-l >= rowStep {
					depth = rowStep
				}
				to = sums
				if l+depth == end && k0 > 0 {
					to, addend = total, total
				}
				g.row(to, from, addend, unsafe.Add(a, l*g.size), unsafe.Add(b, l*stride+j*g.size), stride, depth, cols)
				from = sums
				l += depth
			}
		}
	}
}
