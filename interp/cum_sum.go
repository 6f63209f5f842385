package interp

import (
	"slices"

	"github.com/topos-go/topos/runtime/num"
)

// cumSum makes a line its running sums. The first is the element itself; the total grows by one element after the other and is never rounded.
func cumSum[E, W any](a num.Arithmetic[E, W], line []E, reverse bool) {
	if reverse {
		slices.Reverse(line)
		defer slices.Reverse(line)
	}
	w := a.Wide()
	total := a.Widen(line[0])
	for i, x := range line[1:] {
		total = w.Add(total, a.Widen(x))
		line[i+1] = a.Round(total)
	}
}
