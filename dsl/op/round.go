package op

// Round converts wide numbers to the element, rounding once.
// Gradient: g widened.
type Round struct{ arity1 }

// infer gives numbers of the element.
func (Round) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if in[0].Precision != Wide {
		return Type{}, fault("round what Widen gave", "{0} is not wide")
	}
	out := in[0]
	out.Precision = Element
	return out, nil
}

// Gradient widens g.
func (Round) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Widen(g)} }
