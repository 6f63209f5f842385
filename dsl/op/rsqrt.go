package op

// Rsqrt is 1/√a, rounded once.
// Gradient: -(g·y)/(a + a).
type Rsqrt struct{ unary }

func (Rsqrt) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Neg(r.Div(r.Mul(g, n.Out), r.Add(n.In[0], n.In[0])))}
}
