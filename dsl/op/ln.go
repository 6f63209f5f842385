package op

// Ln is the natural logarithm.
// Gradient: g/a.
type Ln struct{ unary }

func (Ln) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Div(g, n.In[0])} }
