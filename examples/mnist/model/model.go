// Package model records a classifier of handwritten digits and how to train it.
package model

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go tool toposgen -o ../../../generated/mnist

// Record is the recording: a perceptron, its training step, and prediction in two buckets.
func Record(t *dsl.Tape) {
	net := nn.MLP(t, "net", []int{784, 256, 128, 10}, nn.ReLU, nn.Kaiming(dsl.Seed(1)))

	x := t.Input("x", 64, 784).Axes("batch", "pixel")
	y := t.Labels("y", 64, 10)
	loss := nn.CrossEntropy(net.Apply(x), y).Named("loss")
	grad := t.Differentiate(loss, net.Parameters()...)
	t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, grad))

	for _, n := range []int{1, 64} {
		x := t.Input("x", n, 784).Axes("batch", "pixel")
		t.Export("Predict", dsl.Roots(net.Apply(x).Softmax(1).Named("probs")).Bucket(n))
	}
}
