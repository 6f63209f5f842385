package op

// LogSoftmax is the logarithm of Softmax along one axis, without leaving the logarithmic scale.
// Gradient: g - e^y·sum(g).
type LogSoftmax struct {
	arity1
	Axis int
}

func (o LogSoftmax) infer(in []Type) (Type, *Fault) { return keepAlong(in, o.Axis) }

func (o LogSoftmax) Gradient(r Rules, n Node, g Ref) []Ref {
	total := r.BroadcastAlong(r.SumAlong(g, o.Axis), o.Axis, r.Type(n.Out).Shape[o.Axis])
	return []Ref{r.Sub(g, r.Mul(r.Exp(n.Out), total))}
}
