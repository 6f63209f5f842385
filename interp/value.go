package interp

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/num"
)

// value is what a node holds, dense and row-major: numbers, or one class index per position of a selection. It is immutable once computed.
// Both lists are nil where the node was not computed.
type value[E any] struct {
	op.Type
	numbers   []E
	selection []int32
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

// filled makes n numbers, all x.
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
