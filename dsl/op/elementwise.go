package op

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/runtime/tensor"
)

// unary is the shape rule of maps: one operand, its type kept.
type unary struct{ arity1 }

func (unary) infer(in []Type) (Type, *Fault) { return in[0], numbers(in) }

// binary is the shape rule of elementwise ops of two operands of equal shapes.
type binary struct{ arity2 }

func (binary) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if !in[0].Shape.Equal(in[1].Shape) {
		return Type{}, fault(broadcastFix(in), "shapes differ: {0} and {1}")
	}
	return in[0], nil
}

// broadcastFix says how one operand can be repeated to the shape of the other.
func broadcastFix(in []Type) string {
	for i, t := range in {
		other := in[1-i].Shape
		if t.Shape.Volume() == 1 {
			return fmt.Sprintf("broadcast it first: {%d.name}.Broadcast(%s)", i, extents(other))
		}
		for axis, extent := range other {
			if other.Without(axis).Equal(t.Shape) {
				return fmt.Sprintf("broadcast it first: {%d.name}.BroadcastAlong(%d, %d)", i, axis, extent)
			}
		}
		if d := len(other) - len(t.Shape); d > 0 && other[d:].Equal(t.Shape) {
			return fmt.Sprintf("broadcast it first: {%d.name}.BroadcastTo(%s)", i, extents(other))
		}
	}
	return "make both shapes equal"
}

// extents prints a shape as arguments.
func extents(shape tensor.Shape) string { return strings.Trim(shape.String(), "[]") }
