package op

// Round converts wide numbers to the element, rounding once.
// Gradient: g widened.
type Round struct{ arity1 }

func (Round) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil || in[0].Precision != Wide {
		return Type{}, first(f, fault("round what Widen gave", "{0} is not wide"))
	}
	return Numbers(in[0].Shape), nil
}

func (Round) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Widen(g)} }
