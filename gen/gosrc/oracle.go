package gosrc

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/feed"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/weights"
)

// over asks the interpreter over one element.
type over[E, W any] struct{ a num.Arithmetic[E, W] }

// slots makes the recorded initial values.
func (o over[E, W]) slots(net *dsl.Network) interp.Slots { return interp.New(net, o.a).Parameters() }

// supports finds what an entry needs and the element lacks.
func (o over[E, W]) supports(net *dsl.Network, e *dsl.Entry) error {
	return interp.New(net, o.a).Supports(e)
}

// answer is the digest of what an entry computes of the inputs of SelfCheck and of slots that are stored in some element.
func (o over[E, W]) answer(net *dsl.Network, v *variant, inputs []int, stored interp.Slots) (string, error) {
	m := interp.New(net, o.a)
	p, err := m.Convert(stored)
	if err != nil {
		return "", err
	}
	numbers, wides, labels := interp.Feeds[E]{}, interp.Feeds[W]{}, interp.Labels{}
	for _, i := range inputs {
		n, input := net.Node(i), net.Value(i)
		switch {
		case n.Type.Kind == op.Selection:
			labels[input] = feed.Cycle(n.Type.Positions(), n.Type.Classes())
		case n.Type.Precision == op.Wide:
			wides[input] = drawn(o.a.Wide(), checkFill(i), n.Type.Shape.Volume())
		default:
			numbers[input] = drawn(o.a, checkFill(i), n.Type.Shape.Volume())
		}
	}
	run, err := m.RunEntry(v.entry, p, numbers, wides, labels)
	if err != nil {
		return "", err
	}
	var list weights.List
	add := func(i int, of func(dsl.Value) ([]E, error), wide func(dsl.Value) ([]W, error)) (err error) {
		n := net.Node(i)
		var payload any
		if n.Type.Precision == op.Wide {
			payload, err = wide(net.Value(i))
		} else {
			payload, err = of(net.Value(i))
		}
		list = append(list, weights.Of(n.Name, n.Type.Shape, payload))
		return err
	}
	for _, i := range v.entry.Readable() {
		if net.Node(i).Type.Kind == op.Number {
			if err := add(i, run.Of, run.Wide); err != nil {
				return "", err
			}
		}
	}
	for _, a := range v.entry.Assigns() {
		if err := add(a.Slot.Index(), p.Of, p.Wide); err != nil {
			return "", err
		}
	}
	return weights.Digest(list), nil
}

// drawn makes the numbers of a fill.
func drawn[E, W any](a num.Arithmetic[E, W], f initial.Fill, n int) []E {
	exact := make([]float64, n)
	f.Write(exact)
	list := make([]E, n)
	for i, x := range exact {
		list[i] = a.FromFloat64(x)
	}
	return list
}
