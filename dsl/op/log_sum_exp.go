package op

// LogSumExp is the logarithm of the sum of e^a along one axis, which it removes; shifted by the largest element.
// Gradient: e^(a - y)·g.
type LogSumExp struct {
	arity1
	Axis int
}

func (o LogSumExp) infer(in []Type) (Type, *Fault) { return withoutAxis(in, o.Axis) }

func (o LogSumExp) Gradient(r Rules, n Node, g Ref) []Ref {
	extent := r.Type(n.In[0]).Shape[o.Axis]
	weights := r.Exp(r.Sub(n.In[0], r.BroadcastAlong(n.Out, o.Axis, extent)))
	return []Ref{r.Mul(weights, r.BroadcastAlong(g, o.Axis, extent))}
}
