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
	if isWide(t) {
		return value[E, W]{Type: t, wide: payload(a.Wide(), f, t.Shape.Volume())}
	}
	return value[E, W]{Type: t, numbers: payload(a, f, t.Shape.Volume())}
}

// zeros makes numbers that are all +0.
func zeros[E, W any](a num.Arithmetic[E, W], t op.Type) value[E, W] {
	return constant(a, initial.Fill{}, t)
}

// canonical copies the numbers, every NaN as the canonical one.
func (v value[E, W]) canonical(a num.Arithmetic[E, W]) value[E, W] {
	return value[E, W]{Type: v.Type, numbers: each(a.Canonical, v.numbers), wide: each(a.Wide().Canonical, v.wide)}
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

// payload makes the n elements of a fill, each converted once.
func payload[E, W any](a num.Arithmetic[E, W], f initial.Fill, n int) []E {
	if f.Uniform() {
		return filled(a.FromFloat64(f.Value), n)
	}
	list := make([]float64, n)
	f.Write(list)
	return each(a.FromFloat64, list)
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
