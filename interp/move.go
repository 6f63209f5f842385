package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// walk visits the places of a view in row-major order: from at on, with a stride per axis.
func walk(shape tensor.Shape, at int, strides []int, visit func(at int)) {
	if len(shape) == 0 {
		visit(at)
		return
	}
	for range shape[0] {
		walk(shape[1:], at, strides[1:], visit)
		at += strides[0]
	}
}

// place writes a list to the places of a view.
func place[T any](to, list []T, shape tensor.Shape, at int, strides []int) {
	walk(shape, at, strides, func(at int) {
		to[at] = list[0]
		list = list[1:]
	})
}

// move computes the ops that place elements anew, numbers and masks alike: most are views of their operand.
func move[T any](o op.Op, out tensor.Shape, in []value) []T {
	x, at, strides := of[T](in[0]), 0, in[0].Shape.Strides()
	moved := make([]T, 0, out.Volume())
	switch o := o.(type) {
	case op.Reshape:
		return x
	case op.Broadcast:
		strides = make([]int, out.Rank())
	case op.BroadcastAlong:
		strides = slices.Insert(strides, o.Axis, 0)
	case op.Permute:
		strides = each(func(axis int) int { return strides[axis] }, o.Order)
	case op.Narrow:
		at = o.Start * strides[o.Axis]
	case op.Unfold:
		step := strides[o.Axis]
		strides = slices.Insert(strides, o.Axis+1, o.Dilation*step)
		strides[o.Axis] = o.Step * step
	case op.Concat:
		moved, strides = moved[:out.Volume()], out.Strides()
		for _, part := range in {
			place(moved, of[T](part), part.Shape, at, strides)
			at += part.Shape[o.Axis] * strides[o.Axis]
		}
		return moved
	default:
		panic("interp: no forward rule for " + o.Name())
	}
	walk(out, at, strides, func(at int) { moved = append(moved, x[at]) })
	return moved
}

// pad places x among zeros, from start along the axis.
func pad[T any](x []T, shape, full tensor.Shape, axis, start int, zero T) []T {
	out, strides := filled(zero, full.Volume()), full.Strides()
	place(out, x, shape, start*strides[axis], strides)
	return out
}

// put gives each element a line of the shape, zero but at the selected index.
func put[T any](x []T, selection []int32, shape tensor.Shape, axis int, zero T) []T {
	out := filled(zero, shape.Volume())
	_, extent, inner := shape.Split(axis)
	for at, y := range x {
		out[(at/inner*extent+int(selection[at]))*inner+at%inner] = y
	}
	return out
}

// take is the selected element of each line, one after the other.
func take[T any](selection []int32) func(line []T) T {
	return func(line []T) T {
		class := selection[0]
		selection = selection[1:]
		return line[class]
	}
}

// gather lists the selected rows of a table.
func gather[T any](table []T, selection []int32, width int) []T {
	out := make([]T, 0, len(selection)*width)
	for _, row := range selection {
		out = append(out, table[int(row)*width:][:width]...)
	}
	return out
}
