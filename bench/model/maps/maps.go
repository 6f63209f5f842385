// Package maps records functions of two million numbers, one by one.
package maps

import "github.com/topos-go/topos/dsl"

//go:generate go tool toposgen -o ../../generated/maps

// Record is the recording.
func Record(t *dsl.Tape) {
	x := t.Input("x", 2<<20)
	t.Export("Exp", dsl.Roots(x.Exp().Named("y")))
	t.Export("Tanh", dsl.Roots(x.Tanh().Named("y")))
	t.Export("FastExp", dsl.Roots(x.Exp().Named("y")).Fast())
	t.Export("FastTanh", dsl.Roots(x.Tanh().Named("y")).Fast())
}
