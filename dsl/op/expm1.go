package op

// Expm1 is e to the power a, minus 1, accurate near zero.
// Gradient: g·(y + 1).
type Expm1 struct{ unary }

// Gradient scales g by y + 1.
func (Expm1) Gradient(r Rules, n Node, g Ref) []Ref {
	one := r.Fill(1, n.Out)
	return []Ref{r.Mul(g, r.Add(n.Out, one))}
}
