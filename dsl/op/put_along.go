package op

// PutAlong inserts an axis that is zero but at the element that the selection names.
// Gradient: g taken at that element.
type PutAlong struct {
	arity2
	Axis int
}

func (o PutAlong) infer(in []Type) (Type, *Fault) {
	if f := first(selecting(in), CheckGap(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	if shape := in[0].Shape; !in[1].Shape[:len(in[1].Shape)-1].Equal(shape) {
		return Type{}, fault("select once per element of {0.name}", "the selection {1} does not fit {0}: its leading axes must be %v", shape)
	}
	return in[0].shaped(in[0].Shape.With(o.Axis, in[1].Classes())), nil
}

func (o PutAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.TakeAlong(g, n.In[1], o.Axis), None}
}
