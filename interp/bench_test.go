package interp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// BenchmarkStep is one step of training a perceptron of 784, 256, 128 and 10 units on 64 rows: forward, backward, new parameters.
func BenchmarkStep(b *testing.B) {
	var x, y, loss dsl.Value
	net := record(b, func(t *dsl.Tape) {
		perceptron := nn.MLP(t, "net", []int{784, 256, 128, 10}, nn.ReLU, nn.Xavier(1))
		x, y = t.Input("x", 64, 784), t.Labels("y", 64, 10)
		loss = nn.CrossEntropy(perceptron.Apply(x), y)
	})
	m := interp.New(net, num.F32{})
	p := m.Parameters()
	r := rand.New(rand.NewPCG(1, 2))
	pixels, digits := make([]float32, 64*784), make([]int32, 64)
	for i := range pixels {
		pixels[i] = r.Float32()
	}
	for i := range digits {
		digits[i] = r.Int32N(10)
	}
	for b.Loop() {
		run, err := m.Run(p, interp.Feeds[float32]{x: pixels}, interp.Labels{y: digits})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Step(run.Backward(loss), func(w, g float32) float32 { return w - float32(0.1*g) }); err != nil {
			b.Fatal(err)
		}
	}
}

// record fails the test on a recording error.
func record(tb testing.TB, recording func(*dsl.Tape)) *dsl.Network {
	tb.Helper()
	net, err := dsl.Record(recording)
	if err != nil {
		tb.Fatal(err)
	}
	return net
}
