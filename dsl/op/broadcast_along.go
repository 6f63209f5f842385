package op

// BroadcastAlong inserts an axis along which the value repeats.
// Gradient: g summed along that axis.
type BroadcastAlong struct {
	arity1
	Axis   int
	Extent int
}

// Infer inserts the axis.
func (o BroadcastAlong) Infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	if rank := in[0].Shape.Rank(); o.Axis < 0 || o.Axis > rank {
		return Type{}, fault("use an axis from 0 to "+itoa(rank), "axis %d is out of range: {0} has %d axes", o.Axis, rank)
	}
	if f := positive([]int{o.Extent}); f != nil {
		return Type{}, fault("make the extent at least 1", "extent %d is out of range", o.Extent)
	}
	out := in[0]
	out.Shape = out.Shape.With(o.Axis, o.Extent)
	return out, positive(out.Shape)
}

// Gradient sums g along the axis.
func (o BroadcastAlong) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.SumAlong(g, o.Axis)} }

// Reads is nothing.
func (BroadcastAlong) Reads() Reads { return ReadNothing }

// Rows move over the new axis.
func (o BroadcastAlong) Rows(in []Rows, _ []Type, _ Type) (Rows, bool) {
	return insertAxis(in[0], o.Axis), true
}
