package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/generated/rows"
)

// BenchmarkRow measures functions of the rows of a matrix. Those that end in -grad compute the value and the gradients for a given output gradient.
func BenchmarkRow(b *testing.B) {
	const n = 1024 * 1024
	x, g, p := uniform[float32](1, n), uniform[float32](2, n), rows.InitParams()
	for i := range x {
		x[i] *= 4
	}
	sum := rows.NewSumRows()
	softmax, softmaxGrad, fastSoftmax := rows.NewSoftmax(), rows.NewSoftmaxGrad(), rows.NewFastSoftmax()
	norm, normGrad := rows.NewLayerNorm(), rows.NewLayerNormGrad()
	gelu, geluGrad := rows.NewGelu(), rows.NewGeluGrad()
	for _, c := range []struct {
		name     string
		matrices float64 // read and written at least
		run      func() error
	}{
		{"f32/sum", 1, func() error { _, err := sum.Run(rows.SumRowsIn{X: x}); return err }},
		{"f32/softmax", 2, func() error { _, err := softmax.Run(rows.SoftmaxIn{X: x}); return err }},
		{"f32-fast/softmax", 2, func() error { _, err := fastSoftmax.Run(rows.FastSoftmaxIn{X: x}); return err }},
		{"f32/softmax-grad", 4, func() error { _, err := softmaxGrad.Run(rows.SoftmaxGradIn{X: x, G: g}); return err }},
		{"f32/layernorm", 2, func() error { _, err := norm.Run(p, rows.LayerNormIn{X: x}); return err }},
		{"f32/layernorm-grad", 4, func() error { _, err := normGrad.Run(p, rows.LayerNormGradIn{X: x, G: g}); return err }},
		{"f32/gelu-erf", 2, func() error { _, err := gelu.Run(rows.GeluIn{X: x}); return err }},
		{"f32/gelu-erf-grad", 4, func() error { _, err := geluGrad.Run(rows.GeluGradIn{X: x, G: g}); return err }},
	} {
		b.Run(c.name+"/1024x1024", func(b *testing.B) {
			traffic(b, loop(b, c.run), n, c.matrices*4*n)
		})
	}
}
