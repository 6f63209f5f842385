package op

// Neg is -a: the sign bit flipped.
// Gradient: -g.
type Neg struct{ unary }

func (Neg) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Neg(g)} }
