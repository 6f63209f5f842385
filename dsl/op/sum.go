package op

// Sum adds all elements to a scalar.
// Gradient: g broadcast to the operand's shape.
type Sum struct{ arity1 }

// infer removes all axes.
func (Sum) infer(in []Type) (Type, *Fault) {
	out := in[0]
	out.Shape = nil
	return out, numbers(in)
}

// Gradient broadcasts g.
func (Sum) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Broadcast(g, r.Type(n.In[0]).Shape)}
}
