package model

import "github.com/topos-go/topos/dsl"

// Record fails in several lines, and twice in one.
func Record(t *dsl.Tape) {
	x := t.Input("x", 2, 3)
	y := t.Input("y", 3)
	x.Add(y)
	z, v := x.Sub(y), y.Sub(x)
	z.Add(v).Tanh()
	t.Parameter("w", dsl.Const(1), 2)
	t.Parameter("w", dsl.Const(1), 2)
}
