package op

import "strings"

// unary is the shape rule of maps: one operand, its type kept.
type unary struct{ arity1 }

// Infer keeps the operand's type.
func (unary) Infer(in []Type) (Type, *Fault) { return in[0], numbers(in) }

// Rows keeps rows where they are.
func (unary) Rows(in []Rows, _ []Type, _ Type) (Rows, bool) { return in[0], true }

// binary is the shape rule of elementwise ops of two operands of equal shapes.
type binary struct{ arity2 }

// Infer keeps the operands' common type.
func (binary) Infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if !in[0].Shape.Equal(in[1].Shape) {
		return Type{}, fault(broadcastFix(in), "shapes differ: {0} and {1}")
	}
	return in[0], nil
}

// Rows aligns the operands' rows.
func (binary) Rows(in []Rows, types []Type, _ Type) (Rows, bool) { return align(in, types) }

func broadcastFix(in []Type) string {
	for i, t := range in {
		if t.Shape.Volume() == 1 {
			return "broadcast it first: {" + itoa(i) + ".name}.Broadcast(" + strings.Trim(in[1-i].Shape.String(), "[]") + ")"
		}
	}
	for i, t := range in {
		for axis, extent := range in[1-i].Shape {
			if in[1-i].Shape.Without(axis).Equal(t.Shape) {
				return "broadcast it first: {" + itoa(i) + ".name}.BroadcastAlong(" + itoa(axis) + ", " + itoa(extent) + ")"
			}
		}
	}
	return "make both shapes equal"
}
