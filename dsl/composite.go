package dsl

// Composites record several nodes and have no rules of their own.

// Like records a leaf of the value's shape, all elements equal to c.
func (v Value) Like(c float64) Value {
	if !v.valid() {
		return v.annotate("Like", nil)
	}
	return v.tape.Leaf(Const(c), v.Shape()...)
}

// Relu records the larger of v and zero: Leaf, Maximum.
func (v Value) Relu() Value { return v.Maximum(v.Like(0)) }

// Transpose records the exchange of the last two axes: Permute.
func (v Value) Transpose() Value {
	order := make([]int, v.Type().Shape.Rank())
	for i := range order {
		order[i] = i
	}
	if n := len(order); n > 1 {
		order[n-2], order[n-1] = n-1, n-2
	}
	return v.Permute(order...)
}

// MeanAlong records the sum along an axis over its extent: SumAlong, Leaf, Div.
func (v Value) MeanAlong(axis int) Value {
	sum := v.SumAlong(axis)
	if !sum.valid() {
		return sum
	}
	return sum.Div(sum.Like(float64(v.Type().Shape[axis])))
}

// Mean records the sum of all elements over their number: Sum, Leaf, Div.
func (v Value) Mean() Value {
	sum := v.Sum()
	return sum.Div(sum.Like(float64(v.Type().Shape.Volume())))
}
