// Package new records it with a bias, another activation and a wider layer.
package new

import "github.com/topos-go/topos/dsl"

// Record is the recording.
func Record(t *dsl.Tape) {
	first := t.Parameter("first", dsl.Const(0.5), 4, 12)
	bias := t.Parameter("bias", dsl.Const(0), 12)
	second := t.Parameter("second", dsl.Const(0.25), 12, 2)
	x := t.Input("x", 16, 4)
	hidden := x.MatMul(first).Add(bias.BroadcastTo(16, 12)).Relu().Named("hidden")
	y := hidden.MatMul(second)
	loss := y.Mul(y).Sum().Named("loss")
	t.Export("Loss", dsl.Roots(loss).Observe(hidden))
}
