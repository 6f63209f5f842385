package op

// Tanh is the hyperbolic tangent.
// Gradient: g·(1 - y·y).
type Tanh struct{ unary }

func (Tanh) Gradient(r Rules, n Node, g Ref) []Ref {
	one := r.Fill(1, n.Out)
	return []Ref{r.Mul(g, r.Sub(one, r.Mul(n.Out, n.Out)))}
}
