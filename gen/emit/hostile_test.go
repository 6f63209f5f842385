package emit_test

import (
	"io"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile emits networks and plans that are not there.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x", 2).Tanh().Named("y"))) })
	if err != nil {
		t.Fatal(err)
	}
	p := plan.New(net, net.Entries()[0])
	code, err := plan.Lower(p, loop.F32)
	if err != nil {
		t.Fatal(err)
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{emit.Write, emit.NewDocument, emit.All, emit.NewPlan, emit.NewWhy},
		Values: []any{
			emit.Dot{}, emit.JSON{}, emit.Reading{}, emit.Reading{Net: net, Plan: p}, emit.Reading{Net: &dsl.Network{}, Plan: &plan.Plan{}}, net, &dsl.Network{}, p,
			&plan.Plan{}, code, &plan.Code{}, io.Discard,
		},
	})
}
