package bench

import (
	"sync"
	"testing"

	"github.com/topos-go/topos/bench/ceiling"
	"github.com/topos-go/topos/runtime/initial"
)

// peak32 and peak64 are operations per second in multiply-adds on registers, 0 where the machine has no such loop.
var (
	peak32 = sync.OnceValue(func() float64 { return ceiling.Rate(func() float64 { return ceiling.FMA32(20_000) }) })
	peak64 = sync.OnceValue(func() float64 { return ceiling.Rate(func() float64 { return ceiling.FMA64(20_000) }) })
)

// flops reports the rate of operations, and its share of a peak.
func flops(b *testing.B, seconds, operations float64, peak func() float64) {
	rate := operations / seconds
	b.ReportMetric(rate*1e-9, "GFLOP/s")
	if most := peak(); most > 0 {
		b.ReportMetric(100*rate/most, "%peak")
	}
}

// traffic reports the rate of elements computed, and of bytes that have to be read and written at least.
func traffic(b *testing.B, seconds, elements, bytes float64) {
	b.ReportMetric(elements/seconds*1e-9, "Gelem/s")
	b.ReportMetric(bytes/seconds*1e-9, "GB/s")
}

// uniform lists numbers from -1 to 1, others for every seed.
func uniform[E float32 | float64](seed uint64, n int) []E {
	return initial.Make[E](initial.Fill{Kind: initial.Uniform, Scale: 1, State: seed}, n)
}

// classes lists class indices.
func classes(n, of int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i * 7 % of)
	}
	return list
}
