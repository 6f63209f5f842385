package op

// Mul is a · b, element by element.
// Gradient: g·b; g·a.
type Mul struct{ binary }

func (Mul) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Mul(g, n.In[1]), r.Mul(g, n.In[0])} }
