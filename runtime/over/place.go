package over

import (
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// PutAlong writes g [outer, inner] to the selected element of each line of dst [outer, n, inner], and zero to all others.
func PutAlong[E, W any](dst, g []E, sel []int32, outer, n, inner int, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	fill(dst, a.FromFloat64(0))
	for o := range outer {
		for i := range inner {
			at := o*inner + i
			line := dst[o*n*inner:][:n*inner]
			line[int(sel[at])*inner+i] = g[at]
		}
	}
}

// Pad copies x [outer, n, inner] into dst [outer, full, inner] from start on, among zeros.
func Pad[E, W any](dst, x []E, outer, n, inner, start, full int, a num.Arithmetic[E, W]) {
	fill(dst, a.FromFloat64(0))
	kernel.Place(dst, x, outer, n, inner, start, full)
}

// Scatter adds the rows of g [len(sel), width] to the selected rows of dst [rows, width]: each element from zero, in increasing row of g, in the
// accumulator, rounded once. scratch holds ScatterScratch accumulators.
func Scatter[E, W any](dst, g []E, sel []int32, rows, width int, scratch []W, a num.Arithmetic[E, W]) {
	w := a.Wide()
	totals := scratch[:kernel.Volume(1, rows, width)]
	if isNarrow(a) && width >= lanes {
		scatterNarrow(dst, g, sel, width, any(totals).([]float32))
		return
	}
	fill(totals, w.FromFloat64(0))
	for u, r := range sel {
		row := totals[int(r)*width:][:width]
		for j, total := range row {
			row[j] = w.Add(total, a.Widen(g[u*width+j]))
		}
	}
	for i, total := range totals {
		dst[i] = a.Round(total)
	}
}

// ScatterScratch is the number of accumulators of scratch that Scatter needs.
func ScatterScratch(rows, width int) int { return rows * width }

// Fold adds windows x [outer, count, size, inner], step apart and with dilation between their elements, into dst [outer, extent, inner]: each element
// from zero, by increasing index in the window, in the accumulator, rounded once.
func Fold[E, W any](dst, x []E, outer, extent, inner, size, step, dilation int, a num.Arithmetic[E, W]) {
	count := kernel.Windows(extent, size, step, dilation)
	kernel.Volume(outer, extent, inner)
	if isNarrow(a) && inner >= lanes && extent*inner <= piece {
		foldNarrow(dst, x, outer, extent, inner, size, step, dilation, count)
		return
	}
	w := a.Wide()
	zero := w.FromFloat64(0)
	for o := range outer {
		for at := range extent {
			for j := range inner {
				total := zero
				for k := range size {
					c := at - k*dilation
					if c < 0 || c%step != 0 || c/step >= count {
						continue
					}
					total = w.Add(total, a.Widen(x[((o*count+c/step)*size+k)*inner+j]))
				}
				dst[(o*extent+at)*inner+j] = a.Round(total)
			}
		}
	}
}
