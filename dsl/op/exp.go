package op

// Exp is e to the power a.
// Gradient: g·y.
type Exp struct{ unary }

func (Exp) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Mul(g, n.Out)} }
