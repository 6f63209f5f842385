package op

// Erf is the error function.
// Gradient: g·(2/√π·e^(-a²)).
type Erf struct{ unary }

func (Erf) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Mul(r.ErfDerivative(n.In[0]), g)} }
