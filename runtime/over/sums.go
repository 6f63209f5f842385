package over

import (
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// The order of a sum, as docs/numerics.md fixes it: a block is added in lanes, which fold in halves; blocks' sums are added by the same rule.
const (
	lanes = 16
	block = 4096
)

// Sum adds all elements into dst[0]: in the accumulator, rounded once.
func Sum[E, W any](dst, x []E, a num.Arithmetic[E, W]) {
	dst[0] = a.Round(sumLine(x, len(x), 1, a, a.Wide()))
}

// SumAlong sums each line of x, seen as [outer, n, inner], along its middle axis into dst [outer, inner].
func SumAlong[E, W any](dst, x []E, outer, n, inner int, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	switch {
	case !isNarrow(a) || n > block || inner > 1 && inner < lanes:
	case inner == 1:
		sumLines(dst[:outer], x, n)
		return
	default:
		for o := range outer {
			sumColumns(dst[o*inner:][:inner], x[o*n*inner:], n, inner)
		}
		return
	}
	w := a.Wide()
	for o := range outer {
		for i := range inner {
			dst[o*inner+i] = a.Round(sumLine(x[o*n*inner+i:], n, inner, a, w))
		}
	}
}

// sumLine adds n elements, stride apart.
func sumLine[E, W any](x []E, n, stride int, a num.Arithmetic[E, W], w num.Arithmetic[W, W]) W {
	if stride == 1 && n > lanes && n <= block && isNarrow(a) {
		return any(sumNarrow(x[:n])).(W)
	}
	var lane [lanes]W
	fill(lane[:], w.FromFloat64(0))
	part := partOf(n)
	for l := 0; n > 0; l = (l + 1) % lanes {
		v := a.Widen(x[0])
		if part > 1 {
			v = sumLine(x, min(part, n), stride, a, w)
		}
		lane[l] = w.Add(lane[l], v)
		if n -= part; n > 0 {
			x = x[part*stride:]
		}
	}
	for h := lanes / 2; h > 0; h /= 2 {
		for l := range h {
			lane[l] = w.Add(lane[l], lane[l+h])
		}
	}
	return lane[0]
}

// partOf is how many elements one addend of a list of n stands for: the smallest power of the block that leaves at most a block of addends.
func partOf(n int) int {
	part := 1
	for (n-1)/part >= block {
		part *= block
	}
	return part
}

// CumSum writes running sums along the middle axis, from the first element or, in reverse, from the last. The total stays in the accumulator.
func CumSum[E, W any](dst, x []E, outer, n, inner int, reverse bool, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	if isNarrow(a) && (inner == 1 || inner >= lanes) {
		for o := range outer {
			to, from := dst[o*n*inner:][:n*inner], x[o*n*inner:][:n*inner]
			switch {
			case inner == 1:
				cumSumNarrow(to, from, reverse)
			case reverse:
				cumSumColumns(to, from, n, (n-1)*inner, -inner, inner)
			default:
				cumSumColumns(to, from, n, 0, inner, inner)
			}
		}
		return
	}
	w := a.Wide()
	for o := range outer {
		for i := range inner {
			first, step := o*n*inner+i, inner
			if reverse {
				first, step = first+(n-1)*inner, -inner
			}
			total := a.Widen(x[first])
			dst[first] = x[first]
			for k := 1; k < n; k++ {
				at := first + k*step
				total = w.Add(total, a.Widen(x[at]))
				dst[at] = a.Round(total)
			}
		}
	}
}
