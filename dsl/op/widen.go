package op

// Widen converts numbers of the element to its accumulator, exactly.
// Gradient: g rounded to the element.
type Widen struct{ arity1 }

func (Widen) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil || in[0].Precision == Wide {
		return Type{}, first(f, fault("widen once", "{0} is wide already"))
	}
	return Type{Precision: Wide, Shape: in[0].Shape}, nil
}

func (Widen) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Round(g)} }
