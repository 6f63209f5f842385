package op

// Log1p is the natural logarithm of 1 + a, accurate near zero.
// Gradient: g/(1 + a).
type Log1p struct{ unary }

// Gradient divides g by 1 + a.
func (Log1p) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Div(g, r.Add(r.Fill(1, n.In[0]), n.In[0]))}
}
