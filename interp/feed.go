package interp

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Feeder holds what one run feeds to inputs.
type Feeder interface {
	// Fed lists the inputs with their elements: a []E for numbers, a []int32 for labels.
	Fed() iter.Seq2[dsl.Value, any]
}

// Feeds feeds numbers, row-major.
type Feeds[E any] map[dsl.Value][]E

// Labels feeds class indices, one per position.
type Labels map[dsl.Value][]int32

// Fed implements Feeder.
func (f Feeds[E]) Fed() iter.Seq2[dsl.Value, any] { return untyped(maps.All(f)) }

// Fed implements Feeder.
func (l Labels) Fed() iter.Seq2[dsl.Value, any] { return untyped(maps.All(l)) }

func untyped[L any](lists iter.Seq2[dsl.Value, L]) iter.Seq2[dsl.Value, any] {
	return func(yield func(dsl.Value, any) bool) {
		lists(func(v dsl.Value, list L) bool { return yield(v, list) })
	}
}

// bind checks all that is fed and copies it, by node. Of several errors the one of the earliest node is returned.
func (m *Interpreter[E, W]) bind(call string, feeds []Feeder) (map[int]value, error) {
	lists := map[int]any{}
	for _, feeder := range feeds {
		if feeder == nil {
			return nil, fmt.Errorf("%s: a feeder is nil\n\tfix: leave it out", call)
		}
		for v, list := range feeder.Fed() {
			i, err := owned(m.net, call, v)
			if err != nil {
				return nil, err
			}
			if _, twice := lists[i]; twice {
				return nil, refuse(m.net, i, call, "feed it once", "%s was fed twice", m.net.Label(i))
			}
			lists[i] = list
		}
	}
	values := map[int]value{}
	for _, i := range slices.Sorted(maps.Keys(lists)) {
		v, err := m.check(call, i, lists[i])
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// check fits what was fed to its node.
func (m *Interpreter[E, W]) check(call string, i int, list any) (v value, err error) {
	n, name := m.net.Node(i), m.net.Label(i)
	v.Type = n.Type
	switch _, input := n.Op.(op.Input); {
	case input && isWide(n.Type):
		v.list, err = fit[W](m.net, call, i, m.a.Wide().Name(), list)
	case input:
		v.list, err = fit[E](m.net, call, i, m.a.Name(), list)
	case n.Type.Kind == op.Selection && op.IsSource(n.Op):
		v.list, err = fitLabels(m.net, call, i, list)
	default:
		err = refuse(m.net, i, call, "leave it out, or record an Input", "only inputs can be fed, but %s was recorded by %s", name, n.Op.Name())
	}
	return v, err
}

// fit checks what was fed to an input of numbers, and copies it.
func fit[E any](net *dsl.Network, call string, i int, element string, list any) ([]E, error) {
	name, shape := net.Label(i), net.Node(i).Type.Shape
	given, ok := list.([]E)
	if !ok {
		return nil, refuse(net, i, call, fmt.Sprintf("feed %s by interp.Feeds[%T]", name, *new(E)), "%s holds %s numbers, but was fed %T", name, element, list)
	}
	if want := shape.Volume(); len(given) != want {
		return nil, refuse(net, i, call, "feed every element, row-major", "%s %v was fed %d elements, want %d", name, shape, len(given), want)
	}
	return slices.Clone(given), nil
}

// fitLabels checks class indices, and copies them.
func fitLabels(net *dsl.Network, call string, i int, list any) ([]int32, error) {
	name, t := net.Label(i), net.Node(i).Type
	given, ok := list.([]int32)
	if !ok {
		return nil, refuse(net, i, call, "feed "+name+" by interp.Labels", "%s holds class indices, but was fed %T", name, list)
	}
	if want := t.Positions(); len(given) != want {
		return nil, refuse(net, i, call, "feed one class index per position", "%s %v was fed %d labels, want %d", name, t.Shape, len(given), want)
	}
	for k, class := range given {
		if last := t.Classes() - 1; class < 0 || int(class) > last {
			return nil, refuse(net, i, call, "feed class indices, counted from 0", "%s[%d] = %d, want 0..%d", name, k, class, last)
		}
	}
	return slices.Clone(given), nil
}
