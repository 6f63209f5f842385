// Package makemore records a model of names, letter by letter: three letters, embedded and joined, predict the fourth (Bengio et al., 2003).
package makemore

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go tool toposgen -o ../../generated/makemore

const letters, context, width = 27, 3, 10

// Record is the recording: a step of gradient descent on 32 contexts, and prediction in two buckets.
func Record(t *dsl.Tape) {
	table := t.Parameter("embedding", nn.Normal(dsl.Seed(1), 1), letters, width)
	net := nn.MLP(t, "net", []int{context * width, 200, letters}, nn.Tanh, nn.Xavier(dsl.Seed(2)))
	logits := func(n int) dsl.Value {
		return net.Apply(table.Gather(t.Labels("x", n, context, letters)).Reshape(n, context*width))
	}

	loss := nn.CrossEntropy(logits(32), t.Labels("y", 32, letters)).Named("loss")
	grad := t.Differentiate(loss, append(net.Parameters(), table)...)
	t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, grad))

	for _, n := range []int{1, 32} {
		t.Export("Predict", dsl.Roots(logits(n).Named("logits")).Bucket(n))
	}
}
