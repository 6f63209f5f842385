package op

// Sigmoid is 1/(1 + e^-a).
// Gradient: g·(y·(1 - y)).
type Sigmoid struct{ unary }

func (Sigmoid) Gradient(r Rules, n Node, g Ref) []Ref {
	rest := r.Sub(r.Fill(1, n.Out), n.Out)
	return []Ref{r.Mul(g, r.Mul(n.Out, rest))}
}
