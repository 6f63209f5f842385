package interp

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Run holds the values that a run computed.
type Run[E, W any] struct {
	m       *Interpreter[E, W]
	entry   *dsl.Entry // nil after a run of the whole tape
	values  []value[E, W]
	missing []error // per node: why it was not computed
}

// Run computes the whole tape. Nodes behind an input that is neither fed nor has a default are left out, and reading one is the error that names
// the input; so a tape with several batch sizes needs the inputs of one alone. The parameters are not changed.
func (m *Interpreter[E, W]) Run(p *Parameters[E, W], feeds ...Feeder) (*Run[E, W], error) {
	all := make([]bool, m.net.Len())
	for i := range all {
		all[i] = true
	}
	values, missing, err := m.compute("Run", all, p, feeds)
	if err != nil {
		return nil, err
	}
	return &Run[E, W]{m: m, values: values, missing: missing}, nil
}

// RunEntry computes what the entry declares, and then commits its assignments to the parameters, all together. Only inputs that it reads must be fed.
// On an error nothing has changed. An entry that was not exported may be run where it assigns nothing.
func (m *Interpreter[E, W]) RunEntry(e *dsl.Entry, p *Parameters[E, W], feeds ...Feeder) (*Run[E, W], error) {
	if err := m.accept(e); err != nil {
		return nil, err
	}
	if p == nil && len(e.Assigns()) > 0 {
		return nil, fmt.Errorf("RunEntry: no parameters were given, but %s assigns\n\tfix: pass the interpreter's Parameters", e.Name)
	}
	values, missing, err := m.compute("RunEntry", m.net.Ancestors(e.Wanted()...), p, feeds)
	if err != nil {
		return nil, err
	}
	for _, i := range e.Wanted() {
		if missing[i] != nil {
			return nil, missing[i]
		}
	}
	for _, assign := range e.Assigns() {
		p.values[p.slot(assign.Slot.Index())].assign(values[assign.Value.Index()].canonical(m.a))
	}
	readable := make([]value[E, W], len(values))
	for _, i := range e.Readable() {
		readable[i] = values[i]
	}
	return &Run[E, W]{m: m, entry: e, values: readable, missing: missing}, nil
}

// accept wants an entry of this network.
func (m *Interpreter[E, W]) accept(e *dsl.Entry) error {
	if e == nil {
		return fmt.Errorf("RunEntry: no entry was given\n\tfix: take one from the network's Entries")
	}
	values := slices.Concat(e.Roots(), e.Observes())
	for _, a := range e.Assigns() {
		values = append(values, a.Slot, a.Value)
	}
	for _, v := range values {
		if _, err := owned(m.net, "RunEntry", v); err != nil {
			return err
		}
	}
	if len(e.Assigns()) > 0 && !e.Exported() {
		return fmt.Errorf("RunEntry: the entry assigns slots but was not exported\n\tfix: export it while recording")
	}
	return nil
}

// compute runs the wanted nodes in order. Where a source is missing, so is what depends on it.
func (m *Interpreter[E, W]) compute(call string, wanted []bool, p *Parameters[E, W], feeds []Feeder) (values []value[E, W], missing []error, err error) {
	fed, err := m.bind(call, feeds)
	if err != nil {
		return nil, nil, err
	}
	if p != nil && p.m.net != m.net {
		return nil, nil, fmt.Errorf("%s: the parameters belong to another network\n\tfix: take them from this network's Parameters", call)
	}
	if err := m.supports(call, wanted); err != nil {
		return nil, nil, err
	}
	values, missing = make([]value[E, W], m.net.Len()), make([]error, m.net.Len())
	for i := range values {
		if !wanted[i] {
			continue
		}
		n := m.net.Node(i)
		if op.IsSource(n.Op) {
			values[i], missing[i] = m.source(call, i, p, fed)
		} else {
			in := make([]value[E, W], len(n.In))
			for k, operand := range n.In {
				in[k] = values[operand]
				if missing[i] == nil {
					missing[i] = missing[operand]
				}
			}
			if missing[i] == nil {
				values[i] = apply(m.a, n.Op, n.Type, in...)
			}
		}
		if missing[i] == nil {
			m.trace(Event{Kind: Value, Node: i, From: -1}, values[i])
		}
	}
	return values, missing, nil
}

// supports wants the element to have each function that the wanted nodes need.
func (m *Interpreter[E, W]) supports(call string, wanted []bool) error {
	for i := range m.net.Len() {
		n := m.net.Node(i)
		types := each(func(operand int) op.Type { return m.net.Node(operand).Type }, n.In)
		if method, element := lacking(m.a, n.Op, types); wanted[i] && method != "" {
			return refuse(m.net, i, call, "add the method to its arithmetic, as in num.Functions", "%s needs %s, which the element %s does not have", m.net.Label(i), method, element)
		}
	}
	return nil
}

// source is what a node without operands holds, or why it holds nothing.
func (m *Interpreter[E, W]) source(call string, i int, p *Parameters[E, W], fed map[int]value[E, W]) (value[E, W], error) {
	n := m.net.Node(i)
	given, isFed := fed[i]
	switch o := n.Op.(type) {
	case op.Leaf:
		return constant(m.a, o.Fill, n.Type), nil
	case op.Parameter, op.State:
		if p == nil {
			return given, refuse(m.net, i, call, "pass the interpreter's Parameters", "%s is read, but no parameters were given", n.Name)
		}
		return p.values[p.slot(i)].clone(), nil
	case op.Input:
		switch {
		case isFed:
			return given, nil
		case o.Default != nil:
			return constant(m.a, *o.Default, n.Type), nil
		}
		return given, refuse(m.net, i, call, "feed it, or record a Default", "%s %v was not fed and has no default", n.Name, n.Type.Shape)
	case op.Labels:
		if !isFed {
			return given, refuse(m.net, i, call, "feed it", "%s %v was not fed", n.Name, n.Type.Shape)
		}
		return given, nil
	}
	panic("interp: no rule for the source " + n.Op.Name())
}
