package kernel

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// The softmax family works on the lines of x, seen as [outer, n, inner], along the middle axis. Per line: m is the maximum (NaN wins), the shift is m,
// or 0 where m is infinite, and s is the sum of exp(x - shift) in the fixed order. scratch holds SoftmaxScratch elements; its contents
// before and after mean nothing. n is at least 1. dst may be x itself.

// Softmax writes exp(x - shift) / s to dst, shaped as x.
func Softmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*n*inner], x[:outer*n*inner]
	exp, _ := rowsFunctions[F]()
	if inner == 1 {
		for o := range outer {
			to, row := dst[o*n:(o+1)*n], x[o*n:(o+1)*n]
			shift := rowsShift(rowsMax(row))
			for i, v := range row {
				to[i] = exp(v - shift)
			}
			s := Sum(to)
			for i := range to {
				to[i] /= s
			}
		}
		return
	}
	rowsStrips(outer, n, inner, func(at, _, w int) {
		shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
		to, lines := dst[at:], x[at:]
		rowsShiftColumns(shift, lines, n, inner)
		for k := range n {
			row := to[k*inner:][:w]
			for i, v := range lines[k*inner:][:w] {
				row[i] = exp(v - shift[i])
			}
		}
		sumsColumns(s, to, n, inner, scratch)
		for k := range n {
			row := to[k*inner:][:w]
			for i := range row {
				row[i] /= s[i]
			}
		}
	})
}

// LogSoftmax writes (x - shift) - log(s) to dst, shaped as x.
func LogSoftmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*n*inner], x[:outer*n*inner]
	_, log := rowsFunctions[F]()
	if inner == 1 {
		for o := range outer {
			row := x[o*n : (o+1)*n]
			shift, s := rowsTotal(row, scratch)
			logs := log(s)
			for i, v := range row {
				dst[o*n+i] = v - shift - logs
			}
		}
		return
	}
	rowsStrips(outer, n, inner, func(at, _, w int) {
		shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
		lines := x[at:]
		rowsTotalColumns(shift, s, lines, n, inner, scratch)
		for i := range s {
			s[i] = log(s[i])
		}
		for k := range n {
			row := dst[at+k*inner:][:w]
			for i, v := range lines[k*inner:][:w] {
				row[i] = v - shift[i] - s[i]
			}
		}
	})
}

// LogSumExp writes shift + log(s) to dst [outer, inner].
func LogSumExp[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*inner], x[:outer*n*inner]
	_, log := rowsFunctions[F]()
	if inner == 1 {
		for o := range dst {
			shift, s := rowsTotal(x[o*n:(o+1)*n], scratch)
			dst[o] = shift + log(s)
		}
		return
	}
	rowsStrips(outer, n, inner, func(at, line, w int) {
		shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
		rowsTotalColumns(shift, s, x[at:], n, inner, scratch)
		for i := range s {
			dst[line+i] = shift[i] + log(s[i])
		}
	})
}
