//go:build !purego

package kernel

import "testing"

// BenchmarkPeak measures multiply-adds on registers alone: the ceiling of the products on this machine.
func BenchmarkPeak(b *testing.B) {
	for _, c := range []struct {
		name string
		tier ISA
		run  func(steps int)
		flop int // of a step
	}{
		{"f32/fma/avx2", AVX2, peakF32AVX2, 12 * 2 * 8},
		{"f32/fma/avx512", AVX512, peakF32AVX512, 12 * 2 * 16},
		{"f64/fma/avx2", AVX2, peakF64AVX2, 12 * 2 * 4},
		{"f64/fma/avx512", AVX512, peakF64AVX512, 12 * 2 * 8},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.tier > detect() {
				b.Skipf("this machine lacks %v", c.tier)
			}
			const steps = 1000
			for b.Loop() {
				c.run(steps)
			}
			b.ReportMetric(float64(steps)*float64(c.flop)*float64(b.N)/b.Elapsed().Seconds()*1e-9, "GFLOP/s")
		})
	}
}
