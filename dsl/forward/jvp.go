package forward

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Tangent says that a value moves along another of its shape.
type Tangent struct{ Of, Along dsl.Value }

// Jvp records how each output moves when values move along their tangents: the product of the Jacobian with the direction, as more tape. What nothing
// moves has zeros. Any value of the tape may be moved, computed ones too.
func Jvp(t *dsl.Tape, outputs []dsl.Value, tangents []Tangent) []dsl.Value {
	list := make([]dsl.Value, len(outputs))
	if t == nil {
		refused := missing("Jvp", slices.Concat(outputs, of(tangents))...)
		for i := range list {
			list[i] = refused
		}
		return list
	}
	for i := range list {
		list[i] = t.Value(op.None)
	}
	directions, ok := accept(t, "Jvp", tangents)
	if !ok || !numbers(t, "Jvp", outputs...) {
		return list
	}
	r := t.Rules()
	d := Along(r, t.Graph(), directions)
	for i, output := range outputs {
		moved := d.Tangent(output.Ref())
		if moved == op.None {
			moved = r.Fill(0, output.Ref())
		}
		list[i] = t.Value(moved)
	}
	return list
}

// Hvp records the product of a scalar's Hessian with a direction: how the gradient by each moving value moves. It is forward over reverse, and costs a
// small multiple of the gradient; the whole Hessian is never built.
func Hvp(t *dsl.Tape, target dsl.Value, tangents []Tangent) []dsl.Value {
	moving := of(tangents)
	if t == nil {
		return Jvp(t, moving, tangents)
	}
	return Jvp(t, t.Differentiate(target, moving...).Gradients(), tangents)
}

// of lists what moves.
func of(tangents []Tangent) []dsl.Value {
	list := make([]dsl.Value, len(tangents))
	for i, tangent := range tangents {
		list[i] = tangent.Of
	}
	return list
}

// missing refuses a nil tape: on the tape of the values, or else of what they meet next.
func missing(call string, values ...dsl.Value) dsl.Value {
	var t *dsl.Tape
	for _, v := range values {
		if t == nil {
			t = v.Tape()
		}
	}
	return t.Refuse(call, "the tape is nil", "pass the one that the values are recorded on")
}

// accept checks tangents.
func accept(t *dsl.Tape, call string, tangents []Tangent) (map[op.Ref]op.Ref, bool) {
	directions := map[op.Ref]op.Ref{}
	for _, tangent := range tangents {
		of, along := tangent.Of, tangent.Along
		if !numbers(t, call, of, along) {
			return nil, false
		}
		_, twice := directions[of.Ref()]
		switch have, want := along.Type(), of.Type(); {
		case !have.Shape.Equal(want.Shape):
			t.Refuse(call, "shapes differ: the value "+want.Shape.String()+" and its tangent "+have.Shape.String(), "make the tangent "+want.Shape.String())
			return nil, false
		case have.Precision != want.Precision:
			t.Refuse(call, "the value and its tangent have different precisions", "convert the tangent with Widen or Round")
			return nil, false
		case twice:
			t.Refuse(call, "a value has two tangents", "add them first")
			return nil, false
		}
		directions[of.Ref()] = along.Ref()
	}
	return directions, true
}

// numbers wants values of this tape that hold numbers.
func numbers(t *dsl.Tape, call string, values ...dsl.Value) bool {
	for _, v := range values {
		switch {
		case v.Tape() != t:
			t.Refuse(call, "a value belongs to a different tape, or is the zero Value", "record it on this tape")
		case v.Index() < 0:
		case v.Type().Kind != op.Number:
			t.Refuse(call, "a value is a "+v.Type().Kind.String()+", not numbers", "differentiate numbers by numbers")
		default:
			continue
		}
		return false
	}
	return true
}
