package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// methods names those of num.Functions that an op computes with, in the element's arithmetic or, where wide holds, in its accumulator's.
func methods(o op.Op, in []op.Type) (names []string, wide bool) {
	wide = slices.ContainsFunc(in, isWide)
	switch o.(type) {
	case op.Softmax:
		return []string{"Exp"}, true
	case op.LogSoftmax, op.LogSumExp:
		return []string{"Exp", "Log"}, true
	case op.Powf:
		return []string{"Pow"}, wide
	case op.Ln:
		return []string{"Log"}, wide
	case op.Sqrt, op.Exp, op.Expm1, op.Log1p, op.Tanh, op.Sigmoid, op.Sin, op.Cos, op.Erf, op.ErfDerivative, op.Rsqrt:
		return []string{o.Name()}, wide
	}
	return nil, false
}

// lacking names the method that an op needs and an arithmetic does not have, and that arithmetic's element. Both are empty where it has all.
func lacking[E, W any](a num.Arithmetic[E, W], o op.Op, in []op.Type) (method, element string) {
	names, wide := methods(o, in)
	for _, name := range names {
		switch {
		case wide && !num.Has[W](a.Wide(), name):
			return name, a.Wide().Name()
		case !wide && !num.Has[E](a, name):
			return name, a.Name()
		}
	}
	return "", ""
}

// addMethod is the fix for an element that lacks a method.
const addMethod = "add the method to its arithmetic, as in num.Functions"

func isWide(t op.Type) bool { return t.Precision == op.Wide }
