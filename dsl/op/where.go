package op

// Where takes a where the mask holds, else b: the choice itself, so that an infinity or NaN that was not chosen leaves no trace.
// Gradient: g where the mask holds, else 0; 0 where the mask holds, else g.
type Where struct{ arity3 }

func (Where) infer(in []Type) (Type, *Fault) {
	if in[0].Kind != Mask {
		return Type{}, fault("compare numbers with Less, LessEqual or Equal", "{0} is a %s, not a mask", in[0].Kind)
	}
	if f := numbersFrom(in, 1); f != nil {
		return Type{}, f
	}
	if !in[1].Shape.Equal(in[2].Shape) || !in[0].Shape.Equal(in[1].Shape) {
		return Type{}, fault("make all three shapes equal", "shapes differ: {0}, {1} and {2}")
	}
	return in[1], nil
}

func (Where) Gradient(r Rules, n Node, g Ref) []Ref {
	zero := r.Fill(0, g)
	return []Ref{None, r.Where(n.In[0], g, zero), r.Where(n.In[0], zero, g)}
}
