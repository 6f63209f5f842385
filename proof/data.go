package proof

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// data is what a program is run on in this process.
type data[E, W any] struct {
	m      *interp.Interpreter[E, W]
	slots  *interp.Field[E, W]
	feeds  interp.Feeds[E]
	labels interp.Labels
	values map[int][]float64 // of all sources that are not recorded, by node
}

// newData draws the data of a round.
func newData[E, W any](p *Program, a num.Arithmetic[E, W], r draw.Round) (*data[E, W], error) {
	m := interp.New(p.Net, a)
	x := &data[E, W]{m: m, slots: m.Parameters(), feeds: interp.Feeds[E]{}, labels: interp.Labels{}, values: map[int][]float64{}}
	for i := range p.Net.Len() {
		n, v := p.Net.Node(i), p.Net.Value(i)
		d := draw.New(p.Seed, r, n.Name)
		switch n.Op.(type) {
		case op.Input:
			x.feeds[v] = draw.Numbers(d, n.Type.Shape.Volume(), a)
			x.values[i] = floats(x.feeds[v], a.Float64)
		case op.Labels:
			x.labels[v] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
			x.values[i] = floats(x.labels[v], func(label int32) float64 { return float64(label) })
		case op.Parameter, op.State:
			list, err := x.slots.Of(v)
			if err != nil {
				return nil, err
			}
			copy(list, draw.Numbers(d, len(list), a))
			x.values[i] = floats(list, a.Float64)
		}
	}
	return x, nil
}

func floats[T any](list []T, of func(T) float64) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}
