package op

// Div is a / b.
// Gradient: g/b; -(g·y)/b.
type Div struct{ binary }

func (Div) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Div(g, n.In[1]), r.Neg(r.Div(r.Mul(g, n.Out), n.In[1]))}
}
