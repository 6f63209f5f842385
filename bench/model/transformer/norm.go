package transformer

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// norm gives every row mean 0 and variance 1, then scales and shifts its columns (Ba, Kiros and Hinton, 2016).
type norm struct{ scale, shift dsl.Value }

func (m *model) norm(t *dsl.Tape, path string) norm {
	n := norm{t.Parameter(path+".scale", dsl.Const(1), width), t.Parameter(path+".shift", dsl.Const(0), width)}
	m.parameters = append(m.parameters, n.scale, n.shift)
	return n
}

func (n norm) apply(x dsl.Value) dsl.Value {
	rows := x.Shape()[0]
	centred := x.Sub(x.MeanAlong(1).BroadcastAlong(1, width))
	variance := centred.Mul(centred).MeanAlong(1)
	root := variance.Add(variance.Like(1e-5)).Rsqrt()
	return centred.Mul(root.BroadcastAlong(1, width)).Mul(n.scale.BroadcastAlong(0, rows)).Add(n.shift.BroadcastAlong(0, rows))
}

// normal draws matrices with deviation 0.02 and leaves vectors at zero (Radford et al., 2019).
type normal struct{ stream *dsl.Stream }

// Fill implements dsl.Initial.
func (n normal) Fill(shape tensor.Shape) (initial.Fill, error) {
	if shape.Rank() == 1 {
		return initial.Fill{}, nil
	}
	return n.stream.Normal(shape, 0.02)
}
