package op

import "github.com/topos-go/topos/runtime/tensor"

// MatMul is the matrix product over the last two axes: [b.., m, k] · [b.., k, n] = [b.., m, n].
// Gradient: g·bᵀ; aᵀ·g.
type MatMul struct{ arity2 }

func (MatMul) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	a, b := in[0].Shape, in[1].Shape
	rank := a.Rank()
	switch {
	case rank < 2:
		return Type{}, fault("reshape {0.name} to at least two axes", "a product needs matrices, but {0} has %d axes", rank)
	case b.Rank() != rank:
		return Type{}, fault(rankFix(a, b), "ranks differ: %d ({0}) and %d ({1})", rank, b.Rank())
	case !a[:rank-2].Equal(b[:rank-2]):
		return Type{}, fault("give both the same leading axes", "batch axes differ: %v ({0}) and %v ({1})", a[:rank-2], b[:rank-2])
	case a[rank-1] != b[rank-2]:
		return Type{}, fault(innerFix(a, b), "inner sizes differ: %d ({0}, axis %d) and %d ({1}, axis %d)", a[rank-1], rank-1, b[rank-2], rank-2)
	}
	return in[0].shaped(append(append(tensor.Shape{}, a[:rank-1]...), b[rank-1])), nil
}

// rankFix says how operands of different ranks can be multiplied.
func rankFix(a, b tensor.Shape) string {
	if n := len(a); len(b) == 2 && b[0] == a[n-1] {
		return "broadcast it first: {1.name}.BroadcastTo(" + extents(append(a[:n-2:n-2], b...)) + ")"
	}
	return "give both the same number of axes"
}

// innerFix guesses which change makes the inner sizes meet.
func innerFix(a, b tensor.Shape) string {
	n := len(a)
	switch {
	case a[n-1] == b[n-1]:
		return "transpose it first: {1.name}.Transpose()"
	case a[n-2] == b[n-2]:
		return "transpose it first: {0.name}.Transpose()"
	case a[n-2] == b[n-1]:
		return "exchange them: {1.name}.MatMul({0.name})"
	}
	return "make {1.name} " + append(b[:n-2:n-2], a[n-1], b[n-1]).String()
}

func (MatMul) Gradient(r Rules, n Node, g Ref) []Ref {
	swap := swapLast(r.Type(n.In[0]).Shape.Rank())
	left := r.MatMul(g, r.Permute(n.In[1], swap))
	return []Ref{left, r.MatMul(r.Permute(n.In[0], swap), g)}
}

// swapLast is the order that exchanges the last two axes.
func swapLast(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	order[rank-2], order[rank-1] = rank-1, rank-2
	return order
}
