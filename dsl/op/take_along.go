package op

import "slices"

// TakeAlong takes, along one axis, the element that the selection names, and removes the axis.
// The selection has the operand's shape with that axis last. Gradient: g put at that element.
type TakeAlong struct {
	arity2
	Axis int
}

func (o TakeAlong) infer(in []Type) (Type, *Fault) {
	if f := first(selecting(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	shape := in[0].Shape.Without(o.Axis)
	if want := append(slices.Clone(shape), in[0].Shape[o.Axis]); !in[1].Shape.Equal(want) {
		return Type{}, fault("make {1.name} "+want.String(), "the selection {1} does not fit {0}: want %v", want)
	}
	return in[0].shaped(shape), nil
}

func (o TakeAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.PutAlong(g, n.In[1], o.Axis), None}
}

// selecting checks that numbers meet a selection.
func selecting(in []Type) *Fault {
	if have := in[1].Kind; have != Selection {
		return first(numbers(in[:1]), fault("use Labels or ArgMax", "{1} holds %ss, not a selection", have))
	}
	return numbers(in[:1])
}
