package op

// Powf is a to the power b, element by element.
// Gradient: g·b·a^(b-1) split as (g·b)·a^(b-1); (g·y)·ln(a).
type Powf struct{ binary }

func (Powf) Gradient(r Rules, n Node, g Ref) []Ref {
	less := r.Sub(n.In[1], r.Fill(1, n.In[1]))
	scaled := r.Mul(g, n.In[1])
	base := r.Mul(scaled, r.Powf(n.In[0], less))
	grown := r.Mul(g, n.Out)
	return []Ref{base, r.Mul(grown, r.Ln(n.In[0]))}
}
