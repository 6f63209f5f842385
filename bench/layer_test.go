package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/generated/linear"
)

// BenchmarkLayer measures the product nt/1x768x3072 as an entry computes it, whose parameters hold a transposed copy of the second factor.
func BenchmarkLayer(b *testing.B) {
	b.Run("f32/nt/1x768x3072", func(b *testing.B) {
		p, e := linear.InitParams(), linear.NewLayer()
		copy(p.W, uniform[float32](2, len(p.W)))
		p.Refresh()
		in := linear.LayerIn{X: uniform[float32](1, 768)}
		each := loop(b, func() error { _, err := e.Run(p, in); return err })
		flops(b, each, 2*float64(len(p.W)), peak32)
		b.ReportMetric(4*float64(len(p.W))/each*1e-9, "GB/s")
	})
}
