package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// function finds the element's function for an op of one operand among the methods of its arithmetic. known is false where the op is no such function;
// f is nil where the element lacks it.
func function[E any](a any, o op.Op) (f func(E) E, known bool) {
	switch o.(type) {
	case op.Sqrt:
		if m, has := a.(interface{ Sqrt(E) E }); has {
			f = m.Sqrt
		}
	case op.Exp:
		if m, has := a.(interface{ Exp(E) E }); has {
			f = m.Exp
		}
	case op.Expm1:
		if m, has := a.(interface{ Expm1(E) E }); has {
			f = m.Expm1
		}
	case op.Ln:
		if m, has := a.(interface{ Log(E) E }); has {
			f = m.Log
		}
	case op.Log1p:
		if m, has := a.(interface{ Log1p(E) E }); has {
			f = m.Log1p
		}
	case op.Tanh:
		if m, has := a.(interface{ Tanh(E) E }); has {
			f = m.Tanh
		}
	case op.Sigmoid:
		if m, has := a.(interface{ Sigmoid(E) E }); has {
			f = m.Sigmoid
		}
	case op.Sin:
		if m, has := a.(interface{ Sin(E) E }); has {
			f = m.Sin
		}
	case op.Cos:
		if m, has := a.(interface{ Cos(E) E }); has {
			f = m.Cos
		}
	case op.Erf:
		if m, has := a.(interface{ Erf(E) E }); has {
			f = m.Erf
		}
	case op.ErfDerivative:
		if m, has := a.(interface{ ErfDerivative(E) E }); has {
			f = m.ErfDerivative
		}
	case op.Rsqrt:
		if m, has := a.(interface{ Rsqrt(E) E }); has {
			f = m.Rsqrt
		}
	default:
		return nil, false
	}
	return f, true
}

// power is the element's function for Powf, or nil.
func power[E any](a any) func(x, y E) E {
	if m, has := a.(interface{ Pow(x, y E) E }); has {
		return m.Pow
	}
	return nil
}

// lacks names the method of num.Functions that an op needs and an arithmetic does not have, and that arithmetic's element. Both are empty where it has all.
func lacks[E, W any](a num.Arithmetic[E, W], o op.Op) (method, element string) {
	switch o.(type) {
	case op.Softmax:
		return lacks(a.Wide(), op.Exp{})
	case op.LogSoftmax, op.LogSumExp:
		if method, element = lacks(a.Wide(), op.Exp{}); method != "" {
			return method, element
		}
		return lacks(a.Wide(), op.Ln{})
	case op.Powf:
		if power[E](a) == nil {
			return "Pow", a.Name()
		}
	}
	f, known := function[E](a, o)
	switch {
	case !known || f != nil:
		return "", ""
	case o == op.Op(op.Ln{}):
		return "Log", a.Name()
	}
	return o.Name(), a.Name()
}

// lacking is lacks for a node whose operands have these types: wide ones are computed with in the accumulator's arithmetic.
func lacking[E, W any](a num.Arithmetic[E, W], o op.Op, in []op.Type) (method, element string) {
	if slices.ContainsFunc(in, isWide) {
		return lacks(a.Wide(), o)
	}
	return lacks(a, o)
}

func isWide(t op.Type) bool { return t.Precision == op.Wide }
