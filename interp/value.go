package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/num"
)

// value is what a node holds, dense and row-major, and immutable once computed: a []E of numbers, a []W of wide ones, an []int32 of a selection's class
// indices, a []bool of a mask; nil where the node was not computed.
type value struct {
	op.Type
	list any
}

// of is the list of a value, where it is of that type.
func of[T any](v value) []T {
	list, _ := v.list.([]T)
	return list
}

func isWide(t op.Type) bool { return t.Precision == op.Wide }

// constant makes the value of a fill.
func constant[E, W any](a num.Arithmetic[E, W], f initial.Fill, t op.Type) value {
	list := make([]float64, t.Shape.Volume())
	f.Write(list)
	return listed(a, list, t)
}

// listed makes a value of numbers, each converted once.
func listed[E, W any](a num.Arithmetic[E, W], list []float64, t op.Type) value {
	if isWide(t) {
		return value{t, each(a.Wide().FromFloat64, list)}
	}
	return value{t, each(a.FromFloat64, list)}
}

// float64s is the inverse of listed; the class indices of a selection; 1 and 0 for a mask.
func float64s[E, W any](a num.Arithmetic[E, W], v value) []float64 {
	switch {
	case v.Kind == op.Selection:
		return each(func(class int32) float64 { return float64(class) }, of[int32](v))
	case v.Kind == op.Mask:
		mask := of[bool](v)
		return choose(mask, filled(1.0, len(mask)), filled(0.0, len(mask)))
	case isWide(v.Type):
		return each(a.Wide().Float64, of[W](v))
	}
	return each(a.Float64, of[E](v))
}

// canonical copies a value, every NaN as the canonical one.
func canonical[E, W any](a num.Arithmetic[E, W], v value) value {
	switch {
	case v.Kind == op.Selection:
		v.list = slices.Clone(of[int32](v))
	case v.Kind == op.Mask:
		v.list = slices.Clone(of[bool](v))
	case isWide(v.Type):
		v.list = each(a.Wide().Canonical, of[W](v))
	default:
		v.list = each(a.Canonical, of[E](v))
	}
	return v
}

// filled makes n elements, all x.
func filled[E any](x E, n int) []E { return slices.Repeat([]E{x}, n) }

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

// choose takes x where the mask holds, else y.
func choose[E any](mask []bool, x, y []E) []E {
	out := make([]E, len(mask))
	for i, holds := range mask {
		out[i] = y[i]
		if holds {
			out[i] = x[i]
		}
	}
	return out
}
