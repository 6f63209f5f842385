// Package model records entries of every posture, sums that can be computed in blocks, and some that cannot.
package model

import "github.com/topos-go/topos/dsl"

// Record is the recording.
func Record(t *dsl.Tape) {
	weights := t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, 0.4), 2, 2)
	input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
	hidden := input.MatMul(weights).Tanh().Named("hidden")
	loss := hidden.Mul(hidden).Sum().Named("loss")
	t.Export("Loss", dsl.Roots(loss).Backward())
	t.Export("Quick", dsl.Roots(loss).Observe(hidden).Fast())

	x, y := t.Input("x", 9, 1000), t.Input("y", 1000)
	difference := x.Sub(y.BroadcastTo(9, 1000))
	square := difference.Mul(difference).Named("square")
	lines := square.SumAlong(1).Named("lines")
	whole := square.Neg().Exp().Sum().Named("whole")
	t.Export("Sums", dsl.Roots(lines, whole))
	t.Export("Lines", dsl.Roots(lines))
	steps := t.State("steps", dsl.Const(0))
	t.Export("Count", dsl.Roots(hidden).Assign(steps, steps.Add(t.Leaf(dsl.Const(1)))))
	t.Export("Observed", dsl.Roots(lines).Observe(square))
}
