package loop_test

import (
	"errors"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile asks groups that no compiler makes.
func TestHostile(t *testing.T) {
	g := &loop.Group{
		Name: "g", Space: []int{2, 3},
		Reads:  []loop.Access{{Name: "in0", Strides: []int{3, 1}}},
		Body:   []loop.Instr{{Op: loop.Read}, {Op: loop.Exp, Args: []int{0}}},
		Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{3, 1}}, Value: 1}},
	}
	broken := func(edit func(g *loop.Group)) *loop.Group {
		c := *g
		c.Space, c.Reads, c.Body, c.Writes = append([]int(nil), g.Space...), append([]loop.Access(nil), g.Reads...), append([]loop.Instr(nil), g.Body...), append([]loop.Write(nil), g.Writes...)
		edit(&c)
		return &c
	}
	groups := []*loop.Group{
		g, g.Canonical(), {}, {Name: "empty", Space: []int{}},
		broken(func(g *loop.Group) { g.Space = []int{2} }),
		broken(func(g *loop.Group) { g.Space = []int{-1, 3} }),
		broken(func(g *loop.Group) { g.Reads[0].Strides = nil }),
		broken(func(g *loop.Group) { g.Reads = nil }),
		broken(func(g *loop.Group) { g.Body[0].Index = -1 }),
		broken(func(g *loop.Group) { g.Body[1].Args = []int{7} }),
		broken(func(g *loop.Group) { g.Body[1].Args = nil }),
		broken(func(g *loop.Group) { g.Body[1].Op = 99 }),
		broken(func(g *loop.Group) { g.Writes[0].Value = 9 }),
		broken(func(g *loop.Group) { g.Writes[0].Strides = nil }),
		broken(func(g *loop.Group) { g.Elem = 99 }),
	}
	values := []any{
		loop.F32, loop.Own, loop.Elem(99), loop.Add, loop.Op(99), loop.Kind(9), loop.Access{}, g.Reads[0], loop.Write{}, g.Writes[0],
		map[string][]float32{"in0": make([]float32, 6), "out0": make([]float32, 6)}, map[string][]float32{"in0": {1}},
		map[string]error{"g": errors.New("no")}, "in0", "out0", []int{2, 3},
	}
	for _, g := range groups {
		values = append(values, g)
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{loop.Eval[float32], loop.Kernels},
		Values:    append(values, groups, []*loop.Group{nil}),
		Rounds:    500,
	})
}
