// Package old records a network before a change.
package old

import "github.com/topos-go/topos/dsl"

// Record is the recording.
func Record(t *dsl.Tape) {
	first := t.Parameter("first", dsl.Const(0.5), 4, 8)
	second := t.Parameter("second", dsl.Const(0.25), 8, 2)
	x := t.Input("x", 16, 4)
	hidden := x.MatMul(first).Tanh().Named("hidden")
	y := hidden.MatMul(second)
	loss := y.Mul(y).Sum().Named("loss")
	t.Export("Loss", dsl.Roots(loss))
	t.Export("Slope", dsl.Roots(t.Differentiate(loss, second).Of(second).Named("slope")))
}
