package op

// Sqrt is the square root.
// Gradient: g/(y + y).
type Sqrt struct{ unary }

func (Sqrt) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Div(g, r.Add(n.Out, n.Out))} }
