package interp

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/weights"
)

// Parameters is the caller's table of a network's slots, parameters and states, in the order of their recording. Each slot's list belongs to one table.
type Parameters[E, W any] = Field[E, W]

// Parameters makes a table of the recorded initial values.
func (m *Interpreter[E, W]) Parameters() *Field[E, W] {
	if err := m.ready("Parameters"); err != nil {
		return failed[E, W](err)
	}
	p := &Field[E, W]{m: m, values: make([]value, m.net.Len()), slots: true, none: func(call string, i int) error {
		return refuse(m.net, i, call, "ask for a Parameter or a State", "%s was recorded by %s", m.net.Label(i), m.net.Node(i).Op.Name())
	}}
	for _, i := range m.net.Slots() {
		n := m.net.Node(i)
		switch o := n.Op.(type) {
		case op.Parameter:
			p.values[i] = constant(m.a, o.Fill, n.Type)
		case op.State:
			p.values[i] = constant(m.a, o.Fill, n.Type)
		}
	}
	return p
}

// Parameters copies what a field holds of the slots into a table of their own: gradients to average, moments to begin with.
func (f *Field[E, W]) Parameters() (*Field[E, W], error) {
	if err := f.ready("Parameters"); err != nil {
		return nil, err
	}
	for _, i := range f.m.net.Slots() {
		if f.values[i].list == nil {
			return nil, f.none("Parameters", i)
		}
	}
	return f.Carried(f.m.net)
}

// Tensors implements weights.Table by the own lists of the slots. Files hold the elements of this module; reading and writing refuse others.
func (f *Field[E, W]) Tensors() []weights.Tensor {
	if f.ready("Tensors") != nil {
		return nil
	}
	return each(func(i int) weights.Tensor {
		return weights.Of(f.m.net.Node(i).Name, f.values[i].Shape, f.values[i].list)
	}, f.m.net.Slots())
}

// Carried is the table for a network that continues this one, as by dsl.Reopen: new slots begin with their recorded values.
func (f *Field[E, W]) Carried(to *dsl.Network) (*Field[E, W], error) {
	if err := f.ready("Carried"); err != nil {
		return nil, err
	}
	return New(to, f.m.a).carry("Carried", f.m.net, func(i int) value { return canonical(f.m.a, f.values[i]) })
}

// Slots is a table of any element: every Parameters is one.
type Slots interface {
	weights.Table
	exact() (net *dsl.Network, of func(i int) []float64, err error)
}

func (f *Field[E, W]) exact() (*dsl.Network, func(i int) []float64, error) {
	if err := f.ready("Convert"); err != nil {
		return nil, nil, err
	}
	return f.m.net, func(i int) []float64 { return float64s(f.m.a, f.values[i]) }, nil
}

// Convert makes a table of this interpreter's element from one of any element: each number is converted once, directly. So an entry that chose an
// element reads the parameters of its package.
func (m *Interpreter[E, W]) Convert(from Slots) (*Field[E, W], error) {
	if from == nil {
		return nil, refuse(nil, -1, "Convert", "pass a table", "there are no parameters")
	}
	net, of, err := from.exact()
	if err != nil {
		return nil, err
	}
	return m.carry("Convert", net, func(i int) value { return listed(m.a, of(i), net.Node(i).Type) })
}

// carry makes a table of what is given for the slots of a network that this one is or continues.
func (m *Interpreter[E, W]) carry(call string, from *dsl.Network, of func(i int) value) (*Field[E, W], error) {
	if err := m.ready(call); err != nil {
		return nil, err
	}
	if last := from.Len() - 1; last >= 0 && !m.net.Owns(from.Value(last)) {
		return nil, refuse(nil, -1, call, "use that network, or what Reopen made of it", "this network does not continue that of the parameters")
	}
	p := m.Parameters()
	for _, i := range from.Slots() {
		p.values[i] = of(i)
	}
	return p, nil
}
