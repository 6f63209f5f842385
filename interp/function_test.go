package interp_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// bare is float64 without functions, and so is its accumulator.
type bare struct {
	num.Arithmetic[float64, float64]
}

func (bare) Name() string                           { return "bare" }
func (bare) Wide() num.Arithmetic[float64, float64] { return bare{num.F64{}} }

// sine has one function more.
type sine struct{ bare }

func (sine) Sin(x float64) float64 { return num.SinF64(x) }

const fix = "\tfix: add the method to its arithmetic, as in num.Functions"

// An element without a function runs everything else. What it cannot compute is refused before anything runs.
func TestMissingFunctions(t *testing.T) {
	for name, c := range map[string]struct {
		apply  func(x dsl.Value) dsl.Value
		method string
	}{
		"Sqrt": {dsl.Value.Sqrt, "Sqrt"}, "Exp": {dsl.Value.Exp, "Exp"}, "Expm1": {dsl.Value.Expm1, "Expm1"}, "Ln": {dsl.Value.Ln, "Log"}, "Log1p": {dsl.Value.Log1p, "Log1p"},
		"Tanh": {dsl.Value.Tanh, "Tanh"}, "Sigmoid": {dsl.Value.Sigmoid, "Sigmoid"}, "Sin": {dsl.Value.Sin, "Sin"}, "Cos": {dsl.Value.Cos, "Cos"},
		"Erf": {dsl.Value.Erf, "Erf"}, "ErfDerivative": {dsl.Value.ErfDerivative, "ErfDerivative"}, "Rsqrt": {dsl.Value.Rsqrt, "Rsqrt"},
		"Powf":       {func(x dsl.Value) dsl.Value { return x.Powf(x) }, "Pow"},
		"Softmax":    {func(x dsl.Value) dsl.Value { return x.Softmax(0) }, "Exp"},
		"LogSoftmax": {func(x dsl.Value) dsl.Value { return x.LogSoftmax(0) }, "Exp"},
		"LogSumExp":  {func(x dsl.Value) dsl.Value { return x.LogSumExp(0) }, "Exp"},
		"wide Ln":    {func(x dsl.Value) dsl.Value { return x.Widen().Ln() }, "Log"},
		"Mul":        {func(x dsl.Value) dsl.Value { return x.Mul(x).Div(x).MaxAlong(0) }, ""},
	} {
		net := record(t, func(t *dsl.Tape) { c.apply(t.Leaf(dsl.Values(1, 2), 2)).Named("y") })
		m := interp.New(net, bare{num.F64{}})
		ran := false
		m.Trace = func(interp.Event) { ran = true }
		_, err := m.Run(nil)
		if c.method == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		want := "Run: y needs " + c.method + ", which the element bare does not have\n"
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), fix) || ran {
			t.Errorf("%s: got %v, want %s%s", name, err, want, fix)
		}
		if _, err := m.RunEntry(dsl.Roots(net.Value(0)), nil); err != nil {
			t.Errorf("%s: an entry that does not need it: %v", name, err)
		}
	}
}

// The derivative of a sine needs a cosine.
func TestMissingFunctionOfDerivative(t *testing.T) {
	var x, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		x = t.Parameter("x", dsl.Const(0.5))
		loss = x.Sin().Named("y").Mul(x)
	})
	m := interp.New(net, sine{bare{num.F64{}}})
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Backward(loss).Of(x)
	want := "Backward: the derivative of y needs Cos, which the element bare does not have\n" + fix
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
