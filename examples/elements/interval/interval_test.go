package interval_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/examples/elements/interval"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

type number = interval.Interval

func draw(r *rand.Rand) (x number, inside float64) {
	a, b := r.NormFloat64()*math.Ldexp(1, r.IntN(20)-10), r.NormFloat64()
	if r.IntN(4) == 0 {
		b = 0
	}
	x = number{Low: a - math.Abs(b), High: a + math.Abs(b)}
	return x, math.Min(math.Max(x.Low+r.Float64()*(x.High-x.Low), x.Low), x.High)
}

// The exact result of any numbers inside lies inside.
func TestArithmeticEncloses(t *testing.T) {
	a := interval.Arithmetic{}
	r := rand.New(rand.NewPCG(1, 2))
	exactly := func(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }
	for range 20000 {
		x, u := draw(r)
		y, v := draw(r)
		for name, c := range map[string]struct {
			got   number
			exact func() *big.Float
		}{
			"Add": {a.Add(x, y), func() *big.Float { return exactly(0).Add(exactly(u), exactly(v)) }},
			"Sub": {a.Sub(x, y), func() *big.Float { return exactly(0).Sub(exactly(u), exactly(v)) }},
			"Mul": {a.Mul(x, y), func() *big.Float { return exactly(0).Mul(exactly(u), exactly(v)) }},
			"Div": {a.Div(x, y), func() *big.Float { return exactly(0).Quo(exactly(u), exactly(v)) }},
			"Max": {a.Max(x, y), func() *big.Float { return exactly(max(u, v)) }},
			"Min": {a.Min(x, y), func() *big.Float { return exactly(min(u, v)) }},
			"Neg": {a.Neg(x), func() *big.Float { return exactly(-u) }},
		} {
			if name == "Div" && v == 0 {
				continue
			}
			if exact := c.exact(); exact.Cmp(exactly(c.got.Low)) < 0 || exact.Cmp(exactly(c.got.High)) > 0 {
				t.Fatalf("%s of %v in %v and %v in %v: %v is outside of %v", name, u, x, v, y, exact, c.got)
			}
		}
		if a.GreaterEqual(x, y) && u < v {
			t.Fatalf("%v is not certainly at least %v", x, y)
		}
	}
}

func TestFunctionsEnclose(t *testing.T) {
	a := interval.Arithmetic{}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		x, u := draw(r)
		for name, c := range map[string]struct {
			got    number
			inside float64
		}{
			"Sqrt": {a.Sqrt(x), math.Sqrt(u)}, "Exp": {a.Exp(x), num.ExpF64(u)}, "Expm1": {a.Expm1(x), num.Expm1F64(u)}, "Log": {a.Log(x), num.LogF64(u)},
			"Log1p": {a.Log1p(x), num.Log1pF64(u)}, "Tanh": {a.Tanh(x), num.TanhF64(u)}, "Sigmoid": {a.Sigmoid(x), num.SigmoidF64(u)},
			"Erf": {a.Erf(x), num.ErfF64(u)}, "Rsqrt": {a.Rsqrt(x), num.RsqrtF64(u)},
		} {
			if !a.IsNaN(c.got) && !c.got.Contains(c.inside) {
				t.Fatalf("%s of %v in %v: %v is outside of %v", name, u, x, c.inside, c.got)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	a := interval.Arithmetic{}
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want number
	}{
		{"a divisor that may be zero", a.Div(interval.Of(1), number{Low: -1, High: 1}), number{Low: -inf, High: inf}},
		{"zero times everything", a.Mul(interval.Of(0), number{Low: -inf, High: inf}), number{Low: -math.SmallestNonzeroFloat64, High: math.SmallestNonzeroFloat64}},
		{"tanh of everything", a.Tanh(number{Low: -inf, High: inf}), number{Low: -1, High: 1}},
		{"the root of zero", a.Sqrt(interval.Of(0)), number{Low: 0, High: math.SmallestNonzeroFloat64}},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := a.Canonical(a.Log(number{Low: -1, High: 1})); !a.IsNaN(got) {
		t.Errorf("the logarithm of a negative number is %v", got)
	}
}

// A network over intervals encloses what it gives over every other element, up to what those round, and is refused where an interval lacks a function.
func TestNetwork(t *testing.T) {
	var y, sine dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		x := t.Leaf(nn.Uniform(7, 1), 8, 30)
		y = x.MatMul(t.Leaf(nn.Uniform(8, 1), 30, 5)).Tanh().LogSoftmax(1).Sum()
		sine = y.Sin().Named("sine")
	})
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(net, interval.Arithmetic{})
	run, err := m.RunEntry(dsl.Roots(y), nil)
	if err != nil {
		t.Fatal(err)
	}
	bounds, err := run.Of(y)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := interp.New(net, num.F64{}).RunEntry(dsl.Roots(y), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exact.Of(y)
	if err != nil {
		t.Fatal(err)
	}
	if width := bounds[0].High - bounds[0].Low; !bounds[0].Contains(want[0]) || width > 1e-11 || width == 0 {
		t.Errorf("%v is not within %v", want[0], bounds[0])
	}
	_, err = m.RunEntry(dsl.Roots(sine), nil)
	if want := "RunEntry: sine needs Sin, which the element interval does not have"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
