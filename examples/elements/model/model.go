// Package model records a small loss for the elements of this example.
package model

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go run ../toposgen -elem f64 -o ../loss
//go:generate go run ../toposgen -elem dual -func Train -o ../slopes

// Record computes one loss in three elements. Package loss keeps the weights as float64; each entry reads them in its own element.
func Record(t *dsl.Tape) {
	_, loss := forward(t)
	t.Export("Loss", dsl.Roots(loss))
	t.Export("Within", dsl.Roots(loss).Element("interval"))
	t.Export("Slope", dsl.Roots(loss).Element("dual"))
}

// Train steps the weights. Package slopes keeps them as dual numbers: what has a slope before the step has one after it.
func Train(t *dsl.Tape) {
	weights, loss := forward(t)
	t.Export("Step", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, t.Differentiate(loss, weights)))
}

// forward is the loss of a layer without a target. The last weight is what float32 makes of 0.4.
func forward(t *dsl.Tape) (weights, loss dsl.Value) {
	weights = t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, float64(float32(0.4))), 2, 2)
	input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
	return weights, input.MatMul(weights).Tanh().Exp().Sum().Named("loss")
}
