package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/num"
)

// value is what a node holds, dense and row-major, in the one list that its type asks for. It is immutable once computed. All lists are nil where the
// node was not computed.
type value[E, W any] struct {
	op.Type
	numbers   []E     // numbers of the element
	wide      []W     // numbers of its accumulator
	selection []int32 // one class index per position
	mask      []bool
}

// constant makes the value of a fill, each element converted once.
func constant[E, W any](a num.Arithmetic[E, W], f initial.Fill, t op.Type) value[E, W] {
	list := make([]float64, t.Shape.Volume())
	f.Write(list)
	return listed(a, list, t)
}

// listed makes a value of numbers, each converted once.
func listed[E, W any](a num.Arithmetic[E, W], list []float64, t op.Type) value[E, W] {
	if isWide(t) {
		return value[E, W]{Type: t, wide: each(a.Wide().FromFloat64, list)}
	}
	return value[E, W]{Type: t, numbers: each(a.FromFloat64, list)}
}

// float64s is the inverse of listed; the class indices of a selection; 1 and 0 for a mask.
func (v value[E, W]) float64s(a num.Arithmetic[E, W]) []float64 {
	switch {
	case v.Kind == op.Selection:
		return each(func(class int32) float64 { return float64(class) }, v.selection)
	case v.Kind == op.Mask:
		return choose(v.mask, filled(1.0, len(v.mask)), filled(0.0, len(v.mask)))
	case isWide(v.Type):
		return each(a.Wide().Float64, v.wide)
	}
	return each(a.Float64, v.numbers)
}

// empty reports whether the value holds nothing.
func (v value[E, W]) empty() bool {
	return len(v.numbers)+len(v.wide)+len(v.selection)+len(v.mask) == 0
}

// canonical copies the value, every NaN as the canonical one.
func (v value[E, W]) canonical(a num.Arithmetic[E, W]) value[E, W] {
	return value[E, W]{v.Type, each(a.Canonical, v.numbers), each(a.Wide().Canonical, v.wide), slices.Clone(v.selection), slices.Clone(v.mask)}
}

// clone copies the numbers.
func (v value[E, W]) clone() value[E, W] {
	return value[E, W]{Type: v.Type, numbers: slices.Clone(v.numbers), wide: slices.Clone(v.wide)}
}

// assign overwrites the numbers.
func (v value[E, W]) assign(from value[E, W]) {
	copy(v.numbers, from.numbers)
	copy(v.wide, from.wide)
}

// filled makes n elements, all x.
func filled[E any](x E, n int) []E {
	list := make([]E, n)
	for i := range list {
		list[i] = x
	}
	return list
}

// each maps f over a list.
func each[A, B any](f func(A) B, list []A) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// zip maps f over two lists of one length.
func zip[A, B any](f func(x, y A) B, a, b []A) []B {
	out := make([]B, len(a))
	for i, x := range a {
		out[i] = f(x, b[i])
	}
	return out
}
