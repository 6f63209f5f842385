package dsl_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// TestReopen continues a sealed tape: the old network stays, its values name nodes of both.
func TestReopen(t *testing.T) {
	var w, loss dsl.Value
	first := recorded(t, func(t *dsl.Tape) {
		w = t.Parameter("w", dsl.Const(2))
		loss = w.Mul(w).Named("loss")
	})
	before := first.Text()
	second, err := dsl.Reopen(first, func(t *dsl.Tape) { t.Differentiate(loss, w) })
	if err != nil {
		t.Fatal(err)
	}
	if first.Text() != before || first.Len() != 2 {
		t.Error("the old network changed")
	}
	if !strings.HasPrefix(second.Text(), strings.TrimSuffix(before, "end\n")) || !second.Owns(w) || !first.Owns(w) || first.Owns(second.Value(2)) {
		t.Error("the new network must begin with the old one")
	}
	if _, err := dsl.Reopen(first, func(*dsl.Tape) {}); err == nil || !strings.Contains(err.Error(), "continued already") {
		t.Errorf("got %v", err)
	}
	if _, err := dsl.Reopen(second, func(*dsl.Tape) { w.Axes() }); err == nil || !strings.Contains(err.Error(), "the tape is sealed at w") {
		t.Errorf("got %v", err)
	}
}

// TestVjp starts from a seed of the target's shape, which is the target's cotangent itself.
func TestVjp(t *testing.T) {
	net := recorded(t, func(t *dsl.Tape) {
		x, seed := t.Input("x", 3), t.Input("seed", 3)
		t.Vjp(x.Tanh().Named("y"), seed, x)
	})
	golden(t, "vjp.txt", net.Describe())
	if _, err := dsl.ReadText("model.tape", strings.NewReader(net.Text())); err != nil {
		t.Error(err)
	}
	_, err := dsl.Record(func(t *dsl.Tape) { x := t.Input("x", 3); t.Vjp(x, t.Input("seed"), x) })
	if err == nil || !strings.Contains(err.Error(), "Vjp: shapes differ: target x [3] and seed seed []") {
		t.Errorf("got %v", err)
	}
}

// TestRules records through the tape's Rules what methods of Value record.
func TestRules(t *testing.T) {
	by := func(record func(t *dsl.Tape, x dsl.Value)) string {
		return recorded(t, func(t *dsl.Tape) { record(t, t.Input("x", 2, 3)) }).Text()
	}
	values := by(func(_ *dsl.Tape, x dsl.Value) { dsl.Concat(1, x, x.Tanh()).SumAlong(0) })
	refs := by(func(t *dsl.Tape, x dsl.Value) {
		r := t.Rules()
		r.SumAlong(r.Concat([]op.Ref{x.Ref(), r.Tanh(x.Ref())}, 1), 0)
	})
	if values != refs {
		t.Errorf("by values\n%sby refs\n%s", values, refs)
	}
}
