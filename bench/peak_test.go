package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/ceiling"
)

// BenchmarkPeak measures the ceilings themselves.
func BenchmarkPeak(b *testing.B) {
	for _, c := range []struct {
		name string
		unit string
		work func() float64
	}{
		{"f32/fma", "GFLOP/s", func() float64 { return ceiling.FMA32(20_000) }},
		{"f64/fma", "GFLOP/s", func() float64 { return ceiling.FMA64(20_000) }},
		{"read/512K", "GB/s", reader(512 << 10)},
		{"read/8M", "GB/s", reader(8 << 20)},
		{"read/192M", "GB/s", reader(192 << 20)},
	} {
		b.Run(c.name, func(b *testing.B) {
			units := c.work()
			if units == 0 {
				b.Skip("no loop is written for this machine or build")
			}
			b.ReportMetric(units/loop(b, func() error { c.work(); return nil })*1e-9, c.unit)
		})
	}
}

// reader reads a list of so many bytes, which is made when it is first run.
func reader(bytes int) func() float64 {
	var list []float32
	return func() float64 {
		if list == nil {
			list = make([]float32, bytes/4)
			for i := range list {
				list[i] = 1 // a page that was never written to is read from one shared page of zeros
			}
		}
		return ceiling.Read(list)
	}
}
