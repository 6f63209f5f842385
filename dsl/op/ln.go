package op

// Ln is the natural logarithm.
// Gradient: g/a.
type Ln struct{ unary }

// Gradient divides g by the operand.
func (Ln) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Div(g, n.In[0])} }
