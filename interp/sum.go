package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
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
		for part := range slices.Chunk(list, block) {
			parts = append(parts, sum(w, part))
		}
		return sum(w, parts)
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

// addInto adds a list to wide totals, one by one.
func addInto[E, W any](a num.Arithmetic[E, W], totals []W, list []E) {
	w := a.Wide()
	for i, x := range list {
		totals[i] = w.Add(totals[i], a.Widen(x))
	}
}

// scatter adds rows into a table that starts at +0, in increasing order of the rows.
func scatter[E, W any](a num.Arithmetic[E, W], rows []E, selection []int32, shape tensor.Shape) []E {
	table := filled(a.Wide().FromFloat64(0), shape.Volume())
	width := shape[1:].Volume()
	for i, to := range selection {
		addInto(a, table[int(to)*width:], rows[i*width:][:width])
	}
	return each(a.Round, table)
}

// fold adds windows back. Each element starts at +0, and adds what windows hold of it by increasing index in the window.
func fold[E, W any](a num.Arithmetic[E, W], windows []E, shape tensor.Shape, o op.Fold) []E {
	outer, extent, inner := shape.Split(o.Axis)
	count := len(windows) / (outer * o.Size * inner)
	total := filled(a.Wide().FromFloat64(0), shape.Volume())
	for i := range outer {
		for k := range o.Size {
			for c := range count {
				addInto(a, total[(i*extent+c*o.Step+k*o.Dilation)*inner:], windows[((i*count+c)*o.Size+k)*inner:][:inner])
			}
		}
	}
	return each(a.Round, total)
}
