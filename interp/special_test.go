package interp_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

func TestSpecialValues(t *testing.T) {
	inf, nan, minus0 := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	const tiny = 0x1p-600 // its square is below every float64
	type list = []float64
	type value = dsl.Value

	first := func(f func(value) value) func(a, b value) value { return func(a, _ value) value { return f(a) } }
	along := func(f func(value, int) value) func(a, b value) value {
		return func(a, _ value) value { return f(a, 0) }
	}
	dot := func(a, b value) value {
		return a.Reshape(1, a.Shape()[0]).MatMul(b.Reshape(b.Shape()[0], 1)).Reshape(1)
	}
	selected := func(a, b value) value { return b.TakeAlong(a.ArgMax(0), 0) } // b lists the indices
	holds := func(compare func(a, b value) value) func(a, b value) value {    // 1 where the mask holds, else -0
		return func(a, b value) value { return compare(a, b).Where(a.Like(1), a.Like(minus0)) }
	}
	sums := func(reverse bool) func(a, b value) value {
		return func(a, _ value) value { return a.CumSum(0, reverse) }
	}
	fold := func(size, step, extent int) func(a, b value) value {
		return func(a, _ value) value { return a.Reshape(a.Shape()[0]/size, size).Fold(0, size, step, 1, extent) }
	}
	last := func(n int, x float64) list { // zeros, but x at 511
		l := make(list, n)
		l[511] = x
		return l
	}

	for _, c := range []struct {
		name  string
		apply func(a, b value) value
		a, b  list
		want  list
	}{
		{"Maximum", value.Maximum, list{minus0, 0, nan, -inf, inf}, list{0, minus0, inf, nan, 1}, list{0, 0, nan, nan, inf}},
		{"Step", value.Step, list{0, minus0, inf, nan, 1, -1}, list{minus0, 0, inf, 1, nan, -0.5}, list{1, 1, 1, 0, 0, 0}},
		{"Add", value.Add, list{minus0, minus0, inf}, list{minus0, 0, -inf}, list{minus0, 0, nan}},
		{"Sub", value.Sub, list{0, minus0, inf}, list{0, 0, inf}, list{0, minus0, nan}},
		{"Mul", value.Mul, list{0, minus0, inf, -tiny}, list{-1, -1, 0, tiny}, list{minus0, 0, nan, minus0}},
		{"Div", value.Div, list{1, 0, inf, -1}, list{minus0, 0, inf, inf}, list{-inf, nan, nan, minus0}},
		{"Neg", first(value.Neg), list{0, minus0, inf, nan}, nil, list{minus0, 0, -inf, nan}},
		{"Sqrt", first(value.Sqrt), list{minus0, 0, inf, -1}, nil, list{minus0, 0, inf, nan}},
		{"Exp", first(value.Exp), list{minus0, -inf, inf, nan}, nil, list{1, 0, inf, nan}},
		{"Ln", first(value.Ln), list{minus0, 0, 1, inf, -1}, nil, list{-inf, -inf, 0, inf, nan}},
		{"Tanh", first(value.Tanh), list{minus0, -inf, inf, nan}, nil, list{minus0, -1, 1, nan}},
		{"Sigmoid", first(value.Sigmoid), list{minus0, -inf, inf, nan}, nil, list{0.5, 0, 1, nan}},

		{"Minimum", value.Minimum, list{minus0, 0, nan, -inf, inf}, list{0, minus0, -inf, nan, 1}, list{minus0, minus0, nan, nan, 1}},
		{"Expm1", first(value.Expm1), list{minus0, -inf, inf, nan}, nil, list{minus0, -1, inf, nan}},
		{"Log1p", first(value.Log1p), list{minus0, -1, inf, -2}, nil, list{minus0, -inf, inf, nan}},
		{"Sin", first(value.Sin), list{minus0, inf, nan}, nil, list{minus0, nan, nan}},
		{"Cos", first(value.Cos), list{minus0, -inf, nan}, nil, list{1, nan, nan}},
		{"Erf", first(value.Erf), list{minus0, -inf, inf, nan}, nil, list{minus0, -1, 1, nan}},
		{"ErfDerivative", first(value.ErfDerivative), list{-inf, inf, nan}, nil, list{0, 0, nan}},
		{"Rsqrt", first(value.Rsqrt), list{minus0, 0, inf, -1}, nil, list{-inf, inf, 0, nan}},
		{"Powf", value.Powf, list{nan, 1, 0, minus0, -8, -2, -2, inf, 2}, list{0, nan, -1, -3, 2, 0.5, -1, -2, inf}, list{1, 1, inf, -inf, 64, nan, -0.5, 0, inf}},

		{"Less", holds(value.Less), list{1, 1, minus0, -inf, nan, 1}, list{2, 1, 0, inf, 1, nan}, list{1, minus0, minus0, 1, minus0, minus0}},
		{"LessEqual", holds(value.LessEqual), list{1, 1, 0, inf, nan, 2}, list{2, 1, minus0, inf, nan, 1}, list{1, 1, 1, 1, minus0, minus0}},
		{"Equal", holds(value.Equal), list{1, 1, 0, inf, nan}, list{2, 1, minus0, inf, nan}, list{minus0, 1, 1, 1, minus0}},
		{"Where leaves no trace of the other", func(a, b value) value { return a.Less(a.Like(0)).Where(a, b) }, list{-1, 1, nan, -inf}, list{nan, minus0, inf, nan}, list{-1, minus0, inf, -inf}},
		{"Where as a mask of Softmax", func(a, b value) value { return a.Less(b).Where(a, a.Like(-inf)).Softmax(0) }, list{7, nan, inf}, list{8, 0, 0}, list{1, 0, 0}},

		{"CumSum begins with the element", sums(false), list{minus0, minus0, 0, inf, -inf}, nil, list{minus0, minus0, 0, inf, nan}},
		{"CumSum in order", sums(false), list{1, 0x1p60, -0x1p60, 1}, nil, list{1, 0x1p60, 0, 1}},
		{"CumSum from the end", sums(true), list{1, 0x1p60, -0x1p60, minus0}, nil, list{1, 0, -0x1p60, minus0}},
		{"Pad keeps -0", func(a, _ value) value { return a.Pad(0, 1, 3) }, list{minus0}, nil, list{0, minus0, 0}},
		{"Fold starts at +0", fold(1, 2, 3), list{minus0, 1}, nil, list{0, 0, 1}},
		{"Fold in order of the window's elements", fold(3, 1, 5), list{0, 0, -0x1p60, 0, 0x1p60, 0, 1, 0, 0}, nil, list{0, 0, 0, 0, 0}},

		{"Sum starts at +0", along(value.SumAlong), list{minus0}, nil, list{0}},
		{"Sum of infinities", along(value.SumAlong), list{inf, 1, -inf}, nil, list{nan}},
		{"product starts at +0", dot, list{minus0}, list{1}, list{0}},
		{"product underflows to -0", dot, list{-tiny}, list{tiny}, list{minus0}},
		{"first chunk stays as it is", dot, last(512, -tiny), last(512, tiny), list{minus0}},
		{"second chunk is added", dot, last(513, -tiny), last(513, tiny), list{0}},
		{"product keeps 0·inf", dot, list{0, 1}, list{inf, 1}, list{nan}},

		{"MaxAlong of zeros", along(value.MaxAlong), list{minus0, 0, minus0}, nil, list{0}},
		{"MaxAlong of -inf", along(value.MaxAlong), list{-inf, -inf}, nil, list{-inf}},
		{"MaxAlong with NaN", along(value.MaxAlong), list{1, nan, inf}, nil, list{nan}},
		{"ArgMax of zeros", selected, list{minus0, 0, 0}, list{0, 1, 2}, list{1}},
		{"ArgMax of equals", selected, list{1, 3, 3}, list{0, 1, 2}, list{1}},
		{"ArgMax with NaN", selected, list{inf, nan, nan, 3}, list{0, 1, 2, 3}, list{1}},
		{"ArgMax begins with NaN", selected, list{nan, inf, nan}, list{0, 1, 2}, list{0}},
		{"ArgMax of -inf", selected, list{-inf, -inf}, list{0, 1}, list{0}},

		{"Softmax of one", along(value.Softmax), list{-7}, nil, list{1}},
		{"Softmax masked", along(value.Softmax), list{-inf, 0}, nil, list{0, 1}},
		{"Softmax all masked", along(value.Softmax), list{-inf, -inf}, nil, list{nan, nan}},
		{"Softmax of inf", along(value.Softmax), list{inf, 0}, nil, list{nan, 0}},
		{"Softmax with NaN", along(value.Softmax), list{nan, 0}, nil, list{nan, nan}},
		{"LogSoftmax of one", along(value.LogSoftmax), list{-7}, nil, list{0}},
		{"LogSoftmax masked", along(value.LogSoftmax), list{-inf, 0}, nil, list{-inf, 0}},
		{"LogSoftmax all masked", along(value.LogSoftmax), list{-inf, -inf}, nil, list{nan, nan}},
		{"LogSoftmax of inf", along(value.LogSoftmax), list{inf, 0}, nil, list{nan, -inf}},
		{"LogSumExp of -0", along(value.LogSumExp), list{minus0}, nil, list{0}},
		{"LogSumExp masked", along(value.LogSumExp), list{-inf, 3}, nil, list{3}},
		{"LogSumExp all masked", along(value.LogSumExp), list{-inf, -inf}, nil, list{-inf}},
		{"LogSumExp of inf", along(value.LogSumExp), list{inf, 0}, nil, list{inf}},
		{"LogSumExp with NaN", along(value.LogSumExp), list{nan, inf}, nil, list{nan}},

		{"PutAlong keeps -0", func(a, b value) value { return a.PutAlong(b.Reshape(1, 3).ArgMax(1), 1).Reshape(3) },
			list{minus0}, list{0, 1, 0}, list{0, minus0, 0}},
		{"Scatter starts at +0", func(a, b value) value { return a.Scatter(b.Reshape(1, 3).ArgMax(1)) },
			list{minus0}, list{0, 1, 0}, list{0, 0, 0}},
		{"Scatter in order of the rows", func(a, b value) value { return a.Scatter(b.Reshape(3, 1).ArgMax(1)) },
			list{1, 0x1p60, -0x1p60}, list{0, 0, 0}, list{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bits(t, "f64", apply(t, num.F64{}, c.apply, c.a, c.b), c.want)
			want := make([]float32, len(c.want))
			for i, x := range c.want {
				want[i] = float32(x)
			}
			bits(t, "f32", apply(t, num.F32{}, c.apply, squeeze(c.a), squeeze(c.b)), want)
		})
	}
}

