package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// TestMergedLoops pins which loops of a block of rows become one: the arguments of each, writes first, where several are in one buffer each.
func TestMergedLoops(t *testing.T) {
	const rows, width = 64, 512
	for _, c := range []struct {
		name   string
		record func(x, g, scale dsl.Value) []dsl.Value
		loops  []string // the loops over all elements, as many letters as they write and read
	}{
		{"what lies between two loops is not written", func(x, g, _ dsl.Value) []dsl.Value {
			centred := x.Sub(x.MaxAlong(1).BroadcastAlong(1, width))
			return []dsl.Value{centred.Mul(centred).SumAlong(1), centred.Mul(g).SumAlong(1)}
		}, []string{"ww rrr"}},
		{"a sum over rows joins what it adds", func(x, g, scale dsl.Value) []dsl.Value {
			y := x.Mul(x.SumAlong(1).BroadcastAlong(1, width))
			return []dsl.Value{y.Exp(), y.Mul(scale.BroadcastAlong(0, rows)).SumAlong(0)}
		}, []string{"ww rrr"}}, // the lanes are read where they are written
		{"a loop waits for the sum between them", func(x, g, _ dsl.Value) []dsl.Value {
			y := x.Mul(g)
			return []dsl.Value{y.Sub(y.SumAlong(1).BroadcastAlong(1, width))}
		}, []string{"w rr", "w rr"}},
		{"loops that share nothing stay apart", func(x, g, _ dsl.Value) []dsl.Value {
			return []dsl.Value{x.Exp(), x.SumAlong(1), g.Exp(), g.SumAlong(1)}
		}, []string{"w r", "w r"}},
	} {
		net := recorded(t, func(t *dsl.Tape) {
			x, g := t.Input("x", rows, width), t.Input("g", rows, width)
			roots := c.record(x, g, t.Parameter("scale", dsl.Const(1), width))
			for k := range roots {
				roots[k] = roots[k].Named(fmt.Sprint("root", k))
			}
			t.Export("Rows", dsl.Roots(roots...))
		})
		code, err := plan.Lower(plan.New(net, net.Entries()[0]), loop.F32)
		if err != nil {
			t.Fatal(err)
		}
		var loops []string
		for _, s := range code.Steps {
			for _, call := range s.Body {
				if call.Group != nil && len(call.Group.Space) > 1 {
					writes := len(call.Group.Writes)
					loops = append(loops, strings.Repeat("w", writes)+" "+strings.Repeat("r", len(call.Args)-writes))
				}
			}
		}
		if strings.Join(loops, ", ") != strings.Join(c.loops, ", ") {
			t.Errorf("%s: loops %q, want %q\n%s", c.name, loops, c.loops, code.Describe())
		}
	}
}
