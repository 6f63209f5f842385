package op

// Sub is a - b.
// Gradient: g; -g.
type Sub struct{ binary }

// Gradient passes g, negated to the right.
func (Sub) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{g, r.Neg(g)} }
