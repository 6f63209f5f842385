package op

// Minimum is the smaller of a and b: NaN wins, -0 < +0. The negative of a Maximum of negatives has its values but costs two more passes.
// Gradient: g where a <= b to the left, the rest to the right, so ties route left.
type Minimum struct{ binary }

func (Minimum) Gradient(r Rules, n Node, g Ref) []Ref {
	left := r.Step(n.In[1], n.In[0])
	toLeft := r.Mul(g, left)
	return []Ref{toLeft, r.Mul(g, r.Sub(r.Fill(1, left), left))}
}
