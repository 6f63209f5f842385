package nn

import (
	"strconv"

	"github.com/topos-go/topos/dsl"
)

// Perceptron is a chain of dense layers with an activation after each but the last.
type Perceptron struct {
	Layers     []Linear
	Activation Activation
}

// MLP records the parameters of a multi-layer perceptron: sizes lists the widths from input to output, and layer i is path.i.
func MLP(t *dsl.Tape, path string, sizes []int, activation Activation, init dsl.Initial) Perceptron {
	p := Perceptron{Activation: activation}
	switch {
	case len(sizes) < 2:
		t.Refuse("MLP", "a perceptron needs at least two widths", "list the widths from input to output")
	case activation == nil:
		t.Refuse("MLP", "no activation was given", "pass one, such as nn.ReLU")
		p.Activation = ReLU
	}
	for i := range len(sizes) - 1 {
		p.Layers = append(p.Layers, NewLinear(t, path+"."+strconv.Itoa(i), sizes[i], sizes[i+1], init))
	}
	return p
}

// Apply records the chain on x [batch, in].
func (p Perceptron) Apply(x dsl.Value) dsl.Value {
	if p.Activation == nil && len(p.Layers) > 1 {
		return x.Tape().Refuse("Apply", "the perceptron has no activation", "make it with nn.MLP")
	}
	for i, layer := range p.Layers {
		x = layer.Apply(x)
		if i < len(p.Layers)-1 {
			x = p.Activation(x)
		}
	}
	return x
}

// Parameters lists all weights and biases, layer by layer.
func (p Perceptron) Parameters() []dsl.Value {
	var list []dsl.Value
	for _, layer := range p.Layers {
		list = append(list, layer.Parameters()...)
	}
	return list
}
