package nn_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile calls the whole API with arguments that no recording passes.
func TestHostile(t *testing.T) {
	open := &dsl.Tape{}
	x, labels, w := open.Input("x", 2, 3), open.Labels("y", 2, 3), open.Parameter("w", dsl.Const(0))
	hostile.Test(t, hostile.Table{
		Functions: []any{nn.ReLU, nn.Tanh, nn.Sigmoid, nn.CrossEntropy, nn.Uniform, nn.Normal, nn.Xavier, nn.Kaiming, nn.NewLinear, nn.MLP},
		Values: []any{
			nn.SGD{}, nn.SGD{Rate: x}, nn.Adam{}, nn.Adam{Rate: w}, nn.Linear{}, nn.NewLinear(open, "l", 3, 2, dsl.Const(0)), nn.Perceptron{},
			nn.Perceptron{Layers: make([]nn.Linear, 2)}, nn.MLP(open, "m", []int{3, 2, 1}, nn.Tanh, dsl.Const(0)), nn.Kaiming(1), nn.Activation(nn.ReLU),
			open, &dsl.Tape{}, x, labels, w, dsl.Roots(), dsl.Roots(x), open.Differentiate(w.Mul(w), w), open.Vjp(x, x, x), dsl.Const(1),
		},
	})
}
