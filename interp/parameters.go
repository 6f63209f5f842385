package interp

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/weights"
)

// Parameters is the caller's table of a network's slots, parameters and states, in the order of their recording. Each slot's list belongs to one table.
type Parameters[E, W any] struct {
	m      *Interpreter[E, W]
	slots  []int
	values []value[E, W]
}

// Parameters makes a table of the recorded initial values.
func (m *Interpreter[E, W]) Parameters() *Parameters[E, W] {
	p := &Parameters[E, W]{m: m, slots: m.net.Slots()}
	for _, i := range p.slots {
		n := m.net.Node(i)
		switch o := n.Op.(type) {
		case op.Parameter:
			p.values = append(p.values, constant(m.a, o.Fill, n.Type))
		case op.State:
			p.values = append(p.values, constant(m.a, o.Fill, n.Type))
		}
	}
	return p
}

// slot is the position of a slot's node in the table.
func (p *Parameters[E, W]) slot(node int) int {
	at, _ := slices.BinarySearch(p.slots, node)
	return at
}

// Of is the slot's own list, row-major: writing to it changes the table.
func (p *Parameters[E, W]) Of(v dsl.Value) ([]E, error) {
	held, err := p.held("Of", v, op.Element)
	return held.numbers, err
}

// Wide is the own list of a wide slot.
func (p *Parameters[E, W]) Wide(v dsl.Value) ([]W, error) {
	held, err := p.held("Wide", v, op.Wide)
	return held.wide, err
}

func (p *Parameters[E, W]) held(call string, v dsl.Value, precision op.Precision) (value[E, W], error) {
	net := p.m.net
	i, err := owned(net, call, v)
	if err != nil {
		return value[E, W]{}, err
	}
	at, found := slices.BinarySearch(p.slots, i)
	switch t := v.Type(); {
	case !found:
		return value[E, W]{}, refuse(net, i, call, "ask for a Parameter or a State", "%s was recorded by %s", net.Label(i), net.Node(i).Op.Name())
	case t.Precision != precision:
		return value[E, W]{}, refuse(net, i, call, "read it by "+reader(t), "%s is a %s, not a %s", net.Label(i), kind(t), kind(op.Type{Precision: precision}))
	}
	return p.values[at], nil
}

// Names lists the slots' paths.
func (p *Parameters[E, W]) Names() []string {
	return each(func(i int) string { return p.m.net.Node(i).Name }, p.slots)
}

// Tensors implements weights.Table by the table's own lists. Files hold float32 and float64; the tensors of another element have no payload,
// which reading and writing refuse.
func (p *Parameters[E, W]) Tensors() []weights.Tensor {
	list := make([]weights.Tensor, len(p.slots))
	for at, i := range p.slots {
		n := p.m.net.Node(i)
		list[at] = weights.Tensor{Name: n.Name, Shape: n.Type.Shape}
		payload := any(p.values[at].numbers)
		if isWide(n.Type) {
			payload = p.values[at].wide
		}
		switch numbers := payload.(type) {
		case []float32:
			list[at].F32 = numbers
		case []float64:
			list[at].F64 = numbers
		}
	}
	return list
}

// Clone copies the table.
func (p *Parameters[E, W]) Clone() *Parameters[E, W] {
	return &Parameters[E, W]{p.m, p.slots, each(value[E, W].clone, p.values)}
}

// Step makes a new table in which the rule has been applied to each element of each parameter and its gradient. States and wide parameters are kept.
func (p *Parameters[E, W]) Step(g *Gradients[E, W], rule func(w, g E) E) (*Parameters[E, W], error) {
	if g.err != nil {
		return nil, g.err
	}
	if g.m.net != p.m.net {
		return nil, fmt.Errorf("Step: the gradients belong to another network\n\tfix: run the network of these parameters")
	}
	next := p.Clone()
	for at, i := range p.slots {
		if _, trainable := p.m.net.Node(i).Op.(op.Parameter); trainable {
			next.values[at].numbers = zip(rule, p.values[at].numbers, g.of(i).numbers)
		}
	}
	return next, nil
}
