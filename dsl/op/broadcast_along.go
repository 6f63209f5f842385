package op

// BroadcastAlong inserts an axis along which the value repeats.
// Gradient: g summed along that axis.
type BroadcastAlong struct {
	arity1
	Axis   int
	Extent int
}

func (o BroadcastAlong) infer(in []Type) (Type, *Fault) {
	if f := first(movable(in), CheckGap(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	return in[0].shaped(in[0].Shape.With(o.Axis, o.Extent)), nil
}

func (o BroadcastAlong) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.SumAlong(g, o.Axis)} }
