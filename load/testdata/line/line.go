// Package line is a recording in another module than the one that loads it.
package line

import "github.com/topos-go/topos/dsl"

// Record is w times x.
func Record(t *dsl.Tape) {
	w, x := t.Parameter("w", dsl.Const(0)), t.Input("x")
	t.Export("Line", dsl.Roots(w.Mul(x).Named("y")))
}
