// Package digits records the perceptron of examples/mnist under Adam, and its prediction up to the logits.
package digits

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go tool toposgen -o ../../generated/digits

// Record is the recording: a step of Adam on 64 images, and prediction in two buckets.
func Record(t *dsl.Tape) {
	net := nn.MLP(t, "net", []int{784, 256, 128, 10}, nn.ReLU, nn.Kaiming(dsl.Seed(1)))

	loss := nn.CrossEntropy(net.Apply(t.Input("x", 64, 784)), t.Labels("y", 64, 10)).Named("loss")
	grad := t.Differentiate(loss, net.Parameters()...)
	t.Export("Train", dsl.Roots(loss).Update(nn.Adam{Rate: t.Scalar("rate")}, grad))

	for _, n := range []int{1, 64} {
		t.Export("Predict", dsl.Roots(net.Apply(t.Input("x", n, 784)).Named("logits")).Bucket(n))
	}
}
