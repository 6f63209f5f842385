package op

// Pad places a value at Start of an axis of FullExtent, among zeros.
// Gradient: the window of g.
type Pad struct {
	arity1
	Axis       int
	Start      int
	FullExtent int
}

// Infer checks the window and lengthens the axis.
func (o Pad) Infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if f := axisWithin(in, o.Axis); f != nil {
		return Type{}, f
	}
	extent := in[0].Shape[o.Axis]
	if o.Start < 0 || o.Start > o.FullExtent-extent {
		return Type{}, fault("make the full extent at least "+itoa(extent)+" plus the start", "{0} does not fit from %d into %d along axis %d", o.Start, o.FullExtent, o.Axis)
	}
	out := resized(in[0], o.Axis, o.FullExtent)
	return out, positive(out.Shape)
}

// Gradient narrows g.
func (o Pad) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Narrow(g, o.Axis, o.Start, r.Type(n.In[0]).Shape[o.Axis])}
}

// Reads is nothing.
func (Pad) Reads() Reads { return ReadNothing }

// Rows survive on other axes.
func (o Pad) Rows(in []Rows, _ []Type, _ Type) (Rows, bool) { return alongAxis(in[0], o.Axis) }
