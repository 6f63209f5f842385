package interp

import (
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
)

// take is the selected element of each line.
func take[E, W any](x value[E, W], selection []int32, axis int) []E {
	at := 0
	return reduce(x, axis, func(line []E) E {
		at++
		return line[selection[at-1]]
	})
}

// put gives each element a line of the shape, zero but at the selected index.
func put[E, W any](x value[E, W], selection []int32, shape tensor.Shape, axis int, zero E) []E {
	out := filled(zero, shape.Volume())
	_, extent, inner := shape.Split(axis)
	for at, y := range x.numbers {
		outer, i := at/inner, at%inner
		out[(outer*extent+int(selection[at]))*inner+i] = y
	}
	return out
}

// gather lists the selected rows of a table.
func gather[E, W any](table value[E, W], selection []int32) []E {
	width := table.Shape[1:].Volume()
	out := make([]E, 0, len(selection)*width)
	for _, row := range selection {
		out = append(out, table.numbers[int(row)*width:][:width]...)
	}
	return out
}

// scatter adds rows into a table that starts at +0, in increasing order of the rows.
func scatter[E, W any](a num.Arithmetic[E, W], rows []E, selection []int32, shape tensor.Shape) []E {
	w := a.Wide()
	table := filled(w.FromFloat64(0), shape.Volume())
	width := shape[1:].Volume()
	for i, to := range selection {
		row := table[int(to)*width:][:width]
		for j, x := range rows[i*width:][:width] {
			row[j] = w.Add(row[j], a.Widen(x))
		}
	}
	return each(a.Round, table)
}
