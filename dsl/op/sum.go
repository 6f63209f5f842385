package op

// Sum adds all elements to a scalar.
// Gradient: g broadcast to the operand's shape.
type Sum struct{ arity1 }

// Infer removes all axes.
func (Sum) Infer(in []Type) (Type, *Fault) {
	out := in[0]
	out.Shape = nil
	return out, numbers(in)
}

// Gradient broadcasts g.
func (Sum) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Broadcast(g, r.Type(n.In[0]).Shape)}
}

// Reads is nothing.
func (Sum) Reads() Reads { return ReadNothing }

// Rows are kept apart only where there are none.
func (Sum) Rows(in []Rows, _ []Type, _ Type) (Rows, bool) { return Free(0), in[0].Axis < 0 }
