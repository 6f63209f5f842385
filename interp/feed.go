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
			return nil, refuse(nil, -1, call, "leave it out", "a feeder is nil")
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

// check fits what was fed to its node, and copies it.
func (m *Interpreter[E, W]) check(call string, i int, list any) (v value, err error) {
	n, name := m.net.Node(i), m.net.Label(i)
	v.Type = n.Type
	_, input := n.Op.(op.Input)
	_, labels := n.Op.(op.Labels)
	switch volume := n.Type.Shape.Volume(); {
	case input && isWide(n.Type):
		v.list, err = fit[W](m.net, call, i, list, m.a.Wide().Name()+" numbers", volume)
	case input:
		v.list, err = fit[E](m.net, call, i, list, m.a.Name()+" numbers", volume)
	case labels:
		v.list, err = fit[int32](m.net, call, i, list, "class indices", n.Type.Positions())
		for k, class := range of[int32](v) {
			if last := n.Type.Classes() - 1; class < 0 || int(class) > last {
				return v, refuse(m.net, i, call, "feed class indices, counted from 0", "%s[%d] = %d, want 0..%d", name, k, class, last)
			}
		}
	default:
		err = refuse(m.net, i, call, "leave it out, or record an Input", "only inputs can be fed, but %s was recorded by %s", name, n.Op.Name())
	}
	return v, err
}

// fit checks the type and the length of what was fed.
func fit[T any](net *dsl.Network, call string, i int, list any, holds string, want int) ([]T, error) {
	name, feeder := net.Label(i), fmt.Sprintf("Feeds[%T]", *new(T))
	if holds == "class indices" {
		feeder = "Labels"
	}
	given, ok := list.([]T)
	switch {
	case !ok:
		return nil, refuse(net, i, call, fmt.Sprintf("feed %s by interp.%s", name, feeder), "%s holds %s, but was fed %T", name, holds, list)
	case len(given) != want:
		return nil, refuse(net, i, call, fmt.Sprintf("feed all %d, row-major", want), "%s %v was fed %d elements, want %d", name, net.Node(i).Type.Shape, len(given), want)
	}
	return slices.Clone(given), nil
}
