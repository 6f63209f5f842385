package op

// PutAlong inserts an axis that is zero but at the element that the selection names.
// Gradient: g taken at that element.
type PutAlong struct {
	arity2
	Axis int
}

// infer inserts the axis, as long as the selection has classes.
func (o PutAlong) infer(in []Type) (Type, *Fault) {
	if f := numbers(in[:1]); f != nil {
		return Type{}, f
	}
	shape := in[0].Shape
	if f := axisBetween(in, o.Axis); f != nil {
		return Type{}, f
	}
	if in[1].Kind == Selection && in[1].Shape[:len(in[1].Shape)-1].Equal(shape) {
		out := in[0]
		out.Shape = shape.With(o.Axis, in[1].Classes())
		return out, nil
	}
	if in[1].Kind != Selection {
		return Type{}, selects(in[1], Type{})
	}
	return Type{}, fault("select once per element of {0.name}", "the selection {1} does not fit {0}: its leading axes must be %v", shape)
}

// Gradient takes g at the selected elements.
func (o PutAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.TakeAlong(g, n.In[1], o.Axis), None}
}
