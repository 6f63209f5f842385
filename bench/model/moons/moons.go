// Package moons records the smallest workload of the benchmarks: two interleaved half circles told apart by a perceptron.
package moons

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go tool toposgen -o ../../generated/moons

// Record is the recording: a step of gradient descent on 200 points, and prediction in two buckets.
func Record(t *dsl.Tape) {
	net := nn.MLP(t, "net", []int{2, 16, 16, 1}, nn.Tanh, nn.Xavier(dsl.Seed(1)))

	x, y := t.Input("x", 200, 2), t.Input("y", 200, 1)
	loss := y.Neg().Mul(net.Apply(x)).Softplus().Mean().Named("loss")
	grad := t.Differentiate(loss, net.Parameters()...)
	t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, grad))

	for _, n := range []int{1, 200} {
		t.Export("Predict", dsl.Roots(net.Apply(t.Input("x", n, 2)).Named("score")).Bucket(n))
	}
}
