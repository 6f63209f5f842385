package interp

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/weights"
)

// Parameters is the caller's table of a network's slots, parameters and states, in the order of their recording. Each slot's list belongs to one table.
type Parameters[E any] struct {
	net    *dsl.Network
	slots  []int
	values [][]E
}

// Parameters makes a table of the recorded initial values.
func (m *Interpreter[E, W]) Parameters() *Parameters[E] {
	p := &Parameters[E]{net: m.net, slots: m.net.Slots()}
	for _, i := range p.slots {
		n := m.net.Node(i)
		size := n.Type.Shape.Volume()
		switch o := n.Op.(type) {
		case op.Parameter:
			p.values = append(p.values, payload(m.a, o.Fill, size))
		case op.State:
			p.values = append(p.values, payload(m.a, o.Fill, size))
		}
	}
	return p
}

// slot is the position of a slot's node in the table.
func (p *Parameters[E]) slot(node int) int {
	at, _ := slices.BinarySearch(p.slots, node)
	return at
}

// Of is the slot's own list, row-major: writing to it changes the table.
func (p *Parameters[E]) Of(v dsl.Value) ([]E, error) {
	i, err := owned(p.net, "Of", v)
	if err != nil {
		return nil, err
	}
	at, found := slices.BinarySearch(p.slots, i)
	if !found {
		return nil, refuse(p.net, i, "Of", "ask for a Parameter or a State", "%s was recorded by %s", p.net.Label(i), p.net.Node(i).Op.Name())
	}
	return p.values[at], nil
}

// Names lists the slots' paths.
func (p *Parameters[E]) Names() []string {
	return each(func(i int) string { return p.net.Node(i).Name }, p.slots)
}

// Tensors implements weights.Table by the table's own lists. Files hold float32 and float64; the tensors of another element have no payload,
// which reading and writing refuse.
func (p *Parameters[E]) Tensors() []weights.Tensor {
	list := make([]weights.Tensor, len(p.slots))
	for at, i := range p.slots {
		n := p.net.Node(i)
		list[at] = weights.Tensor{Name: n.Name, Shape: n.Type.Shape}
		switch values := any(p.values[at]).(type) {
		case []float32:
			list[at].F32 = values
		case []float64:
			list[at].F64 = values
		}
	}
	return list
}

// Clone copies the table.
func (p *Parameters[E]) Clone() *Parameters[E] {
	return &Parameters[E]{p.net, p.slots, each(slices.Clone[[]E], p.values)}
}

// Step makes a new table in which the rule has been applied to each element of each parameter and its gradient. States are kept.
func (p *Parameters[E]) Step(g *Gradients[E], rule func(w, g E) E) (*Parameters[E], error) {
	if g.err != nil {
		return nil, g.err
	}
	if g.net != p.net {
		return nil, fmt.Errorf("Step: the gradients belong to another network\n\tfix: run the network of these parameters")
	}
	next := p.Clone()
	for at, i := range p.slots {
		if _, trainable := p.net.Node(i).Op.(op.Parameter); trainable {
			next.values[at] = zip(rule, p.values[at], g.of(i))
		}
	}
	return next, nil
}
