package interp

import (
	"slices"

	"github.com/topos-go/topos/runtime/num"
)

const (
	lanes = 16   // partial sums of one block
	block = 4096 // elements of a list that is summed at once
)

// sum adds a list in the one order that every build and width keeps: lane l starts at +0 and adds elements l, l+16, ..., then lanes fold 8, 4, 2, 1.
// A list longer than a block is the sum of its blocks' sums, by the same rule.
func sum[W any](w num.Arithmetic[W, W], list []W) W {
	if len(list) > block {
		var parts []W
		for ; len(list) > block; list = list[block:] {
			parts = append(parts, sum(w, list[:block]))
		}
		return sum(w, append(parts, sum(w, list)))
	}
	lane := filled(w.FromFloat64(0), lanes)
	for i, x := range list {
		lane[i%lanes] = w.Add(lane[i%lanes], x)
	}
	for h := lanes / 2; h > 0; h /= 2 {
		for l := range h {
			lane[l] = w.Add(lane[l], lane[l+h])
		}
	}
	return lane[0]
}

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
