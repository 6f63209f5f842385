package interp

import "github.com/topos-go/topos/runtime/tensor"

// repeat makes each element a line of the shape.
func repeat[E any](x []E, shape tensor.Shape, axis int) []E {
	outer, extent, inner := shape.Split(axis)
	out := make([]E, 0, outer*extent*inner)
	for o := range outer {
		for range extent {
			out = append(out, x[o*inner:][:inner]...)
		}
	}
	return out
}

// permute reorders the axes: axis i of the result is axis order[i] of x.
func permute[E any](x value[E], order []int) []E {
	strides := x.Shape.Strides()
	out := make([]E, 0, len(x.numbers))
	var walk func(axis, at int)
	walk = func(axis, at int) {
		if axis == len(order) {
			out = append(out, x.numbers[at])
			return
		}
		for range x.Shape[order[axis]] {
			walk(axis+1, at)
			at += strides[order[axis]]
		}
	}
	walk(0, 0)
	return out
}
