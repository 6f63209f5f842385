package model

import "github.com/topos-go/topos/dsl"

// Record multiplies what does not fit.
func Record(t *dsl.Tape) {
	images := t.Input("images", 64, 784).Axes("batch", "pixel")
	weights := t.Parameter("weights", dsl.Const(0), 256, 784)
	hidden := layer(images.Reshape(64, 784), weights)
	t.Export("Hidden", dsl.Roots(hidden.Named("hidden")))
}

func layer(x, w dsl.Value) dsl.Value {
	return x.MatMul(w).Tanh()
}
