package dsl

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// Composites record several nodes and have no rules of their own.

// Like records a leaf of the value's type, all elements equal to c.
func (v Value) Like(c float64) Value {
	t := v.Type()
	switch {
	case !v.valid():
		return v.annotate("Like", nil)
	case t.Kind != op.Number:
		return v.tape.refuse("Like", &op.Fault{Text: "{0} is a " + t.Kind.String() + ", not numbers", Fix: "take the shape of numbers"}, v.index)
	}
	return v.tape.source("Like", op.Leaf{Fill: initial.Fill{Value: c}}, "", t)
}

// Abs records the magnitude: Neg, Maximum.
func (v Value) Abs() Value { return v.Maximum(v.Neg()) }

// Relu records the larger of v and zero: Leaf, Maximum.
func (v Value) Relu() Value { return v.Maximum(v.Like(0)) }

// Softplus records ln(1 + e^v) without overflow: Relu plus Log1p of Exp of the negative magnitude.
func (v Value) Softplus() Value { return v.Relu().Add(v.Abs().Neg().Exp().Log1p()) }

// Silu records v times its sigmoid (Elfwing et al., 2017): Sigmoid, Mul.
func (v Value) Silu() Value { return v.Mul(v.Sigmoid()) }

// Gelu records v·(1 + erf(v/√2))/2 (Hendrycks and Gimpel, 2016).
func (v Value) Gelu() Value {
	one, two := v.Like(1), v.Like(2)
	return v.Mul(one.Add(v.Div(two.Sqrt()).Erf())).Div(two)
}

// GeluTanh records the approximation of Gelu by a tanh: v·(1 + tanh(√(2/π)·(v + 0.044715·v³)))/2.
func (v Value) GeluTanh() Value {
	cube := v.Mul(v).Mul(v).Mul(v.Like(0.044715))
	inner := v.Add(cube).Mul(v.Like(math.Sqrt(2 / math.Pi)))
	return v.Mul(v.Like(1).Add(inner.Tanh())).Div(v.Like(2))
}

// Greater records the mask of v > b: Less of the operands exchanged.
func (v Value) Greater(b Value) Value { return b.Less(v) }

// GreaterEqual records the mask of v >= b: LessEqual of the operands exchanged.
func (v Value) GreaterEqual(b Value) Value { return b.LessEqual(v) }

// OneHot records a selection as numbers, one at the selected class and zero elsewhere: Leaf, PutAlong.
func (v Value) OneHot() Value {
	t := v.Type()
	if !v.valid() || t.Kind != op.Selection {
		return v.annotate("OneHot", func(*Node) *op.Fault {
			return &op.Fault{Text: "{0} is a " + t.Kind.String() + ", not a selection", Fix: "use Labels or ArgMax"}
		})
	}
	lead := t.Shape[:len(t.Shape)-1]
	return v.tape.Leaf(Const(1), lead...).PutAlong(v, len(lead))
}

// Transpose records the exchange of the last two axes: Permute.
func (v Value) Transpose() Value {
	order := make([]int, v.Type().Shape.Rank())
	for i := range order {
		order[i] = i
	}
	if n := len(order); n > 1 {
		order[n-2], order[n-1] = n-1, n-2
	}
	return v.Permute(order...)
}

// Mean records the sum of all elements over their number: Sum, Leaf, Div.
func (v Value) Mean() Value {
	sum := v.Sum()
	return sum.Div(sum.Like(float64(v.Type().Shape.Volume())))
}

// MeanAlong records the sum along an axis over its extent: SumAlong, Leaf, Div.
func (v Value) MeanAlong(axis int) Value {
	sum := v.SumAlong(axis)
	if !sum.valid() {
		return sum
	}
	return sum.Div(sum.Like(float64(v.Type().Shape[axis])))
}

// VarianceAlong records the mean square of the distance from the mean along an axis.
func (v Value) VarianceAlong(axis int) Value {
	mean := v.MeanAlong(axis)
	if !mean.valid() {
		return mean
	}
	centred := v.Sub(mean.BroadcastAlong(axis, v.Type().Shape[axis]))
	return centred.Mul(centred).MeanAlong(axis)
}

// Slice records the elements from start up to end along one axis: Narrow.
func (v Value) Slice(axis, start, end int) Value { return v.Narrow(axis, start, end-start) }

// Squeeze records the removal of an axis of extent 1: Reshape.
func (v Value) Squeeze(axis int) Value {
	t := v.Type()
	f := op.CheckAxis(t, axis)
	if f == nil && t.Shape[axis] != 1 {
		f = &op.Fault{Text: "only an axis of extent 1 can be removed from {0}", Fix: "choose another axis"}
	}
	if f != nil || !v.valid() {
		return v.annotate("Squeeze", func(*Node) *op.Fault { return f })
	}
	return v.Reshape(t.Shape.Without(axis)...)
}

// Unsqueeze records an axis of extent 1 before the given one: Reshape.
func (v Value) Unsqueeze(axis int) Value {
	if f := op.CheckGap(v.Type(), axis); f != nil || !v.valid() {
		return v.annotate("Unsqueeze", func(*Node) *op.Fault { return f })
	}
	return v.Reshape(v.Type().Shape.With(axis, 1)...)
}

// BroadcastTo records the value repeated to a shape, aligned at the last axis: nothing where it has the shape, one Broadcast where it holds one
// element, else a BroadcastAlong for every axis that is missing or has extent 1.
func (v Value) BroadcastTo(shape ...int) Value {
	if !v.valid() {
		return v.annotate("BroadcastTo", nil)
	}
	given, from := v, v.Type().Shape
	switch {
	case from.Equal(shape):
		return v
	case from.Volume() == 1:
		return v.Broadcast(shape...)
	case len(shape) < len(from):
		return v.tape.refuse("BroadcastTo", &op.Fault{Text: fmt.Sprintf("%v has fewer axes than {0}", tensor.Shape(shape)), Fix: "name a shape of at least as many axes"}, v.index)
	}
	missing := len(shape) - len(from)
	for axis, extent := range shape {
		if axis < missing {
			v = v.BroadcastAlong(axis, extent)
			continue
		}
		switch have := from[axis-missing]; {
		case have == extent:
		case have == 1:
			v = v.Squeeze(axis).BroadcastAlong(axis, extent)
		default:
			text := fmt.Sprintf("{0} cannot be repeated to %v: its axis %d has %d, not %d or 1", tensor.Shape(shape), axis-missing, have, extent)
			return v.tape.refuse("BroadcastTo", &op.Fault{Text: text, Fix: "let each extent be equal or 1"}, given.index)
		}
	}
	return v
}

// Stack joins values of one shape along a new axis: Reshape, Concat.
func Stack(axis int, values ...Value) Value {
	list := make([]Value, len(values))
	for i, v := range values {
		list[i] = v.Unsqueeze(axis)
	}
	return Concat(axis, list...)
}
