// Package linear records one layer whose weight is stored out-by-in, as other systems store them.
package linear

import (
	"github.com/topos-go/topos/dsl"
)

//go:generate go tool toposgen -o ../../generated/linear

// Record is the recording.
func Record(t *dsl.Tape) {
	x := t.Input("x", 1, 768)
	w := t.Parameter("w", dsl.Const(0.05), 3072, 768)
	t.Export("Layer", dsl.Roots(x.MatMul(w.Transpose()).Named("y")))
}
