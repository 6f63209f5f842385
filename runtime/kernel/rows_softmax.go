package kernel

// The softmax family works on the lines of x, seen as [outer, n, inner], along the middle axis. Of a line, m is the maximum in the order of Go's max,
// the shift is m, or 0 where m is infinite, and s is the sum of exp(x - shift) in the order of Sum. n is at least 1. dst may be x itself.
// scratch holds SoftmaxScratch elements; its contents before and after mean nothing.

// Softmax writes exp(x - shift) / s to dst, shaped as x.
func Softmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*n*inner], x[:outer*n*inner]
	for o := range outer {
		at := o * n * inner
		if inner == 1 {
			rowsSoftmax(dst[at:][:n], x[at:][:n])
			continue
		}
		for j := 0; j < inner; j += sumsStrip {
			w := min(sumsStrip, inner-j)
			rowsSoftmaxColumns(dst[at+j:], x[at+j:], n, inner, w, scratch)
		}
	}
}

// LogSoftmax writes (x - shift) - log(s) to dst, shaped as x.
func LogSoftmax[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*n*inner], x[:outer*n*inner]
	for o := range outer {
		at := o * n * inner
		if inner == 1 {
			rowsLogSoftmax(dst[at:][:n], x[at:][:n], scratch)
			continue
		}
		for j := 0; j < inner; j += sumsStrip {
			w := min(sumsStrip, inner-j)
			rowsLogSoftmaxColumns(dst[at+j:], x[at+j:], n, inner, w, scratch)
		}
	}
}

// LogSumExp writes shift + log(s) to dst [outer, inner].
func LogSumExp[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	dst, x = dst[:outer*inner], x[:outer*n*inner]
	_, log := rowsFunctions[F]()
	for o := range outer {
		at := o * n * inner
		if inner == 1 {
			shift, s := rowsTotal(x[at:][:n], scratch)
			dst[o] = shift + log(s)
			continue
		}
		for j := 0; j < inner; j += sumsStrip {
			w := min(sumsStrip, inner-j)
			shift, s := scratch[:w], dst[o*inner+j:][:w]
			rowsTotalColumns(shift, s, x[at+j:], n, inner, scratch[w:])
			for i, v := range s {
				s[i] = shift[i] + log(v)
			}
		}
	}
}

// SoftmaxScratch is the number of elements of scratch that Softmax, LogSoftmax and LogSumExp need.
func SoftmaxScratch(outer, n, inner int) int {
	if inner == 1 {
		return min(n, sumsBlock) + sumsBlocks(n, sumsBlock)
	}
	w := min(inner, sumsStrip)
	return 2*w + sumsColumnsScratch(n, w)
}

func rowsSoftmax[F Float](dst, x []F) {
	exp, _ := rowsFunctions[F]()
	shift := rowsShift(rowsMax(x))
	for i, v := range x {
		dst[i] = exp(v - shift)
	}
	s := Sum(dst)
	for i := range dst {
		dst[i] /= s
	}
}

// rowsSoftmaxColumns works on w neighbouring columns of n elements, stride apart.
func rowsSoftmaxColumns[F Float](dst, x []F, n, stride, w int, scratch []F) {
	exp, _ := rowsFunctions[F]()
	shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
	rowsShiftColumns(shift, x, n, stride)
	for k := range n {
		to := dst[k*stride:][:w]
		for i, v := range x[k*stride:][:w] {
			to[i] = exp(v - shift[i])
		}
	}
	sumsColumns(s, dst, n, stride, scratch)
	for k := range n {
		to := dst[k*stride:][:w]
		for i, v := range s {
			to[i] /= v
		}
	}
}

func rowsLogSoftmax[F Float](dst, x, scratch []F) {
	_, log := rowsFunctions[F]()
	shift, s := rowsTotal(x, scratch)
	s = log(s)
	for i, v := range x {
		dst[i] = (v - shift) - s
	}
}

// rowsLogSoftmaxColumns works on w neighbouring columns of n elements, stride apart.
func rowsLogSoftmaxColumns[F Float](dst, x []F, n, stride, w int, scratch []F) {
	_, log := rowsFunctions[F]()
	shift, s, scratch := scratch[:w], scratch[w:2*w], scratch[2*w:]
	rowsTotalColumns(shift, s, x, n, stride, scratch)
	for i, v := range s {
		s[i] = log(v)
	}
	for k := range n {
		to := dst[k*stride:][:w]
		for i, v := range x[k*stride:][:w] {
			to[i] = (v - shift[i]) - s[i]
		}
	}
}
