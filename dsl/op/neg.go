package op

// Neg is -a: the sign bit flipped.
// Gradient: -g.
type Neg struct{ unary }

// Gradient negates g.
func (Neg) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.Neg(g)} }
