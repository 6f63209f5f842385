package model

import "github.com/topos-go/topos/dsl"

// Record does not compile.
func Record(t *dsl.Tape) {
	x := t.Input("x", 2)
	y := t.Input("y", 2)
	x.Plus(undefined)
}
