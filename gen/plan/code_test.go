package plan_test

import (
	"testing"

	"github.com/topos-go/topos/examples/mnist/model"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// TestCode pins what the compiler makes of the training step of a perceptron.
func TestCode(t *testing.T) {
	net := recorded(t, model.Record)
	for _, e := range net.Entries()[:2] {
		code, err := plan.Lower(plan.New(net, e), loop.F32)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "mnist-"+e.Name+".txt", code.Describe())
	}
}
