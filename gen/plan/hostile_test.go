package plan_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile plans what no tape exports.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x := t.Parameter("w", dsl.Const(1), 2), t.Input("x", 2)
		t.Export("Run", dsl.Roots(w.Mul(x).Sum().Named("loss")))
	})
	if err != nil {
		t.Fatal(err)
	}
	var foreign dsl.Value
	if _, err := dsl.Record(func(t *dsl.Tape) { foreign = t.Input("x", 3) }); err != nil {
		t.Fatal(err)
	}
	p := plan.New(net, net.Entries()[0])
	code, err := plan.Lower(p, loop.F32)
	if err != nil {
		t.Fatal(err)
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{plan.Flops, plan.Lower, plan.LowerTo, plan.Prefix, plan.New},
		Values:    []any{net, &dsl.Network{}, net.Entries()[0], dsl.Roots(), dsl.Roots(foreign), p, code, code.Steps[0], plan.Place(99), loop.F32, loop.Elem(99), plan.Number{}},
	})
}
