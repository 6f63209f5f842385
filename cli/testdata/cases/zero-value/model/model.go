package model

import "github.com/topos-go/topos/dsl"

// Record uses a value that it never recorded.
func Record(t *dsl.Tape) {
	var forgotten dsl.Value
	t.Export("Sum", dsl.Roots(t.Input("x", 2).Mul(forgotten).Sum()))
}
