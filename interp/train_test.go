package interp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/weights"
)

// Training by a recorded optimiser and training by hand take the same steps.
func TestRecordedStepIsStepByHand(t *testing.T) {
	const rate = 0.25
	var x, y, rates, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		perceptron := nn.MLP(t, "net", []int{5, 7, 3}, nn.ReLU, nn.Kaiming(3))
		x, y, rates = t.Input("x", 9, 5), t.Labels("y", 9, 3), t.Scalar("rate")
		loss = nn.CrossEntropy(perceptron.Apply(x), y).Named("loss")
		gradients := t.Differentiate(loss, perceptron.Parameters()...)
		t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: rates}, gradients))
	})
	m := interp.New(net, num.F32{})
	recorded, byHand := m.Parameters(), m.Parameters()
	r := rand.New(rand.NewPCG(1, 2))
	pixels, classes := make([]float32, 9*5), make([]int32, 9)
	for i := range pixels {
		pixels[i] = r.Float32()
	}
	for i := range classes {
		classes[i] = r.Int32N(3)
	}
	losses := make([]float32, 20)
	for i := range losses {
		run, err := m.RunEntry(net.Entries()[0], recorded, interp.Feeds[float32]{x: pixels, rates: {rate}}, interp.Labels{y: classes})
		if err != nil {
			t.Fatal(err)
		}
		l, err := run.Of(loss)
		if err != nil {
			t.Fatal(err)
		}
		losses[i] = l[0]
		whole, err := m.Run(byHand, interp.Feeds[float32]{x: pixels}, interp.Labels{y: classes})
		if err != nil {
			t.Fatal(err)
		}
		if byHand, err = byHand.Step(whole.Backward(loss), func(w, g float32) float32 { return w - float32(g*rate) }); err != nil {
			t.Fatal(err)
		}
		if weights.Digest(recorded) != weights.Digest(byHand) {
			t.Fatalf("the tables differ after step %d", i+1)
		}
	}
	if first, last := losses[0], losses[len(losses)-1]; last >= first {
		t.Errorf("the loss went from %v to %v", first, last)
	}
}
