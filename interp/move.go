package interp

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// move computes the ops that place elements anew, numbers and masks alike. list is what each operand holds.
func move[T, E, W any](o op.Op, out tensor.Shape, in []value[E, W], list func(value[E, W]) []T) []T {
	x, shape := list(in[0]), in[0].Shape
	switch o := o.(type) {
	case op.Reshape:
		return x
	case op.Broadcast:
		return filled(x[0], out.Volume())
	case op.BroadcastAlong:
		return repeat(x, out, o.Axis)
	case op.Permute:
		return permute(x, shape, o.Order)
	case op.Narrow:
		return narrow(x, shape, o.Axis, o.Start, o.Len)
	case op.Concat:
		return concat(each(list, in), each(func(v value[E, W]) int { return v.Shape[o.Axis:].Volume() }, in))
	case op.Unfold:
		return unfold(x, shape, out, o)
	}
	panic("interp: no forward rule for " + o.Name())
}

// repeat makes each element a line of the shape.
func repeat[T any](x []T, shape tensor.Shape, axis int) []T {
	outer, extent, inner := shape.Split(axis)
	out := make([]T, 0, outer*extent*inner)
	for o := range outer {
		for range extent {
			out = append(out, x[o*inner:][:inner]...)
		}
	}
	return out
}

// permute reorders the axes: axis i of the result is axis order[i] of x.
func permute[T any](x []T, shape tensor.Shape, order []int) []T {
	strides := shape.Strides()
	out := make([]T, 0, len(x))
	var walk func(axis, at int)
	walk = func(axis, at int) {
		if axis == len(order) {
			out = append(out, x[at])
			return
		}
		for range shape[order[axis]] {
			walk(axis+1, at)
			at += strides[order[axis]]
		}
	}
	walk(0, 0)
	return out
}

// narrow is the window of n elements from start along the axis.
func narrow[T any](x []T, shape tensor.Shape, axis, start, n int) []T {
	outer, extent, inner := shape.Split(axis)
	out := make([]T, 0, outer*n*inner)
	for o := range outer {
		out = append(out, x[(o*extent+start)*inner:][:n*inner]...)
	}
	return out
}

// pad places x among zeros, from start along the axis.
func pad[T any](x []T, shape, full tensor.Shape, axis, start int, zero T) []T {
	outer, extent, inner := shape.Split(axis)
	out := filled(zero, full.Volume())
	for o := range outer {
		copy(out[(o*full[axis]+start)*inner:], x[o*extent*inner:][:extent*inner])
	}
	return out
}

// concat joins lists piece by piece. sizes are those of their pieces: of all that lies on and within the joined axis.
func concat[T any](lists [][]T, sizes []int) []T {
	var out []T
	for o := range len(lists[0]) / sizes[0] {
		for k, list := range lists {
			out = append(out, list[o*sizes[k]:][:sizes[k]]...)
		}
	}
	return out
}
