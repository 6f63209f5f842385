package op

// Concat joins values along one axis, in order. Pads and sums cost a pass over the whole result per operand.
// Gradient: each operand's window of g.
type Concat struct {
	variadic
	Axis int
}

func (o Concat) infer(in []Type) (Type, *Fault) {
	if f := first(movable(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	total := 0
	for i, t := range in {
		if t.Shape.Rank() != in[0].Shape.Rank() || !t.Shape.Without(o.Axis).Equal(in[0].Shape.Without(o.Axis)) {
			return Type{}, fault("let the shapes differ in that axis alone", "{0} and {%d} cannot be joined along axis %d", i, o.Axis)
		}
		total += t.Shape[o.Axis]
	}
	out := resized(in[0], o.Axis, total)
	return out, nil
}

func (o Concat) Gradient(r Rules, n Node, g Ref) []Ref {
	list := make([]Ref, len(n.In))
	start := 0
	for i := range n.In {
		extent := r.Type(n.In[i]).Shape[o.Axis]
		list[i] = r.Narrow(g, o.Axis, start, extent)
		start += extent
	}
	return list
}
