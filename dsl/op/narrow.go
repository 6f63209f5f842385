package op

import "strconv"

// Narrow is the slice of Len elements from Start along one axis.
// Gradient: g padded with zeros to the operand's extent.
type Narrow struct {
	arity1
	Axis  int
	Start int
	Len   int
}

func (o Narrow) infer(in []Type) (Type, *Fault) {
	if f := first(movable(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	extent := in[0].Shape[o.Axis]
	if o.Start < 0 || o.Len < 1 || o.Start > extent-o.Len {
		return Type{}, fault("choose a window within 0 and "+strconv.Itoa(extent), "the window of %d from %d does not fit axis %d of {0}", o.Len, o.Start, o.Axis)
	}
	return resized(in[0], o.Axis, o.Len), nil
}

func (o Narrow) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Pad(g, o.Axis, o.Start, r.Type(n.In[0]).Shape[o.Axis])}
}

// resized is the type with another extent of one axis.
func resized(t Type, axis, extent int) Type {
	t.Shape = t.Shape.Without(axis).With(axis, extent)
	return t
}
