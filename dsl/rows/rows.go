// Package rows proves that an entry keeps the rows of a bucket apart, so that any number of rows can be served by entries of a few extents.
package rows

import "github.com/topos-go/topos/dsl/op"

// Rows says how a value depends on the rows of a bucket: element i along Axis depends on row i of each input and on no other row.
// A value with Axis -1 depends on no row; Uniform then has a bit for each axis along which all its elements are equal.
type Rows struct {
	Axis    int
	Uniform uint64
}

// Free is a value that depends on no row.
func Free(uniform uint64) Rows { return Rows{Axis: -1, Uniform: uniform} }

// Through follows rows through an op, from its operands to its result. It returns false where the op mixes them.
func Through(o op.Op, in []Rows, types []op.Type, out op.Type) (Rows, bool) {
	if _, f := inferred(o, types); f != nil || len(in) != len(types) {
		return Free(0), false
	}
	r, apart := through(o, in, types, out)
	for _, operand := range in {
		if operand.Axis >= 0 {
			return r, apart
		}
	}
	if !apart {
		return Free(0), true // there are no rows to mix
	}
	return r, true
}

// inferred is the op's result type, or why it has none.
func inferred(o op.Op, types []op.Type) (op.Type, *op.Fault) {
	if o == nil {
		return op.Type{}, &op.Fault{}
	}
	return o.Infer(types)
}

func through(o op.Op, in []Rows, types []op.Type, out op.Type) (Rows, bool) {
	switch o := o.(type) {
	case op.Cos, op.Erf, op.ErfDerivative, op.Exp, op.Expm1, op.Ln, op.Log1p, op.Neg, op.Rsqrt, op.Sigmoid, op.Sin, op.Sqrt, op.Tanh, op.Widen, op.Round:
		return in[0], true
	case op.Add, op.Sub, op.Mul, op.Div, op.Maximum, op.Minimum, op.Powf, op.Step, op.Less, op.LessEqual, op.Equal, op.Where:
		return align(in, types)

	case op.Softmax:
		return along(in[0], o.Axis)
	case op.LogSoftmax:
		return along(in[0], o.Axis)
	case op.CumSum:
		return along(in[0], o.Axis)
	case op.Pad:
		return along(in[0], o.Axis)
	case op.Narrow:
		return in[0], in[0].Axis != o.Axis
	case op.Concat:
		r, apart := align(in, types)
		if !apart {
			return r, false
		}
		return along(r, o.Axis)

	case op.Sum:
		return Free(0), in[0].Axis < 0
	case op.SumAlong:
		return drop(in[0], o.Axis)
	case op.MaxAlong:
		return drop(in[0], o.Axis)
	case op.ArgMax:
		return drop(in[0], o.Axis)
	case op.LogSumExp:
		return drop(in[0], o.Axis)

	case op.Broadcast:
		return Free(axes(out)), in[0].Axis < 0
	case op.BroadcastAlong:
		return insert(in[0], o.Axis), true
	case op.Permute:
		moved := Free(0)
		for i, axis := range o.Order {
			if axis == in[0].Axis {
				moved.Axis = i
			}
			moved.Uniform |= in[0].Uniform >> axis & 1 << i
		}
		return moved, true
	case op.Reshape: // rows survive where the axes up to theirs are unchanged
		if r, from := in[0], types[0]; r.Axis >= 0 {
			keep := r.Axis + 1
			return r, len(out.Shape) >= keep && out.Shape[:keep].Equal(from.Shape[:keep])
		} else if r.Uniform != axes(from) {
			return Free(0), true
		}
		return Free(axes(out)), true

	case op.MatMul: // rows are the left operand's m axis, the right one's n axis, or a batch axis of both
		m, n := len(out.Shape)-2, len(out.Shape)-1
		switch a, b := in[0].Axis, in[1].Axis; {
		case a < 0 && b < 0:
			return Free(in[0].Uniform & in[1].Uniform & (1<<m - 1)), true
		case a == m && b < 0:
			return Rows{Axis: m}, true
		case b == n && a < 0:
			return Rows{Axis: n}, true
		case a >= 0 && a < m || b >= 0 && b < m:
			return align(in, types)
		}
		return Free(0), false

	case op.TakeAlong:
		left, apart := drop(in[0], o.Axis)
		if !apart {
			return left, false
		}
		return align([]Rows{left, in[1]}, []op.Type{out, out})
	case op.PutAlong:
		joined, apart := align(in, []op.Type{types[0], types[0]})
		moved := insert(joined, o.Axis)
		moved.Uniform &^= 1 << o.Axis
		return moved, apart
	case op.Gather: // rows come from the selection; the table must depend on none
		return Rows{Axis: in[1].Axis}, in[0].Axis < 0
	case op.Scatter:
		return Free(0), false

	case op.Unfold:
		r, apart := along(in[0], o.Axis)
		moved := insert(r, o.Axis+1)
		moved.Uniform &^= 3 << o.Axis
		return moved, apart
	case op.Fold:
		r, apart := drop(in[0], o.Axis+1)
		if !apart {
			return r, false
		}
		return along(r, o.Axis)
	}
	return Free(0), false
}

// axes has a bit for each axis of the type.
func axes(t op.Type) uint64 { return 1<<len(t.Shape) - 1 }

// align joins operands of one shape: rows must lie on one axis, and what depends on no row must be uniform along it.
func align(in []Rows, types []op.Type) (Rows, bool) {
	joined := Free(axes(types[0]))
	for _, r := range in {
		if r.Axis >= 0 {
			if joined.Axis >= 0 && joined.Axis != r.Axis {
				return joined, false
			}
			joined.Axis = r.Axis
		}
	}
	for _, r := range in {
		if r.Axis < 0 {
			if joined.Axis >= 0 && r.Uniform>>joined.Axis&1 == 0 {
				return joined, false
			}
			joined.Uniform &= r.Uniform
		}
	}
	if joined.Axis >= 0 {
		joined.Uniform = 0
	}
	return joined, true
}

// drop is the rule of ops that reduce one axis away.
func drop(r Rows, axis int) (Rows, bool) {
	if r.Axis == axis {
		return r, false
	}
	if r.Axis > axis {
		r.Axis--
	}
	low := uint64(1)<<axis - 1
	r.Uniform = r.Uniform&low | r.Uniform>>1&^low
	return r, true
}

// insert is the rule of ops that insert an axis along which the value repeats.
func insert(r Rows, axis int) Rows {
	if r.Axis >= axis {
		r.Axis++
	}
	if r.Axis < 0 {
		low := uint64(1)<<axis - 1
		r.Uniform = r.Uniform&low | r.Uniform&^low<<1 | 1<<axis
	}
	return r
}

// along is the rule of ops that work within one axis and keep the shape.
func along(r Rows, axis int) (Rows, bool) {
	r.Uniform &^= 1 << axis
	return r, r.Axis != axis
}
