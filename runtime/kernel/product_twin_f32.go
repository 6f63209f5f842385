package kernel

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// twinF32 is the product in pure Go: in tiles of two rows by four columns, so that eight chains of sums run at once.
func twinF32(c, a, b []float32, m, k, n int, layout Layout) {
	const small = 32
	if k <= small { // clearing a whole panel would take longer than a small product
		var panel [small][4]float64
		twinPanelsF32(c, a, b, panel[:], m, k, n, layout)
		return
	}
	var panel [Chunk][4]float64
	twinPanelsF32(c, a, b, panel[:], m, k, n, layout)
}

// twinPanelsF32 is twinF32 with room for a panel: one chunk of four columns of B, widened once for all rows of A.
// Columns past the last are zero.
func twinPanelsF32(c, a, b []float32, panel [][4]float64, m, k, n int, layout Layout) {
	aRow, aStep := k, 1
	if layout.transposedA() {
		aRow, aStep = 1, m
	}
	bStep, bCol := n, 1
	if layout.transposedB() {
		bStep, bCol = 1, k
	}
	plain := m >= twinPlainRows && twinPlain(a[:m*k], b[:k*n])
	for k0 := 0; k0 < k; k0 += Chunk {
		depth := min(Chunk, k-k0)
		for j := 0; j < n; j += 4 {
			cols := min(4, n-j)
			for l := range depth {
				at := (k0+l)*bStep + j*bCol
				for v := range cols {
					panel[l][v] = float64(b[at+v*bCol])
				}
				for v := cols; v < 4; v++ {
					panel[l][v] = 0
				}
			}
			for i := 0; i < m; i += 2 {
				rows := min(2, m-i)
				at := i*aRow + k0*aStep
				var sum [2][4]float64
				if rows == 2 {
					twinTileF32(&sum, a[at:], aRow, aStep, panel[:depth], plain)
				} else {
					sum[0] = twinRowF32(a[at:], aStep, panel[:depth])
				}
				for r := range rows {
					total := c[(i+r)*n+j:][:cols]
					for v := range total {
						if k0 == 0 {
							total[v] = float32(sum[r][v])
						} else {
							total[v] += float32(sum[r][v])
						}
					}
				}
			}
		}
	}
}

// twinTileF32 sums one chunk for two rows of A, row apart, whose elements are step apart. The sums are float32 values, held widened.
func twinTileF32(sum *[2][4]float64, a []float32, row, step int, panel [][4]float64, plain bool) {
	for l := 0; l < len(panel); l++ {
		if plain {
			l += plainSteps(sum, a[l*step:], row, step, panel[l:])
		} else {
			l += anySteps(sum, a[l*step:], row, step, panel[l:])
		}
		if l == len(panel) {
			return
		}
		for r := range sum {
			x := &sum[r]
			x[0], x[1], x[2], x[3] = stepF32(float64(a[l*step+r*row]), &panel[l], x[0], x[1], x[2], x[3])
		}
	}
}

// anySteps takes steps along k while rounding a sum twice does what rounding it once does, and returns how many it took. It calls nothing, so that
// all sums stay in registers.
func anySteps(sum *[2][4]float64, a []float32, row, step int, panel [][4]float64) (l int) {
	x0, x1, x2, x3 := sum[0][0], sum[0][1], sum[0][2], sum[0][3]
	y0, y1, y2, y3 := sum[1][0], sum[1][1], sum[1][2], sum[1][3]
	at := 0
	for l < len(panel) {
		b := &panel[l]
		p, q := float64(a[at]), float64(a[at+row])
		s0, s1, s2, s3 := float64(p*b[0])+x0, float64(p*b[1])+x1, float64(p*b[2])+x2, float64(p*b[3])+x3
		if unsafeF32(s0) || unsafeF32(s1) || unsafeF32(s2) || unsafeF32(s3) {
			break
		}
		t0, t1, t2, t3 := float64(q*b[0])+y0, float64(q*b[1])+y1, float64(q*b[2])+y2, float64(q*b[3])+y3
		if unsafeF32(t0) || unsafeF32(t1) || unsafeF32(t2) || unsafeF32(t3) {
			break
		}
		x0, x1, x2, x3 = float64(float32(s0)), float64(float32(s1)), float64(float32(s2)), float64(float32(s3))
		y0, y1, y2, y3 = float64(float32(t0)), float64(float32(t1)), float64(float32(t2)), float64(float32(t3))
		at += step
		l++
	}
	*sum = [2][4]float64{{x0, x1, x2, x3}, {y0, y1, y2, y3}}
	return l
}

