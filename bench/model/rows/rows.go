// Package rows records functions of the rows of a 1024 by 1024 matrix, alone and with their gradients.
package rows

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
)

//go:generate go tool toposgen -o ../../generated/rows

const n = 1024

// Record is the recording.
func Record(t *dsl.Tape) {
	x, g := t.Input("x", n, n), t.Input("g", n, n)
	scale, shift := t.Parameter("scale", dsl.Const(1), n), t.Parameter("shift", dsl.Const(0), n)

	t.Export("SumRows", dsl.Roots(x.SumAlong(1).Named("sums")))
	both(t, "Softmax", x.Softmax(1), g, x)
	t.Export("FastSoftmax", dsl.Roots(x.Softmax(1).Named("yFastSoftmax")).Fast())
	both(t, "LayerNorm", normalised(x, scale, shift), g, x, scale, shift)
	both(t, "Gelu", x.Gelu(), g, x)
}

// both exports a function alone, and with its gradients for the output gradient g.
func both(t *dsl.Tape, name string, y, g dsl.Value, wrt ...dsl.Value) {
	y.Named("y" + name)
	t.Export(name, dsl.Roots(y))
	roots := []dsl.Value{y}
	for i, d := range t.Vjp(y, g, wrt...).Gradients() {
		roots = append(roots, d.Named(fmt.Sprint("d", i, name)))
	}
	t.Export(name+"Grad", dsl.Roots(roots...))
}

// normalised gives every row mean 0 and variance 1, then scales and shifts its columns (Ba, Kiros and Hinton, 2016).
func normalised(x, scale, shift dsl.Value) dsl.Value {
	centred := x.Sub(x.MeanAlong(1).BroadcastAlong(1, n))
	variance := centred.Mul(centred).MeanAlong(1)
	root := variance.Add(variance.Like(1e-5)).Rsqrt()
	return centred.Mul(root.BroadcastAlong(1, n)).Mul(scale.BroadcastAlong(0, n)).Add(shift.BroadcastAlong(0, n))
}
