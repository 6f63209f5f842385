package op

import "strconv"

// Pad places a value at Start of an axis of FullExtent, among zeros.
// Gradient: the window of g.
type Pad struct {
	arity1
	Axis       int
	Start      int
	FullExtent int
}

func (o Pad) infer(in []Type) (Type, *Fault) {
	if f := first(numbers(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	extent := in[0].Shape[o.Axis]
	if o.Start < 0 || o.Start > o.FullExtent-extent {
		return Type{}, fault("make the full extent at least "+strconv.Itoa(extent)+" plus the start", "{0} does not fit from %d into %d along axis %d", o.Start, o.FullExtent, o.Axis)
	}
	out := resized(in[0], o.Axis, o.FullExtent)
	return out, nil
}

func (o Pad) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Narrow(g, o.Axis, o.Start, r.Type(n.In[0]).Shape[o.Axis])}
}
