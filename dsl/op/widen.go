package op

// Widen converts numbers of the element to its accumulator, exactly.
// Gradient: g rounded to the element.
type Widen struct{ arity1 }

// infer gives wide numbers.
func (Widen) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if in[0].Precision == Wide {
		return Type{}, fault("widen once", "{0} is wide already")
	}
	out := in[0]
	out.Precision = Wide
	return out, nil
}

// Gradient rounds g.
func (Widen) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Round(g)} }
