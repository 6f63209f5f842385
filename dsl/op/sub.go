package op

// Sub is a - b.
// Gradient: g; -g.
type Sub struct{ binary }

func (Sub) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{g, r.Neg(g)} }
