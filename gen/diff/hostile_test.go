package diff_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/diff"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile compares nothing with something.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x", 2).Tanh().Named("y"))) })
	if err != nil {
		t.Fatal(err)
	}
	p := plan.New(net, net.Entries()[0])
	hostile.Test(t, hostile.Table{
		Functions: []any{diff.Text},
		Values:    []any{diff.Side{}, diff.Side{Net: net}, diff.Side{Net: net, Plan: p}, diff.Side{Plan: p}, diff.Side{Net: &dsl.Network{}, Plan: &plan.Plan{}}},
	})
}
