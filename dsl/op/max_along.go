package op

// MaxAlong is the largest element along one axis, which it removes: the lowest index among equals, the first NaN wins.
// Gradient: g put at that element.
type MaxAlong struct {
	arity1
	Axis int
}

// Infer removes the axis.
func (o MaxAlong) Infer(in []Type) (Type, *Fault) { return withoutAxis(in, o.Axis) }

// Gradient routes g to the selected element.
func (o MaxAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.PutAlong(g, r.ArgMax(n.In[0], o.Axis), o.Axis)}
}

// Reads the operand.
func (MaxAlong) Reads() Reads { return ReadA }

// Rows survive on other axes.
func (o MaxAlong) Rows(in []Rows, _ []Type, _ Type) (Rows, bool) { return dropAxis(in[0], o.Axis) }
