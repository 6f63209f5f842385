package op

// Sin is the sine, in radians.
// Gradient: g·cos(a).
type Sin struct{ unary }

func (Sin) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Mul(r.Cos(n.In[0]), g)} }
