package op

// Step is 1 where a >= b, else 0 (NaN: 0).
// Its operands are data to the derivative.
type Step struct{ binary }

func (Step) Gradient(Rules, Node, Ref) []Ref { return []Ref{None, None} }
