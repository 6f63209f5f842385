package op

import "github.com/topos-go/topos/runtime/tensor"

// MatMul is the matrix product over the last two axes: [b.., m, k] · [b.., k, n] = [b.., m, n].
// Gradient: g·bᵀ; aᵀ·g.
type MatMul struct{ arity2 }

// Infer checks the ranks, the batch axes and the inner extents.
func (MatMul) Infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	a, b := in[0].Shape, in[1].Shape
	rank := a.Rank()
	switch {
	case rank < 2:
		return Type{}, fault("reshape {0.name} to at least two axes", "a product needs matrices, but {0} has %d axes", rank)
	case b.Rank() != rank:
		return Type{}, fault("give both the same number of axes", "ranks differ: %d ({0}) and %d ({1})", rank, b.Rank())
	case !a[:rank-2].Equal(b[:rank-2]):
		return Type{}, fault("give both the same leading axes", "batch axes differ: %v ({0}) and %v ({1})", a[:rank-2], b[:rank-2])
	case a[rank-1] != b[rank-2]:
		want := append(append(tensor.Shape{}, b[:rank-2]...), a[rank-1], b[rank-1])
		return Type{}, fault("make {1.name} "+want.String(), "inner sizes differ: %d ({0}, axis %d) and %d ({1}, axis %d)",
			a[rank-1], rank-1, b[rank-2], rank-2)
	}
	out := in[0]
	out.Shape = append(append(tensor.Shape{}, a[:rank-1]...), b[rank-1])
	return out, nil
}

// Gradient multiplies g by the transposed other operand.
func (MatMul) Gradient(r Rules, n Node, g Ref) []Ref {
	swap := swapLast(r.Type(n.In[0]).Shape.Rank())
	left := r.MatMul(g, r.Permute(n.In[1], swap))
	return []Ref{left, r.MatMul(r.Permute(n.In[0], swap), g)}
}

// Reads both operands.
func (MatMul) Reads() Reads { return ReadA | ReadB }

// Rows follow the left operand's m axis, the right one's n axis, or a batch axis of both.
func (MatMul) Rows(in []Rows, types []Type, out Type) (Rows, bool) {
	m, n := len(out.Shape)-2, len(out.Shape)-1
	a, b := in[0].Axis, in[1].Axis
	switch {
	case a < 0 && b < 0:
		return Free(in[0].Uniform & in[1].Uniform & (1<<m - 1)), true
	case a == m && b < 0:
		return Rows{Axis: m}, true
	case b == n && a < 0:
		return Rows{Axis: n}, true
	case a >= 0 && a < m || b >= 0 && b < m:
		return align(in, types)
	}
	return Rows{Axis: -1}, false
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
