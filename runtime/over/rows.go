package over

import (
	"math"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// MaxAlong takes, of each line of x, seen as [outer, n, inner], along its middle axis, the element that ArgMax finds. n is at least 1.
func MaxAlong[E, W any](dst, x []E, outer, n, inner int, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	for o := range outer {
		for i := range inner {
			line := x[o*n*inner+i:]
			dst[o*inner+i] = line[largest(line, n, inner, a)*inner]
		}
	}
}

// ArgMax finds the largest element of each line in the order of Go's max: the lowest position among equals, the first NaN above all, +0 above -0.
func ArgMax[E, W any](dst []int32, x []E, outer, n, inner int, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	for o := range outer {
		for i := range inner {
			dst[o*inner+i] = int32(largest(x[o*n*inner+i:], n, inner, a))
		}
	}
}

// largest is the position of the largest of n elements, stride apart.
func largest[E, W any](x []E, n, stride int, a num.Arithmetic[E, W]) int {
	if isNarrow(a) {
		return largestNarrow(x, n, stride)
	}
	at, best := 0, x[0]
	for k := 1; k < n && !a.IsNaN(best); k++ {
		if v := x[k*stride]; beats(v, best, a) {
			at, best = k, v
		}
	}
	return at
}

// beats reports whether v is strictly above best, which is no NaN.
func beats[E, W any](v, best E, a num.Arithmetic[E, W]) bool {
	if a.IsNaN(v) {
		return true
	}
	if !a.GreaterEqual(v, best) {
		return false
	}
	return !a.GreaterEqual(best, v) || math.Signbit(a.Float64(best)) && !math.Signbit(a.Float64(v))
}

// exponential is what the softmax family asks of an accumulator.
type exponential[W any] interface{ Exp(W) W }

// logarithm is what LogSoftmax and LogSumExp ask besides.
type logarithm[W any] interface{ Log(W) W }

// The softmax family works on the lines of x, seen as [outer, n, inner], along the middle axis: a line is widened once, computed in the accumulator's
// arithmetic, and rounded once. dst may be x itself. scratch holds SoftmaxScratch accumulators. The accumulator must have the functions:
// what is generated was checked to.

// SoftmaxScratch is the number of accumulators of scratch that Softmax, LogSoftmax and LogSumExp need.
func SoftmaxScratch(outer, n, inner int) int {
	kernel.Volume(outer, n, inner)
	at := linesAtOnce(outer, n, inner)
	return at*(n+1)*inner + kernel.SoftmaxScratch(at, n, inner)
}

// linesAtOnce is how many outer positions of a 16-bit element are widened at a time.
func linesAtOnce(outer, n, inner int) int { return min(outer, max(1, 1<<16/(n*inner))) }

// rowsNarrow runs one of the kernels of the softmax family over widened numbers. width is the extent of the result's middle axis: n or 1.
func rowsNarrow[E any](dst, x []E, outer, n, width, inner int, scratch []float32, run func(dst, x []float32, outer, n, inner int, scratch []float32)) {
	at := linesAtOnce(outer, n, inner)
	for o := 0; o < outer; o += at {
		count := min(at, outer-o)
		list, rest := scratch[:count*n*inner], scratch[at*n*inner:]
		result, rest := rest[:count*inner], rest[at*inner:]
		if width == n {
			result = list
		}
		widen(list, x[o*n*inner:][:len(list)])
		run(result, list, count, n, inner, rest)
		round(dst[o*width*inner:], result)
	}
}

// Softmax writes exp(x - shift) / s to dst, shaped as x.
func Softmax[E, W any](dst, x []E, outer, n, inner int, scratch []W, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	if isNarrow(a) {
		rowsNarrow(dst, x, outer, n, n, inner, any(scratch).([]float32), kernel.Softmax[float32])
		return
	}
	w := a.Wide()
	scratch = scratch[:n:n]
	for o := range outer {
		for i := range inner {
			first := o*n*inner + i
			_, s := exponentials(scratch, x[first:], inner, a, w)
			for k, e := range scratch {
				dst[first+k*inner] = a.Round(w.Div(e, s))
			}
		}
	}
}

// LogSoftmax writes (x - shift) - log(s) to dst, shaped as x.
func LogSoftmax[E, W any](dst, x []E, outer, n, inner int, scratch []W, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	if isNarrow(a) {
		rowsNarrow(dst, x, outer, n, n, inner, any(scratch).([]float32), kernel.LogSoftmax[float32])
		return
	}
	w := a.Wide()
	scratch = scratch[:n:n]
	for o := range outer {
		for i := range inner {
			first := o*n*inner + i
			shift, s := exponentials(scratch, x[first:], inner, a, w)
			s = w.(logarithm[W]).Log(s)
			for k := range n {
				at := first + k*inner
				dst[at] = a.Round(w.Sub(w.Sub(a.Widen(x[at]), shift), s))
			}
		}
	}
}

// LogSumExp writes shift + log(s) to dst [outer, inner].
func LogSumExp[E, W any](dst, x []E, outer, n, inner int, scratch []W, a num.Arithmetic[E, W]) {
	kernel.Volume(outer, n, inner)
	if isNarrow(a) {
		rowsNarrow(dst, x, outer, n, 1, inner, any(scratch).([]float32), kernel.LogSumExp[float32])
		return
	}
	w := a.Wide()
	scratch = scratch[:n:n]
	for o := range outer {
		for i := range inner {
			shift, s := exponentials(scratch, x[o*n*inner+i:], inner, a, w)
			dst[o*inner+i] = a.Round(w.Add(shift, w.(logarithm[W]).Log(s)))
		}
	}
}

// exponentials fills scratch with exp(x - shift) of one line, and returns the shift, which is the maximum or 0 where that is infinite, and the sum.
func exponentials[E, W any](scratch []W, x []E, stride int, a num.Arithmetic[E, W], w num.Arithmetic[W, W]) (shift, total W) {
	shift = a.Widen(x[largest(x, len(scratch), stride, a)*stride])
	if math.IsInf(w.Float64(shift), 0) {
		shift = w.FromFloat64(0)
	}
	exp := w.(exponential[W])
	for k := range scratch {
		scratch[k] = exp.Exp(w.Sub(a.Widen(x[k*stride]), shift))
	}
	return shift, sumLine(scratch, len(scratch), 1, w, w)
}
