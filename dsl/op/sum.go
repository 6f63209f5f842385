package op

// Sum adds all elements to a scalar.
// Gradient: g broadcast to the operand's shape.
type Sum struct{ arity1 }

func (Sum) infer(in []Type) (Type, *Fault) {
	return in[0].shaped(nil), numbers(in)
}

func (Sum) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Broadcast(g, r.Type(n.In[0]).Shape)}
}
