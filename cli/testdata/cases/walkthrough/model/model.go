// Package model records the smallest network that shows every reading: a product, a tanh, a loss and its gradient.
package model

import "github.com/topos-go/topos/dsl"

// Record is the recording.
func Record(t *dsl.Tape) {
	weights := t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, 0.4), 2, 2)
	input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
	hidden := input.MatMul(weights).Tanh().Named("hidden")
	loss := hidden.Mul(hidden).Sum().Named("loss")
	gradient := t.Differentiate(loss, weights).Of(weights).Named("gradient")

	t.Export("Loss", dsl.Roots(loss))
	t.Export("Gradient", dsl.Roots(loss, gradient))
}