// twinPlainRows is the number of rows from which it pays to look at all elements first.
const twinPlainRows = 8

// twinPlain reports whether no sum can lie below the normal range of float32: all products, and so all sums of them, are multiples of a power of two
// that does not.
func twinPlain(a, b []float32) bool { return lastPlace(a)+lastPlace(b) >= -126 }

// lastPlace is the exponent of the power of two that all finite elements are multiples of.
func lastPlace(list []float32) int {
	lowest := uint32(math.MaxUint32)
	for _, x := range list {
		lowest = min(lowest, math.Float32bits(x)<<1-1) // 0 is a multiple of all: it becomes the highest
	}
	return max(int((uint64(lowest)+1)>>24), 1) - 150
}

// plainSteps is anySteps where no sum lies below the normal range: midpoints alone are not safe. The condition is spelt out: as a call, if one
// without a cost, it would be computed before it is branched on.
func plainSteps(sum *[2][4]float64, a []float32, row, step int, panel [][4]float64) (l int) {
	x0, x1, x2, x3 := sum[0][0], sum[0][1], sum[0][2], sum[0][3]
	y0, y1, y2, y3 := sum[1][0], sum[1][1], sum[1][2], sum[1][3]
	at := 0
	for l < len(panel) {
		b := &panel[l]
		p, q := float64(a[at]), float64(a[at+row])
		s0, s1, s2, s3 := float64(p*b[0])+x0, float64(p*b[1])+x1, float64(p*b[2])+x2, float64(p*b[3])+x3
		if math.Float64bits(s0)<<35 == midpoint || math.Float64bits(s1)<<35 == midpoint || math.Float64bits(s2)<<35 == midpoint || math.Float64bits(s3)<<35 == midpoint {
			break
		}
		t0, t1, t2, t3 := float64(q*b[0])+y0, float64(q*b[1])+y1, float64(q*b[2])+y2, float64(q*b[3])+y3
		if math.Float64bits(t0)<<35 == midpoint || math.Float64bits(t1)<<35 == midpoint || math.Float64bits(t2)<<35 == midpoint || math.Float64bits(t3)<<35 == midpoint {
			break
		}
		x0, x1, x2, x3 = float64(float32(s0)), float64(float32(s1)), float64(float32(s2)), float64(float32(s3))
		y0, y1, y2, y3 = float64(float32(t0)), float64(float32(t1)), float64(float32(t2)), float64(float32(t3))
		at += step
		l++
	}
	*sum = [2][4]float64{{x0, x1, x2, x3}, {y0, y1, y2, y3}}
	return l
}

// midpoint is what the bits of a midpoint of two normal float32 are, shifted by 35.
const midpoint = 1 << 63

// twinRowF32 is twinTileF32 for one row.
func twinRowF32(a []float32, step int, panel [][4]float64) [4]float64 {
	var x0, x1, x2, x3 float64
	at := 0
	for l := range panel {
		b := &panel[l]
		p := float64(a[at])
		s0, s1, s2, s3 := float64(p*b[0])+x0, float64(p*b[1])+x1, float64(p*b[2])+x2, float64(p*b[3])+x3
		if unsafeF32(s0) || unsafeF32(s1) || unsafeF32(s2) || unsafeF32(s3) {
			s0, s1, s2, s3 = stepF32(p, b, x0, x1, x2, x3)
		}
		x0, x1, x2, x3 = float64(float32(s0)), float64(float32(s1)), float64(float32(s2)), float64(float32(s3))
		at += step
	}
	return [4]float64{x0, x1, x2, x3}
}

// unsafeF32 tells whether rounding s, an exact product plus a float32 rounded to float64, once more to float32 may
// differ from rounding the exact sum: s is a midpoint of two normal float32 or lies below them. See num.FMA32.
func unsafeF32(s float64) bool {
	return math.Float64bits(s)<<35 == midpoint || math.Float64bits(s)<<1-1 < 0x381<<53-1
}

// stepF32 is one step of four sums by num.FMA32, on widened operands.
func stepF32(p float64, b *[4]float64, x0, x1, x2, x3 float64) (s0, s1, s2, s3 float64) {
	a := float32(p)
	return float64(num.FMA32(a, float32(b[0]), float32(x0))), float64(num.FMA32(a, float32(b[1]), float32(x1))),
		float64(num.FMA32(a, float32(b[2]), float32(x2))), float64(num.FMA32(a, float32(b[3]), float32(x3)))
}
