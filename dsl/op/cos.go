package op

// Cos is the cosine, in radians.
// Gradient: -(g·sin(a)).
type Cos struct{ unary }

func (Cos) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Neg(r.Mul(r.Sin(n.In[0]), g))} }
