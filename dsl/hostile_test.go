package dsl_test

import (
	"math"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/initial"
)

// TestHostile calls the whole API with arguments that no recording passes.
func TestHostile(t *testing.T) {
	var foreign, sealed dsl.Value
	net := recorded(t, func(t *dsl.Tape) {
		foreign = t.Input("foreign", 2)
		t.Export("Run", dsl.Roots(foreign))
	})
	sealed = net.Value(0)
	open := &dsl.Tape{}
	x, y := open.Input("x", 2, 3), open.Input("y", 3)
	w := open.Parameter("w", dsl.Const(1))
	g := open.Differentiate(w.Mul(w), w)
	failed := (&dsl.Tape{}).Input("no name")
	entry := dsl.Roots(x, x.Less(x)).Observe(y.Tanh()).Assign(w, x).Assign(x, dsl.Value{}).Bucket(2)
	hostile.Test(t, hostile.Table{
		Rounds:    60,
		Functions: []any{dsl.Record, dsl.Reopen, dsl.ReadText, dsl.Roots, dsl.Values, dsl.NewStream, dsl.Concat, dsl.Stack},
		Values: []any{
			(*dsl.Tape)(nil), &dsl.Tape{}, open, foreign.Tape(),
			dsl.Value{}, foreign, sealed, failed, net.Value(99), x, y, w, w.Mul(w), x.Less(x), open.Labels("l", 2, 4), y.Widen(),
			&dsl.Entry{}, dsl.Roots(), dsl.Roots(x), dsl.Roots(foreign, failed), entry, net.Entries()[0],
			&dsl.Network{}, net, dsl.Adjoints{}, g, open.Vjp(x, y), (*dsl.Tape)(nil).Differentiate(x),
			&dsl.Error{}, &dsl.Stream{}, dsl.Const(math.NaN()), dsl.Values(), dsl.Values(1, math.Inf(-1)), filling{Kind: 77},
			filling{Kind: initial.Normal, Scale: math.NaN()}, nn.Kaiming(1), nn.SGD{}, nn.SGD{Rate: w}, nn.Adam{Rate: foreign},
			strings.NewReader("tape 1\nnode"),
		},
	})
}
