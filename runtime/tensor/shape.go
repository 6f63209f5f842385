// Package tensor holds the shape of values.
package tensor

import (
	"slices"
	"strconv"
	"strings"
)

// Shape lists a value's extents, outermost first. The empty shape is a scalar.
type Shape []int

// Volume is the number of elements; 1 for a scalar.
func (s Shape) Volume() int {
	v := 1
	for _, e := range s {
		v *= e
	}
	return v
}

// Rank is the number of axes.
func (s Shape) Rank() int { return len(s) }

// Equal reports whether both shapes have the same extents.
func (s Shape) Equal(o Shape) bool { return slices.Equal(s, o) }

// Without returns the shape with one axis removed; all of it where there is no such axis.
func (s Shape) Without(axis int) Shape {
	if axis < 0 || axis >= len(s) {
		return slices.Clone(s)
	}
	return slices.Delete(slices.Clone(s), axis, axis+1)
}

// With returns the shape with an axis of the given extent inserted before axis, at the nearest end where there is no such axis.
func (s Shape) With(axis, extent int) Shape {
	return slices.Insert(slices.Clone(s), max(0, min(axis, len(s))), extent)
}

// Split returns the extents around one axis: the product of those before it, its own, and the product of those after it. Where there is no such axis, all are before it.
func (s Shape) Split(axis int) (outer, extent, inner int) {
	if axis < 0 || axis >= len(s) {
		return s.Volume(), 1, 1
	}
	return s[:axis].Volume(), s[axis], s[axis+1:].Volume()
}

// Strides are the row-major distances between neighbours along each axis, in elements.
func (s Shape) Strides() []int {
	strides := make([]int, len(s))
	step := 1
	for i := len(s) - 1; i >= 0; i-- {
		strides[i] = step
		step *= s[i]
	}
	return strides
}

// String prints the shape as "[2, 3]".
func (s Shape) String() string {
	text := make([]string, len(s))
	for i, e := range s {
		text[i] = strconv.Itoa(e)
	}
	return "[" + strings.Join(text, ", ") + "]"
}
