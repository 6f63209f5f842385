package op

// BroadcastAlong inserts an axis along which the value repeats.
// Gradient: g summed along that axis.
type BroadcastAlong struct {
	arity1
	Axis   int
	Extent int
}

// infer inserts the axis.
func (o BroadcastAlong) infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	if f := axisBetween(in, o.Axis); f != nil {
		return Type{}, f
	}
	out := in[0]
	out.Shape = out.Shape.With(o.Axis, o.Extent)
	return out, nil
}

// Gradient sums g along the axis.
func (o BroadcastAlong) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.SumAlong(g, o.Axis)} }
