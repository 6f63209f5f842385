package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// apply computes one node from its operands, in the element's arithmetic, or in its accumulator's where they are wide. out is the inferred type.
func apply[E, W any](a num.Arithmetic[E, W], o op.Op, out op.Type, in []value) value {
	switch o.(type) {
	case op.Widen:
		return value{out, each(a.Widen, of[E](in[0]))}
	case op.Round:
		return value{out, each(a.Round, of[W](in[0]))}
	}
	if slices.ContainsFunc(in, func(v value) bool { return isWide(v.Type) }) {
		return value{out, forward(a.Wide(), o, out, in)}
	}
	return value{out, forward(a, o, out, in)}
}

// forward computes the list of one node whose operands hold numbers of the element, selections and masks.
func forward[E, W any](a num.Arithmetic[E, W], o op.Op, out op.Type, in []value) any {
	x, y := of[E](in[0]), of[E](in[len(in)-1])
	selection := of[int32](in[len(in)-1])
	switch o := o.(type) {
	case op.Sqrt, op.Exp, op.Expm1, op.Log1p, op.Tanh, op.Sigmoid, op.Sin, op.Cos, op.Erf, op.ErfDerivative, op.Rsqrt:
		return each(num.Function[E](a, o.Name()), x)
	case op.Ln:
		return each(num.Function[E](a, "Log"), x)
	case op.Neg:
		return each(a.Neg, x)
	case op.Add:
		return zip(a.Add, x, y)
	case op.Sub:
		return zip(a.Sub, x, y)
	case op.Mul:
		return zip(a.Mul, x, y)
	case op.Div:
		return zip(a.Div, x, y)
	case op.Maximum:
		return zip(a.Max, x, y)
	case op.Minimum:
		return zip(a.Min, x, y)
	case op.Powf:
		return zip(num.Power[E](a), x, y)

	case op.Step:
		return choose(zip(a.GreaterEqual, x, y), filled(a.FromFloat64(1), len(x)), filled(a.FromFloat64(0), len(x)))
	case op.Less:
		return zip(func(x, y E) bool { return a.GreaterEqual(y, x) && !a.GreaterEqual(x, y) }, x, y)
	case op.LessEqual:
		return zip(func(x, y E) bool { return a.GreaterEqual(y, x) }, x, y)
	case op.Equal:
		return zip(func(x, y E) bool { return a.GreaterEqual(x, y) && a.GreaterEqual(y, x) }, x, y)
	case op.Where:
		return choose(of[bool](in[0]), of[E](in[1]), y)

	case op.MatMul:
		return product(a, in[0], in[1])
	case op.Sum:
		return []E{a.Round(sum(a.Wide(), each(a.Widen, x)))}
	case op.SumAlong:
		return reduce(in[0], o.Axis, func(line []E) E { return a.Round(sum(a.Wide(), each(a.Widen, line))) })
	case op.CumSum:
		return along(in[0], o.Axis, func(line []E) { cumSum(a, line, o.Reverse) })
	case op.MaxAlong:
		return reduce(in[0], o.Axis, func(line []E) E { return line[highest(a, line)] })
	case op.ArgMax:
		return reduce(in[0], o.Axis, func(line []E) int32 { return int32(highest(a, line)) })
	case op.Softmax:
		return along(in[0], o.Axis, func(line []E) { softmax(a, line) })
	case op.LogSoftmax:
		return along(in[0], o.Axis, func(line []E) { logSoftmax(a, line) })
	case op.LogSumExp:
		return reduce(in[0], o.Axis, func(line []E) E { return logSumExp(a, line) })

	case op.TakeAlong:
		return reduce(in[0], o.Axis, take[E](selection))
	case op.PutAlong:
		return put(x, selection, out.Shape, o.Axis, a.FromFloat64(0))
	case op.Gather:
		return gather(x, selection, in[0].Shape[1:].Volume())
	case op.Scatter:
		return scatter(a, x, selection, out.Shape)
	case op.Pad:
		return pad(x, in[0].Shape, out.Shape, o.Axis, o.Start, a.FromFloat64(0))
	case op.Fold:
		return fold(a, x, out.Shape, o)
	}
	if in[0].Kind == op.Mask {
		return move[bool](o, out.Shape, in)
	}
	return move[E](o, out.Shape, in)
}
