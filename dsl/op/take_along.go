package op

import "slices"

// TakeAlong takes, along one axis, the element that the selection names, and removes the axis.
// The selection has the operand's shape with that axis last. Gradient: g put at that element.
type TakeAlong struct {
	arity2
	Axis int
}

// infer checks the selection against the operand and removes the axis.
func (o TakeAlong) infer(in []Type) (Type, *Fault) {
	out, f := withoutAxis(in[:1], o.Axis)
	if f != nil {
		return Type{}, f
	}
	want := Selections(append(slices.Clone(out.Shape), in[0].Shape[o.Axis]))
	return out, selects(in[1], want)
}

// Gradient puts g at the selected elements.
func (o TakeAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.PutAlong(g, n.In[1], o.Axis), None}
}

// selects checks the type of the second operand.
func selects(have, want Type) *Fault {
	if have.Kind != Selection {
		return fault("use Labels or ArgMax", "{1} holds %ss, not a selection", have.Kind)
	}
	if !have.Shape.Equal(want.Shape) {
		return fault("make {1.name} "+want.Shape.String(), "the selection {1} does not fit {0}: want %v", want.Shape)
	}
	return nil
}
