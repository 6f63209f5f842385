package interp

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// forward computes one node from its operands. out is the inferred type.
func forward[E, W any](a num.Arithmetic[E, W], o op.Op, out op.Type, in ...value[E]) value[E] {
	v := value[E]{Type: out}
	x := in[0]
	switch o := o.(type) {
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
	case op.Step:
		v.numbers = zip(step(a), x.numbers, in[1].numbers)
	case op.Neg:
		v.numbers = each(a.Neg, x.numbers)
	case op.Sqrt:
		v.numbers = each(a.Sqrt, x.numbers)
	case op.Exp:
		v.numbers = each(a.Exp, x.numbers)
	case op.Ln:
		v.numbers = each(a.Log, x.numbers)
	case op.Tanh:
		v.numbers = each(a.Tanh, x.numbers)
	case op.Sigmoid:
		v.numbers = each(a.Sigmoid, x.numbers)

	case op.MatMul:
		v.numbers = product(a, x, in[1])
	case op.Sum:
		v.numbers = []E{a.Round(sum(a.Wide(), each(a.Widen, x.numbers)))}
	case op.SumAlong:
		v.numbers = reduce(x, o.Axis, func(line []E) E { return a.Round(sum(a.Wide(), each(a.Widen, line))) })
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
		v.numbers = put(x, in[1].selection, out.Shape, o.Axis, a.FromFloat64(0))
	case op.Gather:
		v.numbers = gather(x, in[1].selection)
	case op.Scatter:
		v.numbers = scatter(a, x.numbers, in[1].selection, out.Shape)

	case op.Broadcast:
		v.numbers = filled(x.numbers[0], out.Shape.Volume())
	case op.BroadcastAlong:
		v.numbers = repeat(x.numbers, out.Shape, o.Axis)
	case op.Reshape:
		v.numbers = x.numbers
	case op.Permute:
		v.numbers = permute(x, o.Order)
	default:
		panic("interp: no forward rule for " + o.Name())
	}
	return v
}

// step is 1 where x >= y, else 0.
func step[E, W any](a num.Arithmetic[E, W]) func(x, y E) E {
	one, zero := a.FromFloat64(1), a.FromFloat64(0)
	return func(x, y E) E {
		if a.GreaterEqual(x, y) {
			return one
		}
		return zero
	}
}
