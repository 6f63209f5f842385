package op

// Exp is e to the power a.
// Gradient: g·y.
type Exp struct{ unary }

// Gradient scales g by the output.
func (Exp) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Mul(g, n.Out)} }
