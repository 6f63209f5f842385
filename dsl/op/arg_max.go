package op

// ArgMax selects, along one axis, the element that MaxAlong takes. The result is a selection: the axis moves last.
// Its operand is data to the derivative.
type ArgMax struct {
	arity1
	Axis int
}

// infer moves the axis last.
func (o ArgMax) infer(in []Type) (Type, *Fault) {
	out, f := withoutAxis(in, o.Axis)
	if f != nil {
		return out, f
	}
	return Selections(append(out.Shape, in[0].Shape[o.Axis])), nil
}

// Gradient is None.
func (ArgMax) Gradient(Rules, Node, Ref) []Ref { return []Ref{None} }
