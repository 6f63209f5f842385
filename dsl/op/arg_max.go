package op

// ArgMax selects, along one axis, the element that MaxAlong takes. The result is a selection: the axis moves last.
// Its operand is data to the derivative.
type ArgMax struct {
	arity1
	Axis int
}

func (o ArgMax) infer(in []Type) (Type, *Fault) {
	if f := first(numbers(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	return Selections(append(in[0].Shape.Without(o.Axis), in[0].Shape[o.Axis])), nil
}

func (ArgMax) Gradient(Rules, Node, Ref) []Ref { return []Ref{None} }
