package interp_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// both differentiates by recording and by computing, and wants one list of both.
func both(t *testing.T, name string, recording func(t *dsl.Tape) (loss, wrt dsl.Value), want ...float64) {
	t.Helper()
	var loss, wrt, recorded dsl.Value
	net := record(t, func(t *dsl.Tape) {
		loss, wrt = recording(t)
		recorded = t.Differentiate(loss, wrt).Of(wrt)
	})
	m := interp.New(net, num.F64{})
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Of(recorded)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, name+", recorded", got, want)
	if got, err = run.Backward(loss).Of(wrt); err != nil {
		t.Fatal(err)
	}
	bits(t, name+", computed", got, want)
}

// slope records the gradient of a loss, to be differentiated again.
func slope(t *dsl.Tape, loss, wrt dsl.Value) dsl.Value {
	return t.Differentiate(loss, wrt).Of(wrt)
}

// What a loss does not depend on stays out of its gradient, however singular it is.
func TestSingularPartsStayOut(t *testing.T) {
	both(t, "a part that the loss does not use", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(0, 4), 2)
		x.Ln().Div(x)
		return x.Mul(x).Sum(), x
	}, 0, 8)
	both(t, "an operand that is data", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(0, 4), 2)
		return x.Rsqrt().Step(x.Ln()).Mul(x).Sum(), x
	}, 1, 0)
	both(t, "an operand that only compares", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(0, 4), 2)
		return x.Ln().Less(x.Like(0)).Where(x.Mul(x), x).Sum(), x
	}, 0, 1)
	both(t, "a value that the loss does not depend on", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(0, 4), 2)
		return x.Sum(), t.Parameter("y", dsl.Const(3))
	}, 0)
	// Where holds back a value that was not chosen, but not what the other branch's derivative makes of it: 0 times infinity.
	both(t, "a branch that was not chosen", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(0, 4), 2)
		return x.Like(0).Less(x).Where(x.Sqrt(), x).Sum(), x
	}, math.NaN(), 0.25)
}

// Contributions are added from the last recorded consumer to the first, its operands from left to right: ((0 + 1) + 2^60) - 2^60, where any other order
// gives 1.
func TestFanOutOrder(t *testing.T) {
	both(t, "fan-out", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Const(1))
		a := x.Mul(x.Like(-0x1p60))
		b := x.Mul(x.Like(0x1p60))
		c := x.Mul(x.Like(1))
		return a.Add(b).Add(c), x
	}, 0)
}

func TestSecondDerivatives(t *testing.T) {
	both(t, "relu", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(-1, 0, 2), 3)
		return slope(t, x.Relu().Sum(), x).Sum(), x
	}, 0, 0, 0)
	both(t, "cubic", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(-1.5, 2), 2)
		return slope(t, x.Mul(x).Mul(x).Sum(), x).Sum(), x
	}, -9, 12)

	var hessian dsl.Value
	net := record(t, func(t *dsl.Tape) {
		x := t.Parameter("x", dsl.Const(0.7))
		hessian = slope(t, slope(t, x.Tanh(), x), x)
	})
	m := interp.New(net, num.F64{})
	got := read(t, m, m.Parameters(), nil, hessian)[0]
	tanh := math.Tanh(0.7)
	if want := -2 * tanh * (1 - tanh*tanh); math.Abs(got-want) > 1e-15 || math.Trunc(got*1e5) != -76723 {
		t.Errorf("the second derivative of tanh at 0.7 is %v, want %v", got, want)
	}
}

// A reshape between an activation and its consumer passes the gradient back in the operand's shape.
func TestReshapeAfterActivation(t *testing.T) {
	both(t, "reshape", func(t *dsl.Tape) (loss, wrt dsl.Value) {
		x := t.Parameter("x", dsl.Values(1, -2, 3, -4, 5, -6), 2, 3)
		weights := t.Leaf(dsl.Values(1, 2, 4, 8, 16, 32), 3, 2)
		return x.Relu().Reshape(3, 2).Mul(weights).Sum(), x
	}, 1, 0, 4, 0, 16, 0)
}
