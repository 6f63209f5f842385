package op

// Maximum is the larger of a and b: NaN wins, -0 < +0.
// Gradient: g where a >= b to the left, the rest to the right, so ties route left.
type Maximum struct{ binary }

func (Maximum) Gradient(r Rules, n Node, g Ref) []Ref {
	left := r.Step(n.In[0], n.In[1])
	toLeft := r.Mul(g, left)
	return []Ref{toLeft, r.Mul(g, r.Sub(r.Fill(1, left), left))}
}
