package op

import (
	"strconv"

	"github.com/topos-go/topos/runtime/tensor"
)

// Permute reorders the axes: axis i of the result is axis Order[i] of the operand.
// Gradient: g in the inverse order.
type Permute struct {
	arity1
	Order []int
}

func (o Permute) infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	rank := in[0].Shape.Rank()
	fix := "name each axis from 0 to " + strconv.Itoa(rank-1) + " once"
	if len(o.Order) != rank {
		return Type{}, fault(fix, "order %v has %d axes but {0} has %d", tensor.Shape(o.Order), len(o.Order), rank)
	}
	seen := make([]bool, rank)
	shape := make(tensor.Shape, rank)
	for i, axis := range o.Order {
		if axis < 0 || axis >= rank {
			return Type{}, fault(fix, "order %v names axis %d, but {0} has %d axes", tensor.Shape(o.Order), axis, rank)
		}
		if seen[axis] {
			return Type{}, fault(fix, "order %v repeats axis %d of {0}", tensor.Shape(o.Order), axis)
		}
		seen[axis] = true
		shape[i] = in[0].Shape[axis]
	}
	return in[0].shaped(shape), nil
}

func (o Permute) Gradient(r Rules, _ Node, g Ref) []Ref {
	inverse := make([]int, len(o.Order))
	for i, axis := range o.Order {
		inverse[axis] = i
	}
	return []Ref{r.Permute(g, inverse)}
}
