package op

// MaxAlong is the largest element along one axis, which it removes: the lowest index among equals, the first NaN wins.
// Gradient: g put at that element.
type MaxAlong struct {
	arity1
	Axis int
}

func (o MaxAlong) infer(in []Type) (Type, *Fault) { return withoutAxis(in, o.Axis) }

func (o MaxAlong) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.PutAlong(g, r.ArgMax(n.In[0], o.Axis), o.Axis)}
}
