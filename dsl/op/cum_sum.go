package op

// CumSum is the running sum along one axis, added one by one from the first element, or from the last where Reverse holds.
// A product with a triangle of ones costs a pass per element. Gradient: the running sum of g from the other end.
type CumSum struct {
	arity1
	Axis    int
	Reverse bool
}

func (o CumSum) infer(in []Type) (Type, *Fault) { return keepAlong(in, o.Axis) }

func (o CumSum) Gradient(r Rules, _ Node, g Ref) []Ref { return []Ref{r.CumSum(g, o.Axis, !o.Reverse)} }
