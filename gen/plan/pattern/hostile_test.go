package pattern_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/gen/plan/pattern"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile asks graphs for nodes that they do not have.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x", 2).Tanh().Sum().Named("y"))) })
	if err != nil {
		t.Fatal(err)
	}
	g := plan.New(net, net.Entries()[0]).Graph(loop.F32)
	hostile.Test(t, hostile.Table{
		Functions: []any{pattern.Bool, pattern.Buffer, pattern.Float, pattern.Int, pattern.Work, pattern.NewGraph, pattern.Blocked, pattern.Catalog},
		Values: []any{
			g, pattern.NewGraph(pattern.Schedule{}), pattern.Schedule{}, pattern.Arg{}, pattern.Buffer(-1), &pattern.Candidate{}, &pattern.Candidate{Root: 99, Interior: []int{-1, 2}},
			pattern.Match{}, pattern.ChainSum{}, []pattern.Pattern{pattern.ChainSum{}, nil},
		},
	})
}
