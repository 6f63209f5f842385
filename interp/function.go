package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
)

// lacking is the error of an op that needs a method of num.Functions which the element does not have, or its accumulator where the op computes in that.
func (m *Interpreter[E, W]) lacking(call string, node int, what string, o op.Op, in []op.Type) error {
	wide := slices.ContainsFunc(in, isWide)
	var names []string
	switch o.(type) {
	case op.Softmax:
		names, wide = []string{"Exp"}, true
	case op.LogSoftmax, op.LogSumExp:
		names, wide = []string{"Exp", "Log"}, true
	case op.Powf:
		names = []string{"Pow"}
	case op.Ln:
		names = []string{"Log"}
	case op.Sqrt, op.Exp, op.Expm1, op.Log1p, op.Tanh, op.Sigmoid, op.Sin, op.Cos, op.Erf, op.ErfDerivative, op.Rsqrt:
		names = []string{o.Name()}
	}
	for _, name := range names {
		has, element := num.Has[E](m.a, name), m.a.Name()
		if wide {
			has, element = num.Has[W](m.a.Wide(), name), m.a.Wide().Name()
		}
		if !has {
			return refuse(m.net, node, call, "add the method to its arithmetic, as in num.Functions", "%s needs %s, which the element %s does not have", what, name, element)
		}
	}
	return nil
}
