package dual_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/elements/dual"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// expression is a recording of one scalar over parameters, with its recorded gradients.
type expression struct {
	net       *dsl.Network
	inputs    []dsl.Value
	loss      dsl.Value
	gradients dsl.Adjoints
}

func newExpression(t *testing.T, at []float64, apply func(x []dsl.Value) dsl.Value) expression {
	t.Helper()
	var e expression
	var err error
	e.net, err = dsl.Record(func(t *dsl.Tape) {
		for i, x := range at {
			e.inputs = append(e.inputs, t.Parameter(string(rune('a'+i)), dsl.Const(x)))
		}
		e.loss = apply(e.inputs)
		e.gradients = t.Differentiate(e.loss, e.inputs...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// forward is the slope of the loss by one input, over dual numbers.
func (e expression) forward(t *testing.T, by dsl.Value) dual.Number {
	t.Helper()
	m := interp.New(e.net, dual.Arithmetic{})
	p := m.Parameters()
	x, err := p.Of(by)
	if err != nil {
		t.Fatal(err)
	}
	x[0].Slope = 1
	run, err := m.RunEntry(dsl.Roots(e.loss), p)
	if err != nil {
		t.Fatal(err)
	}
	y, err := run.Of(e.loss)
	if err != nil {
		t.Fatal(err)
	}
	return y[0]
}

// reverse is the gradient by one input, computed and recorded.
func (e expression) reverse(t *testing.T, by dsl.Value) (computed, recorded float64) {
	t.Helper()
	m := interp.New(e.net, num.F64{})
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	c, err := run.Backward(e.loss).Of(by)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Of(e.gradients.Of(by))
	if err != nil {
		t.Fatal(err)
	}
	return c[0], r[0]
}

// Where nothing is rounded, forward and both reverse modes agree to the bit.
func TestThreeRoutes(t *testing.T) {
	e := newExpression(t, []float64{0.75, -1.5, 0.5}, func(x []dsl.Value) dsl.Value {
		d := x[0].Mul(x[1]).Sub(x[2])
		return d.Mul(d)
	})
	for i, want := range []float64{4.875, -2.4375, 3.25} {
		forward := e.forward(t, e.inputs[i])
		computed, recorded := e.reverse(t, e.inputs[i])
		if forward.Value != 2.640625 || forward.Slope != want || computed != want || recorded != want {
			t.Errorf("by input %d: %v over dual numbers, %v computed, %v recorded, want %v", i, forward, computed, recorded, want)
		}
	}
}

// Forward and reverse mode compute one derivative, for every op that a dual number adds a rule to.
func TestRules(t *testing.T) {
	type values = []dsl.Value
	for name, apply := range map[string]func(x values) dsl.Value{
		"Div": func(x values) dsl.Value { return x[0].Div(x[1]) }, "Neg": func(x values) dsl.Value { return x[0].Neg().Mul(x[1]) },
		"Maximum": func(x values) dsl.Value { return x[0].Maximum(x[1]) }, "Minimum": func(x values) dsl.Value { return x[0].Minimum(x[1]) },
		"Maximum of equals": func(x values) dsl.Value { return x[0].Maximum(x[0].Mul(x[1].Div(x[1]))) },
		"Sqrt":              func(x values) dsl.Value { return x[0].Sqrt() }, "Exp": func(x values) dsl.Value { return x[0].Exp() },
		"Expm1": func(x values) dsl.Value { return x[0].Expm1() }, "Ln": func(x values) dsl.Value { return x[0].Ln() },
		"Log1p": func(x values) dsl.Value { return x[0].Log1p() }, "Tanh": func(x values) dsl.Value { return x[0].Tanh() },
		"Sigmoid": func(x values) dsl.Value { return x[0].Sigmoid() }, "Sin": func(x values) dsl.Value { return x[0].Sin() },
		"Cos": func(x values) dsl.Value { return x[0].Cos() }, "Erf": func(x values) dsl.Value { return x[0].Erf() },
		"ErfDerivative": func(x values) dsl.Value { return x[0].ErfDerivative() }, "Rsqrt": func(x values) dsl.Value { return x[0].Rsqrt() },
		"Powf": func(x values) dsl.Value { return x[0].Powf(x[1]) },
		"LogSoftmax": func(x values) dsl.Value {
			return dsl.Concat(0, x[0].Reshape(1), x[1].Reshape(1)).LogSoftmax(0).Narrow(0, 0, 1).Sum()
		},
		"MatMul": func(x values) dsl.Value {
			return x[0].Reshape(1, 1).MatMul(x[1].Reshape(1, 1)).MaxAlong(1).CumSum(0, true).Sum()
		},
	} {
		e := newExpression(t, []float64{0.7, 1.3}, apply)
		for i, by := range e.inputs {
			forward := e.forward(t, by)
			computed, _ := e.reverse(t, by)
			if math.Abs(forward.Slope-computed) > 1e-15*(1+math.Abs(computed)) {
				t.Errorf("%s by input %d: %v over dual numbers, %v by Backward", name, i, forward, computed)
			}
		}
	}
}

// A negative base has a slope where its exponent has none.
func TestPowOfNegativeBase(t *testing.T) {
	got := dual.Arithmetic{}.Pow(dual.Number{Value: -2, Slope: 1}, dual.Number{Value: 3})
	if want := (dual.Number{Value: -8, Slope: 12}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCanonical(t *testing.T) {
	a := dual.Arithmetic{}
	nan := math.Float64frombits(0xFFF8000000000001)
	got := a.Canonical(dual.Number{Value: nan, Slope: nan})
	if !a.IsNaN(got) || math.Float64bits(got.Value) != num.CanonicalNaN64 || math.Float64bits(got.Slope) != num.CanonicalNaN64 {
		t.Errorf("got %x %x", math.Float64bits(got.Value), math.Float64bits(got.Slope))
	}
}
