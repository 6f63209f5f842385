package op

// Softmax is e^a over its sum along one axis, shifted by the largest element.
// Gradient: y·g - y·sum(y·g).
type Softmax struct {
	arity1
	Axis int
}

func (o Softmax) infer(in []Type) (Type, *Fault) { return keepAlong(in, o.Axis) }

func (o Softmax) Gradient(r Rules, n Node, g Ref) []Ref {
	weighted := r.Mul(g, n.Out)
	mean := r.BroadcastAlong(r.SumAlong(weighted, o.Axis), o.Axis, r.Type(n.Out).Shape[o.Axis])
	return []Ref{r.Sub(weighted, r.Mul(n.Out, mean))}
}

// keepAlong is the shape rule of ops that work along one axis and keep it.
func keepAlong(in []Type, axis int) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	return in[0], CheckAxis(in[0], axis)
}
