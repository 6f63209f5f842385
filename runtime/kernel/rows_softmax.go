package kernel

// The softmax family works on the lines of x, seen as [outer, n, inner], along the middle axis. Of a line, m is the maximum in the order of Go's max,
// the shift is m, or 0 where m is infinite, and s is the sum of exp(x - shift) in the order of Sum. n is at least 1. dst may be x itself.
// scratch holds SoftmaxScratch elements; its contents before and after mean nothing.

// Softmax writes exp(x - shift) / s to dst, shaped as x.
func Softmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	rowsShare(rowsOfSoftmax, false, dst, x, outer*n*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

// LogSoftmax writes (x - shift) - log(s) to dst, shaped as x.
func LogSoftmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	rowsShare(rowsOfLogSoftmax, false, dst, x, outer*n*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

// LogSumExp writes shift + log(s) to dst [outer, inner].
func LogSumExp[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	rowsShare(rowsOfLogSumExp, false, dst, x, outer*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

// FastSoftmax is Softmax under the posture Fast.
func FastSoftmax(dst, x []float32, outer, n, inner int, scratch []float32) {
	rowsShare(rowsOfSoftmax, true, dst, x, outer*n*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

// FastLogSoftmax is LogSoftmax under the posture Fast.
func FastLogSoftmax(dst, x []float32, outer, n, inner int, scratch []float32) {
	rowsShare(rowsOfLogSoftmax, true, dst, x, outer*n*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

// FastLogSumExp is LogSumExp under the posture Fast.
func FastLogSumExp(dst, x []float32, outer, n, inner int, scratch []float32) {
	rowsShare(rowsOfLogSumExp, true, dst, x, outer*inner, outer, n, inner, scratch, SoftmaxScratch(outer, n, inner))
}

func softmaxOf[F Float](fast bool, dst, x []F, from, to, n, inner int, scratch []F) {
	if inner == 1 {
		dst, x = dst[from*n:to*n], x[from*n:to*n]
		rowsEach(to-from, n, func(first, lines int) {
			rowsSoftmax(fast, dst[first*n:][:lines*n], x[first*n:][:lines*n], lines, n, scratch)
		})
		return
	}
	for p := from; p < to; p++ {
		o, j, w := rowsStrip(p, inner)
		at := o*n*inner + j
		rowsSoftmaxColumns(fast, dst[at:], x[at:], n, inner, w, scratch)
	}
}

func logSoftmaxOf[F Float](fast bool, dst, x []F, from, to, n, inner int, scratch []F) {
	if inner == 1 {
		dst, x = dst[from*n:to*n], x[from*n:to*n]
		rowsEach(to-from, n, func(first, lines int) {
			rowsLogSoftmax(fast, dst[first*n:][:lines*n], x[first*n:][:lines*n], lines, n, scratch)
		})
		return
	}
	for p := from; p < to; p++ {
		o, j, w := rowsStrip(p, inner)
		at := o*n*inner + j
		rowsLogSoftmaxColumns(fast, dst[at:], x[at:], n, inner, w, scratch)
	}
}

func logSumExpOf[F Float](fast bool, dst, x []F, from, to, n, inner int, scratch []F) {
	if inner == 1 {
		dst, x = dst[from:to], x[from*n:to*n]
		rowsEach(to-from, n, func(first, lines int) { rowsLogSumExp(fast, dst[first:][:lines], x[first*n:][:lines*n], n, scratch) })
		return
	}
	for p := from; p < to; p++ {
		o, j, w := rowsStrip(p, inner)
		shift, s := scratch[:w], dst[o*inner+j:][:w]
		rowsTotalColumns(fast, shift, s, x[o*n*inner+j:], n, inner, scratch[w:])
		rowsLogs(fast, s)
		for i, v := range s {
			s[i] = shift[i] + v
		}
	}
}

// SoftmaxScratch is the number of elements of scratch that Softmax, LogSoftmax and LogSumExp need.
func SoftmaxScratch(outer, n, inner int) int {
	Volume(outer, n, inner)
	if inner == 1 {
		return min(n, sumsBlock) + sumsBlocks(n, sumsBlock)
	}
	w := min(inner, widestStrip())
	return 2*w + sumsColumnsScratch(n, w)
}

// rowsAtOnce is the number of lines that the functions below work on at a time, at most.
const rowsAtOnce = 64

// rowsLines is the number of lines of n elements to take at a time where so many are left: few enough to stay in the first-level cache.
func rowsLines(left, n int) int { return min(left, rowsAtOnce, max(1, tuned().LineElements/n)) }

func rowsEach(outer, n int, run func(first, lines int)) {
	for o := 0; o < outer; {
		lines := rowsLines(outer-o, n)
		run(o, lines)
		o += lines
	}
}

func rowsSoftmax[F Float](fast bool, dst, x []F, lines, n int, scratch []F) {
	var shifts, totals [rowsAtOnce]F
	shift, total := shifts[:lines], totals[:lines]
	rowsShiftLines(shift, x, n)
	if !vectorExpLines(fast, dst, total, x, shift, n, scratch) {
		exp, _ := rowsFunctions[F](fast)
		for o := range lines {
			to := dst[o*n:][:n]
			for i, v := range x[o*n:][:n] {
				to[i] = exp(v - shift[o])
			}
			total[o] = Sum(to)
		}
	}
	if vectorDivLines(dst, total, n) {
		return
	}
	for o, s := range total {
		dst := dst[o*n:][:n]
		for i := range dst {
			dst[i] /= s
		}
	}
}

// rowsSoftmaxColumns works on w neighbouring columns of n elements, stride apart.
func rowsSoftmaxColumns[F Float](fast bool, dst, x []F, n, stride, w int, scratch []F) {
	shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
	rowsShiftColumns(shift, x, n, stride)
	if !vectorExpColumns(fast, dst, x, shift, n, stride) {
		exp, _ := rowsFunctions[F](fast)
		for k := range n {
			to := dst[k*stride:][:w]
			for i, v := range x[k*stride:][:w] {
				to[i] = exp(v - shift[i])
			}
		}
	}
	sumsColumns(s, dst, n, stride, scratch)
	if vectorDivColumns(dst, s, n, stride) {
		return
	}
	for k := range n {
		to := dst[k*stride:][:w]
		for i, v := range s {
			to[i] /= v
		}
	}
}

func rowsLogSoftmax[F Float](fast bool, dst, x []F, lines, n int, scratch []F) {
	var shifts, totals [rowsAtOnce]F
	shift, s := shifts[:lines], totals[:lines]
	rowsTotals(fast, shift, s, x, n, scratch)
	rowsLogs(fast, s)
	if vectorSubLines(dst, x, shift, s, n) {
		return
	}
	for o, s := range s {
		dst, shift := dst[o*n:][:n], shift[o]
		for i, v := range x[o*n:][:n] {
			dst[i] = (v - shift) - s
		}
	}
}

// rowsLogSoftmaxColumns works on w neighbouring columns of n elements, stride apart.
func rowsLogSoftmaxColumns[F Float](fast bool, dst, x []F, n, stride, w int, scratch []F) {
	shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
	rowsTotalColumns(fast, shift, s, x, n, stride, scratch)
	rowsLogs(fast, s)
	if vectorSubColumns(dst, x, shift, s, n, stride) {
		return
	}
	for k := range n {
		to := dst[k*stride:][:w]
		for i, v := range x[k*stride:][:w] {
			to[i] = (v - shift[i]) - s[i]
		}
	}
}

func rowsLogSumExp[F Float](fast bool, dst, x []F, n int, scratch []F) {
	var shifts [rowsAtOnce]F
	shift := shifts[:len(dst)]
	rowsTotals(fast, shift, dst, x, n, scratch)
	rowsLogs(fast, dst)
	for o, s := range dst {
		dst[o] = shift[o] + s
	}
}
