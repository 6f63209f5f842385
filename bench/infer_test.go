package bench

import (
	"fmt"
	"testing"

	"github.com/topos-go/topos/bench/generated/digits"
	"github.com/topos-go/topos/bench/generated/makemore"
	"github.com/topos-go/topos/bench/generated/moons"
	"github.com/topos-go/topos/bench/generated/transformer"
)

// BenchmarkInfer measures predictions on one example and on a batch.
func BenchmarkInfer(b *testing.B) {
	for _, n := range []int{1, 200} {
		p, x, score := moons.InitParams(), uniform[float32](1, n*2), make([]float32, n)
		predict(b, "moons", n, func() error { return moons.Predict(score, p, x) })
	}
	for _, n := range []int{1, 32} {
		p, x, logits := makemore.InitParams(), classes(n*3, 27), make([]float32, n*27)
		predict(b, "makemore", n, func() error { return makemore.Predict(logits, p, x) })
	}
	for _, n := range []int{1, 64} {
		p, x, logits := digits.InitParams(), uniform[float32](1, n*784), make([]float32, n*10)
		predict(b, "mnist", n, func() error { return digits.Predict(logits, p, x) })
	}
	p, one, batch := transformer.InitParams(), transformer.NewPredict1(), transformer.NewPredict32()
	x := classes(32*32, 65)
	predict(b, "transformer", 1, func() error { _, err := one.Run(p, transformer.Predict1In{X: x[:32]}); return err })
	predict(b, "transformer", 32, func() error { _, err := batch.Run(p, transformer.Predict32In{X: x}); return err })
}

func predict(b *testing.B, name string, n int, run func() error) {
	b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
		b.ReportMetric(float64(n)/loop(b, run), "examples/s")
	})
}