// squeeze brings tiny values into the range of float32, where their square is still below every number.
func squeeze(list []float64) []float64 {
	if list == nil {
		return nil
	}
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = x
		if x != 0 && math.Abs(x) < 0x1p-500 {
			out[i] = math.Copysign(0x1p-100, x)
		}
	}
	return out
}

// apply computes a function of two vectors, the second of which may be missing.
func apply[E any](t *testing.T, a num.Arithmetic[E, E], f func(a, b dsl.Value) dsl.Value, x, y []float64) []E {
	t.Helper()
	var out dsl.Value
	net := record(t, func(t *dsl.Tape) {
		left := t.Parameter("a", dsl.Values(x...), len(x))
		var right dsl.Value
		if y != nil {
			right = t.Parameter("b", dsl.Values(y...), len(y))
		}
		out = f(left, right)
	})
	m := interp.New(net, a)
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	list, err := run.Of(out)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What leaves a run carries the canonical NaN, whatever the processor made.
func TestCanonicalNaN(t *testing.T) {
	inf := math.Inf(1)
	for _, x := range apply(t, num.F32{}, func(a, _ dsl.Value) dsl.Value { return a.Sub(a).Neg() }, []float64{inf, -inf, math.NaN()}, nil) {
		if math.Float32bits(x) != num.CanonicalNaN32 {
			t.Errorf("f32: %#x", math.Float32bits(x))
		}
	}
	// A state and a gradient leave a run too: the state takes inf - inf, the gradient of w·(inf - inf) by w is that NaN.
	var w, state, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w, state = t.Parameter("w", dsl.Const(1)), t.State("state", dsl.Const(inf))
		nan := state.Sub(state)
		loss = w.Mul(nan).Named("loss")
		t.Export("Next", dsl.Roots(loss).Assign(state, nan))
	})
	m := interp.New(net, num.F64{})
	p := m.Parameters()
	run, err := m.Run(p)
	if err != nil {
		t.Fatal(err)
	}
	gradient, err := run.Backward(loss).Of(w)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.RunEntry(net.Entries()[0], p); err != nil {
		t.Fatal(err)
	}
	assigned, err := p.Of(state)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{gradient[0], assigned[0]} {
		if math.Float64bits(x) != num.CanonicalNaN64 {
			t.Errorf("f64: %#x", math.Float64bits(x))
		}
	}
}
