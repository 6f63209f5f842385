package op

// SumAlong adds along one axis and removes it.
// Gradient: g broadcast along that axis.
type SumAlong struct {
	arity1
	Axis int
}

// infer removes the axis.
func (o SumAlong) infer(in []Type) (Type, *Fault) { return withoutAxis(in, o.Axis) }

// Gradient broadcasts g along the axis.
func (o SumAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.BroadcastAlong(g, o.Axis, r.Type(n.In[0]).Shape[o.Axis])}
}

// withoutAxis is the shape rule of reductions along one axis.
func withoutAxis(in []Type, axis int) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if f := axisWithin(in, axis); f != nil {
		return Type{}, f
	}
	out := in[0]
	out.Shape = out.Shape.Without(axis)
	return out, nil
}
