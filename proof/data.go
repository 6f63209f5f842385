package proof

import (
	"github.com/topos-go/topos/dsl"
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
	wides  interp.Feeds[W]
	labels interp.Labels
	values map[int][]float64 // of all sources that are not recorded, by node
}

// newData draws the data of a round.
func newData[E, W any](p *Program, a num.Arithmetic[E, W], r draw.Round) (*data[E, W], error) {
	m := interp.New(p.Net, a)
	x := &data[E, W]{m: m, slots: m.Parameters(), feeds: interp.Feeds[E]{}, wides: interp.Feeds[W]{}, labels: interp.Labels{}, values: map[int][]float64{}}
	for i := range p.Net.Len() {
		n, v := p.Net.Node(i), p.Net.Value(i)
		d := draw.New(p.Seed, r, n.Name)
		switch n.Op.(type) {
		case op.Input:
			if n.Type.Precision == op.Wide {
				x.wides[v] = draw.Numbers(d, n.Type.Shape.Volume(), a.Wide())
				x.values[i] = floats(x.wides[v], a.Wide().Float64)
				continue
			}
			x.feeds[v] = draw.Numbers(d, n.Type.Shape.Volume(), a)
			x.values[i] = floats(x.feeds[v], a.Float64)
		case op.Labels:
			x.labels[v] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
			x.values[i] = floats(x.labels[v], func(label int32) float64 { return float64(label) })
		case op.Parameter, op.State:
			if n.Type.Precision == op.Wide {
				list, err := x.slots.Wide(v)
				if err != nil {
					return nil, err
				}
				copy(list, draw.Numbers(d, len(list), a.Wide()))
				x.values[i] = floats(list, a.Wide().Float64)
				continue
			}
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

// run computes all.
func (x *data[E, W]) run() (*interp.Run[E, W], error) {
	return x.m.Run(x.slots, x.feeds, x.wides, x.labels)
}

// exact lists the numbers of a value, of either precision.
func exact[E, W any](f *interp.Field[E, W], v dsl.Value, a num.Arithmetic[E, W]) ([]float64, error) {
	if v.Type().Precision == op.Wide {
		list, err := f.Wide(v)
		return floats(list, a.Wide().Float64), err
	}
	list, err := f.Of(v)
	return floats(list, a.Float64), err
}

func floats[T any](list []T, of func(T) float64) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}
