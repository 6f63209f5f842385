package op

// SumAlong adds along one axis and removes it.
// Gradient: g broadcast along that axis.
type SumAlong struct {
	arity1
	Axis int
}

func (o SumAlong) infer(in []Type) (Type, *Fault) { return withoutAxis(in, o.Axis) }

func (o SumAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.BroadcastAlong(g, o.Axis, r.Type(n.In[0]).Shape[o.Axis])}
}

// withoutAxis is the shape rule of reductions along one axis.
func withoutAxis(in []Type, axis int) (Type, *Fault) {
	if f := first(numbers(in), CheckAxis(in[0], axis)); f != nil {
		return Type{}, f
	}
	return in[0].shaped(in[0].Shape.Without(axis)), nil
}
