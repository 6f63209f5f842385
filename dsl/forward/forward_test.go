package forward_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
)

func record(tb testing.TB, recording func(*dsl.Tape)) *dsl.Network {
	tb.Helper()
	net, err := dsl.Record(recording)
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

// recorded lists the ops that a call appended.
func recorded(net *dsl.Network, from int) string {
	var names []string
	for i := from; i < net.Len(); i++ {
		names = append(names, net.Node(i).Op.Name())
	}
	return strings.Join(names, " ")
}

// The slope of a small network along a direction, which the gradient and a difference confirm.
func TestSlopeOfNetwork(t *testing.T) {
	var loss, slope, product dsl.Value
	along := func(step float64) *dsl.Network {
		return record(t, func(t *dsl.Tape) {
			direction := []float64{0.25, -0.5, 1, 0.125, -0.25, 0.5}
			list := []float64{0.5, -0.25, 0.125, 0.75, -0.5, 0.25}
			for i, d := range direction {
				list[i] += step * d
			}
			weights := t.Parameter("weights", dsl.Values(list...), 3, 2)
			inputs := t.Leaf(dsl.Values(0.5, -1, 0.25, -0.75, 0.5, 1.25), 2, 3)
			scores := inputs.MatMul(weights).Tanh().LogSoftmax(1)
			loss = scores.Mul(scores).Sum()
			tangent := t.Leaf(dsl.Values(direction...), 3, 2)
			slope = forward.Jvp(t, []dsl.Value{loss}, []forward.Tangent{{Of: weights, Along: tangent}})[0]
			product = t.Differentiate(loss, weights).Of(weights).Mul(tangent).Sum()
		})
	}
	above, below := read(along(1e-5), loss)[0], read(along(-1e-5), loss)[0]
	net := along(0)
	got, gradient, difference := read(net, slope)[0], read(net, product)[0], (above-below)/2e-5
	if got != 0.46248984638809265 || math.Abs(got-gradient) > 1e-15 || math.Abs(got-difference) > 1e-9 {
		t.Errorf("slope %v, gradient times direction %v, difference %v", got, gradient, difference)
	}
}

// Where every product is exact, forward over reverse and reverse over reverse give the same bits.
func TestHessianVectorProducts(t *testing.T) {
	for name, c := range map[string]struct {
		loss func(x dsl.Value) dsl.Value
		want []float64
	}{
		"cubic":     {func(x dsl.Value) dsl.Value { return x.Mul(x).Mul(x).Sum() }, []float64{0.75, -1.5, -4.5}},
		"quartic":   {func(x dsl.Value) dsl.Value { y := x.Mul(x); return y.Mul(y).Sum() }, []float64{0.75, 0.75, -13.5}},
		"relu":      {func(x dsl.Value) dsl.Value { return x.Relu().Sum() }, []float64{0, 0, 0}},
		"quadratic": {func(x dsl.Value) dsl.Value { y := x.Reshape(1, 3); return y.MatMul(y.Transpose()).Sum() }, []float64{0.5, 2, -1}},
	} {
		var forwardOver, reverseOver dsl.Value
		net := record(t, func(t *dsl.Tape) {
			x := t.Parameter("x", dsl.Values(0.5, -0.25, 1.5), 3)
			direction := t.Leaf(dsl.Values(0.25, 1, -0.5), 3)
			loss := c.loss(x)
			forwardOver = forward.Hvp(t, loss, []forward.Tangent{{Of: x, Along: direction}})[0]
			reverseOver = t.Vjp(t.Differentiate(loss, x).Of(x), direction, x).Of(x)
		})
		if f, r := read(net, forwardOver), read(net, reverseOver); !slices.Equal(f, c.want) || !slices.Equal(r, c.want) {
			t.Errorf("%s: forward over reverse %v, reverse over reverse %v, want %v", name, f, r, c.want)
		}
	}
}

// A linear op moves by the op itself, another one by the transpose of its derivative rule; what does not move leaves no node.
func TestRecordedNodes(t *testing.T) {
	for name, c := range map[string]struct {
		output func(x, y dsl.Value) dsl.Value
		want   string
	}{
		"linear in both":            {func(x, y dsl.Value) dsl.Value { return x.Sub(y) }, "Sub"},
		"linear in one":             {func(x, y dsl.Value) dsl.Value { return x.Div(y.Exp().Like(2)) }, "Div"},
		"fixed term":                {func(x, y dsl.Value) dsl.Value { return x.Add(x.Like(1)) }, ""},
		"subtracted":                {func(x, y dsl.Value) dsl.Value { return x.Like(1).Sub(x) }, "Neg"},
		"product":                   {func(x, y dsl.Value) dsl.Value { return x.MatMul(y) }, "MatMul MatMul Add"},
		"function":                  {func(x, y dsl.Value) dsl.Value { return x.Exp() }, "Mul"},
		"chosen":                    {func(x, y dsl.Value) dsl.Value { return x.Less(y).Where(x, y) }, "Where"},
		"chosen from one":           {func(x, y dsl.Value) dsl.Value { return x.Less(y).Where(x, x.Like(0)) }, "Leaf Where"},
		"selected":                  {func(x, y dsl.Value) dsl.Value { return x.TakeAlong(y.ArgMax(1), 1) }, "TakeAlong"},
		"through data":              {func(x, y dsl.Value) dsl.Value { return x.Ln().Step(y).Mul(x.Neg()) }, "Neg Mul"},
		"nothing moves":             {func(x, y dsl.Value) dsl.Value { return x.Like(3).Exp() }, "Leaf"},
		"exponent stays":            {func(x, y dsl.Value) dsl.Value { return x.Powf(x.Like(2)) }, "Leaf Sub Powf Mul Mul"},
		"joined with what is fixed": {func(x, y dsl.Value) dsl.Value { return dsl.Concat(0, x, x.Like(1)) }, "Pad"},
	} {
		before := 0
		net := record(t, func(t *dsl.Tape) {
			x, y := t.Parameter("x", dsl.Const(2), 2, 2), t.Parameter("y", dsl.Const(3), 2, 2)
			tangent := t.Leaf(dsl.Const(1), 2, 2)
			output := c.output(x, y)
			before = output.Index() + 1
			forward.Jvp(t, []dsl.Value{output}, []forward.Tangent{{Of: x, Along: tangent}, {Of: y, Along: tangent}})
		})
		if got := recorded(net, before); got != c.want {
			t.Errorf("%s: recorded %q, want %q", name, got, c.want)
		}
	}
}

// Rows by reverse mode and columns by forward mode are one Jacobian; a scalar's is its gradient.
func TestJacobian(t *testing.T) {
	var tall, wide, scalar, gradient dsl.Value
	net := record(t, func(t *dsl.Tape) {
		x := t.Parameter("x", dsl.Values(1, 2, 3, 4, 5, 6), 2, 3)
		tall = forward.Jacobian(t, dsl.Concat(0, x.Mul(x), x), x)
		wide = forward.Jacobian(t, x.Mul(x).SumAlong(1), x)
		scalar = forward.Jacobian(t, x.Mul(x).Sum(), x)
		gradient = t.Differentiate(x.Mul(x).Sum(), x).Of(x)
	})
	if shape := fmt.Sprint(tall.Shape(), wide.Shape(), scalar.Shape()); shape != "[4, 3, 2, 3] [2, 2, 3] [2, 3]" {
		t.Errorf("shapes %s", shape)
	}
	for i, x := range read(net, tall) {
		row, column := i/6, i%6
		want := 0.0
		switch {
		case row == column:
			want = 2 * float64(column+1)
		case row == column+6:
			want = 1
		}
		if x != want {
			t.Errorf("element %d by %d is %v, want %v", row, column, x, want)
		}
	}
	if got := read(net, wide); !slices.Equal(got, []float64{2, 4, 6, 0, 0, 0, 0, 0, 0, 8, 10, 12}) {
		t.Errorf("rows: %v", got)
	}
	if got, want := read(net, scalar), read(net, gradient); !slices.Equal(got, want) {
		t.Errorf("a scalar: %v, want %v", got, want)
	}
}

// Misuse leaves one error on the tape and invalid values.
func TestErrors(t *testing.T) {
	var foreign dsl.Value
	record(t, func(t *dsl.Tape) { foreign = t.Leaf(dsl.Const(1), 2) })
	for name, c := range map[string]struct {
		call func(t *dsl.Tape, x dsl.Value)
		want string
	}{
		"foreign output":   {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{foreign}, nil) }, "Jvp: a value belongs to a different tape, or is the zero Value"},
		"zero tangent":     {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{x}, []forward.Tangent{{Of: x}}) }, "Jvp: a value belongs to a different tape, or is the zero Value"},
		"another shape":    {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{x}, []forward.Tangent{{x, x.Sum()}}) }, "Jvp: shapes differ: the value [2] and its tangent []"},
		"precision":        {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{x}, []forward.Tangent{{x, x.Widen()}}) }, "Jvp: the value and its tangent have different precisions"},
		"two tangents":     {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{x}, []forward.Tangent{{x, x}, {x, x}}) }, "Jvp: a value has two tangents"},
		"a selection":      {func(t *dsl.Tape, x dsl.Value) { forward.Jvp(t, []dsl.Value{x.ArgMax(0)}, nil) }, "Jvp: a value is a selection, not numbers"},
		"Hvp of a vector":  {func(t *dsl.Tape, x dsl.Value) { forward.Hvp(t, x, []forward.Tangent{{x, x}}) }, "Differentiate: the target x [2] is not a scalar"},
		"Jacobian by mask": {func(t *dsl.Tape, x dsl.Value) { forward.Jacobian(t, x, x.Less(x)) }, "Jacobian: a value is a mask, not numbers"},
		"no tape":          {func(t *dsl.Tape, x dsl.Value) { forward.Jacobian(nil, x, x) }, "Jacobian: the tape is nil"},
		"no tape to move":  {func(t *dsl.Tape, x dsl.Value) { forward.Hvp(nil, x.Sum(), []forward.Tangent{{x, x}}) }, "Jvp: the tape is nil"},
		"no tape at all": {func(t *dsl.Tape, x dsl.Value) {
			x.Add(forward.Jacobian(nil, dsl.Value{}, dsl.Value{}))
		}, "Jacobian: the tape is nil"},
		"after an error": {func(t *dsl.Tape, x dsl.Value) { forward.Jacobian(t, x.Reshape(3), x).Exp() }, "Reshape: volumes differ"},
	} {
		_, err := dsl.Record(func(t *dsl.Tape) { c.call(t, t.Parameter("x", dsl.Const(1), 2)) })
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "fix:") != 1 {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if v := forward.Jvp(nil, []dsl.Value{foreign}, nil)[0]; v.Index() >= 0 {
		t.Error("without a tape: a value")
	}
	zero := forward.Over(nil)
	if a := zero.Exp(zero.Pair(0, 0)); a != op.None || zero.Fill(1, 0) != op.None || zero.Type(0).Shape != nil {
		t.Error("over nothing: a value")
	}
	var none *forward.Dual
	if none.Tangent(3) != op.None || none.Value(3) != op.None {
		t.Error("without pairs: a value")
	}
}
