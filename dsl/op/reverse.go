package op

// Graph is a recorded list of nodes, as the reverse scan reads it. Refs below Len are its nodes.
type Graph interface {
	Len() int
	Node(i int) (o Op, in []Ref)
}

// Reverse runs the derivative rules from target down to the sources and returns the cotangent of each node, or None.
// The cotangent of the target is the seed itself; every other starts as a zero fill, to which each contribution is
// added in scan order. An operand whose cotangent is None is data: nothing behind it is visited through it.
// It is nil where the graph has no such target.
// visit is told whose rule runs next, with operand None, and then what that rule contributes to each operand.
func Reverse(r Rules, g Graph, target, seed Ref, visit func(node, operand, contribution Ref)) []Ref {
	if r == nil || g == nil || target < 0 || int(target) >= g.Len() {
		return nil
	}
	if visit == nil {
		visit = func(_, _, _ Ref) {}
	}
	cotangents := make([]Ref, target+1)
	for i := range cotangents {
		cotangents[i] = None
	}
	cotangents[target] = seed
	for i := target; i >= 0; i-- {
		o, in := g.Node(int(i))
		if cotangents[i] == None || IsSource(o) {
			continue
		}
		visit(i, None, None)
		contributions := o.Gradient(r, Node{In: in, Out: i}, cotangents[i])
		for k, operand := range in {
			if contributions[k] == None {
				continue
			}
			visit(i, operand, contributions[k])
			if cotangents[operand] == None {
				cotangents[operand] = r.Fill(0, operand)
			}
			cotangents[operand] = r.Add(cotangents[operand], contributions[k])
		}
	}
	return cotangents
}
