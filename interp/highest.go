package interp

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

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
