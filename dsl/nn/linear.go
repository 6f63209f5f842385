package nn

import "github.com/topos-go/topos/dsl"

// Linear is a dense layer: x·weight + bias.
type Linear struct {
	Path   string
	Weight dsl.Value // [in, out]
	Bias   dsl.Value // [out]
}

// NewLinear records the layer's parameters as path.weight and path.bias.
func NewLinear(t *dsl.Tape, path string, in, out int, init dsl.Initial) Linear {
	return Linear{path, t.Parameter(path+".weight", init, in, out), t.Parameter(path+".bias", init, out)}
}

// Apply records the layer on x [batch, in]: MatMul, BroadcastAlong, Add.
func (l Linear) Apply(x dsl.Value) dsl.Value {
	if t := x.Tape(); t != nil {
		defer t.Scope(l.Path)()
	}
	product := x.MatMul(l.Weight)
	if product.Index() < 0 {
		return product
	}
	return product.Add(l.Bias.BroadcastAlong(0, product.Shape()[0]))
}

// Parameters lists weight and bias.
func (l Linear) Parameters() []dsl.Value { return []dsl.Value{l.Weight, l.Bias} }
