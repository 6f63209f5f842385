package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/generated/digits"
	"github.com/topos-go/topos/bench/generated/makemore"
	"github.com/topos-go/topos/bench/generated/moons"
	"github.com/topos-go/topos/bench/generated/transformer"
	"github.com/topos-go/topos/generated/mnist"
)

// BenchmarkStep measures training steps on one batch: forward, backward, update. Only products count as operations.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name  string
		mflop float64
		start func() func() error
	}{
		{"moons", 0.36, func() func() error {
			p, e := moons.InitParams(), moons.NewTrain()
			in := moons.TrainIn{X: uniform[float32](1, 200*2), Y: signs(200), Rate: 0.01}
			return func() error { _, err := e.Run(p, in); return err }
		}},
		{"makemore", 2.2, func() func() error {
			p, e := makemore.InitParams(), makemore.NewTrain()
			in := makemore.TrainIn{X: classes(32*3, 27), Y: classes(32, 27), Rate: 0.01}
			return func() error { _, err := e.Run(p, in); return err }
		}},
		{"mnist", 64.5, func() func() error {
			p, e := mnist.InitParams(), mnist.NewTrain()
			in := mnist.TrainIn{X: uniform[float32](1, 64*784), Y: classes(64, 10), Rate: 0.01}
			return func() error { _, err := e.Run(p, in); return err }
		}},
		{"mnist-adam", 64.5, func() func() error {
			p, s, e := digits.InitParams(), digits.InitState(), digits.NewTrain()
			in := digits.TrainIn{X: uniform[float32](1, 64*784), Y: classes(64, 10), Rate: 0.001}
			return func() error { _, err := e.Run(p, s, in); return err }
		}},
		{"transformer", 1330, func() func() error {
			p, e := transformer.InitParams(), transformer.NewTrain()
			in := transformer.TrainIn{X: classes(32*32, 65), Y: classes(32*32, 65), Rate: 0.01}
			return func() error { _, err := e.Run(p, in); return err }
		}},
		{"transformer-adamw", 1330, func() func() error {
			p, s, e := transformer.InitParams(), transformer.InitState(), transformer.NewTrainAdamW()
			in := transformer.TrainAdamWIn{X: classes(32*32, 65), Y: classes(32*32, 65), Rate: 0.001}
			return func() error { _, err := e.Run(p, s, in); return err }
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			flops(b, loop(b, c.start()), c.mflop*1e6, peak32)
		})
	}
}

// signs alternates between 1 and -1.
func signs(n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(1 - i%2*2)
	}
	return list
}
