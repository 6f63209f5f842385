package interp

import (
	"iter"
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// lines visits the lists of elements that differ in their index along one axis alone, in row-major order of the other axes, each with the place of its
// first element. They lie in one list, which may be changed but not kept.
func lines[E any](x value, axis int) iter.Seq2[int, []E] {
	outer, extent, inner := x.Shape.Split(axis)
	list := of[E](x)
	return func(yield func(int, []E) bool) {
		line := make([]E, extent)
		for i := range outer * inner {
			start := i/inner*extent*inner + i%inner
			for k := range line {
				line[k] = list[start+k*inner]
			}
			if !yield(start, line) {
				return
			}
		}
	}
}

// reduce maps each line to one element, which takes the line's place.
func reduce[E, R any](x value, axis int, f func(line []E) R) []R {
	var list []R
	for _, line := range lines[E](x, axis) {
		list = append(list, f(line))
	}
	return list
}

// along lets f change each line in place, in a copy of x.
func along[E any](x value, axis int, f func(line []E)) []E {
	list := make([]E, x.Shape.Volume())
	stride := x.Shape.Strides()[axis]
	for start, line := range lines[E](x, axis) {
		f(line)
		for k, y := range line {
			list[start+k*stride] = y
		}
	}
	return list
}

// highest is the index of a line's largest element: the lowest among equals, and the first NaN where there is one.
func highest[E, W any](a num.Arithmetic[E, W], line []E) int {
	best := 0
	for i, x := range line {
		if above(a, x, line[best]) {
			best = i
		}
	}
	return best
}

// above reports whether x is strictly above best in the order of Go's max: NaN above all, and +0 above -0.
func above[E, W any](a num.Arithmetic[E, W], x, best E) bool {
	switch {
	case a.IsNaN(best):
		return false
	case a.IsNaN(x):
		return true
	case !a.GreaterEqual(x, best):
		return false
	case !a.GreaterEqual(best, x):
		return true
	}
	return math.Signbit(a.Float64(best)) && !math.Signbit(a.Float64(x))
}
