//go:build !purego

package kernel

import "unsafe"

// multiplyDots is multiply for a few rows of A and a B whose rows lie along k, and for a multiple of dotGroup columns.
func (g *grid) multiplyDots(c, a, b unsafe.Pointer, k, rows, cols int) {
	stride := k * g.size
	passes := (rows + dotRows - 1) / dotRows
	height := (rows + passes - 1) / passes
	for k0 := 0; k0 < k; k0 += Chunk {
		depth := min(Chunk, k-k0)
		atOnce := max(dotGroup, maxSteps/4/(height*depth)/dotGroup*dotGroup) // what further rows read again stays in the cache
		for j := 0; j < cols; j += atOnce {
			for i := 0; i < rows; i += height {
				g.dots(unsafe.Add(c, i*g.cStride+j*g.size), unsafe.Add(a, i*stride+k0*g.size), unsafe.Add(b, j*stride+k0*g.size),
					stride, min(height, rows-i), depth, min(atOnce, cols-j), k0 > 0)
			}
		}
	}
}
