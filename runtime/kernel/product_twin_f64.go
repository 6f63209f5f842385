package kernel

import "math"

// twinF64 is the product in pure Go: in tiles of one row by four columns, so that four chains of sums run at once.
func twinF64(c, a, b []float64, m, k, n int, layout Layout) {
	aRow, aStep := k, 1
	if layout.transposedA() {
		aRow, aStep = 1, m
	}
	bStep, bCol := n, 1
	if layout.transposedB() {
		bStep, bCol = 1, k
	}
	for k0 := 0; k0 < k; k0 += Chunk {
		depth := min(Chunk, k-k0)
		for i := range m {
			for j := 0; j < n; {
				aAt, bAt := i*aRow+k0*aStep, k0*bStep+j*bCol
				var sum [4]float64
				cols := 4
				if n-j >= 4 {
					sum = twinTileF64(a[aAt:], aStep, b[bAt:], bStep, bCol, depth)
				} else {
					cols = 1
					sum[0] = twinDotF64(a[aAt:], aStep, b[bAt:], bStep, depth)
				}
				total := c[i*n+j:][:cols]
				for v := range total {
					if k0 == 0 {
						total[v] = sum[v]
					} else {
						total[v] += sum[v]
					}
				}
				j += cols
			}
		}
	}
}

// twinTileF64 returns one chunk's sums for four columns of B, col apart, whose elements are bStep apart.
func twinTileF64(a []float64, aStep int, b []float64, bStep, col, depth int) [4]float64 {
	var x0, x1, x2, x3 float64
	aAt, bAt := 0, 0
	for range depth {
		p := a[aAt]
		x0 = math.FMA(p, b[bAt], x0)
		x1 = math.FMA(p, b[bAt+col], x1)
		x2 = math.FMA(p, b[bAt+2*col], x2)
		x3 = math.FMA(p, b[bAt+3*col], x3)
		aAt += aStep
		bAt += bStep
	}
	return [4]float64{x0, x1, x2, x3}
}

// twinDotF64 returns one chunk's sum for one column.
func twinDotF64(a []float64, aStep int, b []float64, bStep, depth int) float64 {
	var x float64
	aAt, bAt := 0, 0
	for range depth {
		x = math.FMA(a[aAt], b[bAt], x)
		aAt += aStep
		bAt += bStep
	}
	return x
}
