package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// apply computes one node from its operands, in the element's arithmetic, or in its accumulator's where they are wide. out is the inferred type.
func apply[E, W any](a num.Arithmetic[E, W], o op.Op, out op.Type, in ...value[E, W]) value[E, W] {
	switch o.(type) {
	case op.Widen:
		return value[E, W]{Type: out, wide: each(a.Widen, in[0].numbers)}
	case op.Round:
		return value[E, W]{Type: out, numbers: each(a.Round, in[0].wide)}
	}
	if slices.ContainsFunc(in, func(v value[E, W]) bool { return isWide(v.Type) }) {
		wides := make([]value[W, W], len(in))
		for k, v := range in {
			wides[k] = value[W, W]{Type: v.Type, numbers: v.wide, selection: v.selection, mask: v.mask}
		}
		v := forward(a.Wide(), o, out, wides...)
		return value[E, W]{Type: out, wide: v.numbers, selection: v.selection, mask: v.mask}
	}
	return forward(a, o, out, in...)
}

// forward computes one node whose operands hold numbers of the element, selections and masks.
func forward[E, W any](a num.Arithmetic[E, W], o op.Op, out op.Type, in ...value[E, W]) value[E, W] {
	v := value[E, W]{Type: out}
	x := in[0]
	switch o := o.(type) {
	case op.Sqrt, op.Exp, op.Expm1, op.Log1p, op.Tanh, op.Sigmoid, op.Sin, op.Cos, op.Erf, op.ErfDerivative, op.Rsqrt:
		v.numbers = each(num.Function[E](a, o.Name()), x.numbers)
	case op.Ln:
		v.numbers = each(num.Function[E](a, "Log"), x.numbers)
	case op.Powf:
		v.numbers = zip(num.Power[E](a), x.numbers, in[1].numbers)
	case op.Add:
		v.numbers = zip(a.Add, x.numbers, in[1].numbers)
	case op.Sub:
		v.numbers = zip(a.Sub, x.numbers, in[1].numbers)
	case op.Mul:
		v.numbers = zip(a.Mul, x.numbers, in[1].numbers)
	case op.Div:
		v.numbers = zip(a.Div, x.numbers, in[1].numbers)
	case op.Maximum:
		v.numbers = zip(a.Max, x.numbers, in[1].numbers)
	case op.Minimum:
		v.numbers = zip(a.Min, x.numbers, in[1].numbers)
	case op.Step:
		v.numbers = choose(zip(a.GreaterEqual, x.numbers, in[1].numbers), filled(a.FromFloat64(1), len(x.numbers)), filled(a.FromFloat64(0), len(x.numbers)))
	case op.Neg:
		v.numbers = each(a.Neg, x.numbers)

	case op.Less:
		v.mask = zip(func(x, y E) bool { return a.GreaterEqual(y, x) && !a.GreaterEqual(x, y) }, x.numbers, in[1].numbers)
	case op.LessEqual:
		v.mask = zip(func(x, y E) bool { return a.GreaterEqual(y, x) }, x.numbers, in[1].numbers)
	case op.Equal:
		v.mask = zip(func(x, y E) bool { return a.GreaterEqual(x, y) && a.GreaterEqual(y, x) }, x.numbers, in[1].numbers)
	case op.Where:
		v.numbers = choose(x.mask, in[1].numbers, in[2].numbers)

	case op.MatMul:
		v.numbers = product(a, x, in[1])
	case op.Sum:
		v.numbers = []E{a.Round(sum(a.Wide(), each(a.Widen, x.numbers)))}
	case op.SumAlong:
		v.numbers = reduce(x, o.Axis, func(line []E) E { return a.Round(sum(a.Wide(), each(a.Widen, line))) })
	case op.CumSum:
		v.numbers = along(x, o.Axis, func(line []E) { cumSum(a, line, o.Reverse) })
	case op.MaxAlong:
		v.numbers = reduce(x, o.Axis, func(line []E) E { return line[highest(a, line)] })
	case op.ArgMax:
		v.selection = reduce(x, o.Axis, func(line []E) int32 { return int32(highest(a, line)) })
	case op.Softmax:
		v.numbers = along(x, o.Axis, func(line []E) { softmax(a, line) })
	case op.LogSoftmax:
		v.numbers = along(x, o.Axis, func(line []E) { logSoftmax(a, line) })
	case op.LogSumExp:
		v.numbers = reduce(x, o.Axis, func(line []E) E { return logSumExp(a, line) })

	case op.TakeAlong:
		v.numbers = take(x, in[1].selection, o.Axis)
	case op.PutAlong:
		v.numbers = put(x.numbers, in[1].selection, out.Shape, o.Axis, a.FromFloat64(0))
	case op.Gather:
		v.numbers = gather(x.numbers, in[1].selection, x.Shape[1:].Volume())
	case op.Scatter:
		v.numbers = scatter(a, x.numbers, in[1].selection, out.Shape)
	case op.Pad:
		v.numbers = pad(x.numbers, x.Shape, out.Shape, o.Axis, o.Start, a.FromFloat64(0))
	case op.Fold:
		v.numbers = fold(a, x.numbers, out.Shape, o)

	default:
		if x.Kind == op.Mask {
			v.mask = move(o, out.Shape, in, func(v value[E, W]) []bool { return v.mask })
		} else {
			v.numbers = move(o, out.Shape, in, func(v value[E, W]) []E { return v.numbers })
		}
	}
	return v
}

// choose takes x where the mask holds, else y.
func choose[E any](mask []bool, x, y []E) []E {
	out := make([]E, len(mask))
	for i, holds := range mask {
		out[i] = y[i]
		if holds {
			out[i] = x[i]
		}
	}
	return out
}
