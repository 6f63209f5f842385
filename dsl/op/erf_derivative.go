package op

// ErfDerivative is 2/√π·e^(-a²), the derivative of Erf: no composition of the other ops keeps its tail.
// Gradient: -(g·(a + a)·y).
type ErfDerivative struct{ unary }

func (ErfDerivative) Gradient(r Rules, n Node, g Ref) []Ref {
	twice := r.Add(n.In[0], n.In[0])
	return []Ref{r.Neg(r.Mul(r.Mul(twice, g), n.Out))}
}
