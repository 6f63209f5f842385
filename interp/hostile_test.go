package interp_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// TestHostile asks runs, fields and rules for what they do not have.
func TestHostile(t *testing.T) {
	var w, x, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w, x = t.Parameter("w", dsl.Const(1), 2), t.Input("x", 2)
		loss = w.Mul(x).Sum().Named("loss")
		t.Export("Run", dsl.Roots(loss))
	})
	var foreign dsl.Value
	other := record(t, func(t *dsl.Tape) { foreign = t.Input("x", 3); t.Export("Other", dsl.Roots(foreign)) })
	m := interp.New(net, num.F32{})
	feeds := interp.Feeds[float32]{x: {1, 2}}
	run, err := m.Run(m.Parameters(), feeds)
	if err != nil {
		t.Fatal(err)
	}
	none := interp.New(other, num.F32{})
	new := func(net *dsl.Network) *interp.Interpreter[float32, float32] { return interp.New(net, num.F32{}) }
	hostile.Test(t, hostile.Table{
		Functions: []any{new},
		Values: []any{
			m, none, m.Parameters(), none.Parameters(), run, run.Backward(loss), run.Backward(foreign), run.Field(), run.Rules(), feeds, interp.Feeds[float32]{foreign: {1}},
			interp.Feeds[float64]{x: {1}}, interp.Labels{x: {1, 2}}, interp.Labels{}, net, other, w, x, loss, foreign, dsl.Value{}, net.Entries()[0], other.Entries()[0], dsl.Roots(loss),
			op.Ref(1), op.Ref(-1), op.Ref(99),
		},
		Except: map[string]string{"New": "instantiated above"},
	})
}
