package interp

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Run holds the values that a run computed.
type Run[E any] struct {
	net       *dsl.Network
	entry     *dsl.Entry // nil after a run of the whole tape
	values    []value[E]
	missing   []error // per node: why it was not computed
	canonical func(E) E
	reverse   func(target int) *Gradients[E] // nil after a run of an entry
}

// Run computes the whole tape. Nodes behind an input that is neither fed nor has a default are left out, and reading one is the error that names
// the input; so a tape with several batch sizes needs the inputs of one alone. The parameters are not changed.
func (m *Interpreter[E, W]) Run(p *Parameters[E], feeds ...Feeder) (*Run[E], error) {
	all := make([]bool, m.net.Len())
	for i := range all {
		all[i] = true
	}
	values, missing, err := m.compute("Run", all, p, feeds)
	if err != nil {
		return nil, err
	}
	run := &Run[E]{net: m.net, values: values, missing: missing, canonical: m.a.Canonical}
	run.reverse = func(target int) *Gradients[E] { return m.backward(values, target) }
	return run, nil
}

// RunEntry computes what the entry declares, and then commits its assignments to the parameters, all together. Only inputs that it reads must be fed.
// On an error nothing has changed. An entry that was not exported may be run where it assigns nothing.
func (m *Interpreter[E, W]) RunEntry(e *dsl.Entry, p *Parameters[E], feeds ...Feeder) (*Run[E], error) {
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
		copy(p.values[p.slot(assign.Slot.Index())], each(m.a.Canonical, values[assign.Value.Index()].numbers))
	}
	readable := make([]value[E], len(values))
	for _, i := range e.Readable() {
		readable[i] = values[i]
	}
	return &Run[E]{net: m.net, entry: e, values: readable, missing: missing, canonical: m.a.Canonical}, nil
}

// accept wants an entry of this network.
func (m *Interpreter[E, W]) accept(e *dsl.Entry) error {
	if e == nil {
		return fmt.Errorf("RunEntry: no entry was given\n\tfix: take one from the network's Entries")
	}
	if slices.Contains(m.net.Entries(), e) {
		return nil
	}
	for _, v := range slices.Concat(e.Roots(), e.Observes()) {
		if _, err := owned(m.net, "RunEntry", v); err != nil {
			return err
		}
	}
	if len(e.Assigns()) > 0 {
		return fmt.Errorf("RunEntry: the entry assigns slots but was not exported\n\tfix: export it while recording")
	}
	return nil
}

// compute runs the wanted nodes in order. Where a source is missing, so is what depends on it.
func (m *Interpreter[E, W]) compute(call string, wanted []bool, p *Parameters[E], feeds []Feeder) (values []value[E], missing []error, err error) {
	fed, err := m.bind(call, feeds)
	if err != nil {
		return nil, nil, err
	}
	if p != nil && p.net != m.net {
		return nil, nil, fmt.Errorf("%s: the parameters belong to another network\n\tfix: take them from this network's Parameters", call)
	}
	values, missing = make([]value[E], m.net.Len()), make([]error, m.net.Len())
	for i := range values {
		if !wanted[i] {
			continue
		}
		n := m.net.Node(i)
		if op.IsSource(n.Op) {
			values[i], missing[i] = m.source(call, i, p, fed)
		} else {
			in := make([]value[E], len(n.In))
			for k, operand := range n.In {
				in[k] = values[operand]
				if missing[i] == nil {
					missing[i] = missing[operand]
				}
			}
			if missing[i] == nil {
				values[i] = forward(m.a, n.Op, n.Type, in...)
			}
		}
		if missing[i] == nil {
			m.trace(Event{Kind: Value, Node: i, From: -1}, values[i])
		}
	}
	return values, missing, nil
}

// source is what a node without operands holds, or why it holds nothing.
func (m *Interpreter[E, W]) source(call string, i int, p *Parameters[E], fed map[int]value[E]) (value[E], error) {
	n := m.net.Node(i)
	v := value[E]{Type: n.Type}
	switch o := n.Op.(type) {
	case op.Leaf:
		v.numbers = payload(m.a, o.Fill, n.Type.Shape.Volume())
		return v, nil
	case op.Parameter, op.State:
		if p == nil {
			return v, refuse(m.net, i, call, "pass the interpreter's Parameters", "%s is read, but no parameters were given", n.Name)
		}
		v.numbers = slices.Clone(p.values[p.slot(i)])
		return v, nil
	case op.Input:
		if given, ok := fed[i]; ok {
			return given, nil
		}
		if o.Default != nil {
			v.numbers = payload(m.a, *o.Default, n.Type.Shape.Volume())
			return v, nil
		}
	case op.Labels:
		if given, ok := fed[i]; ok {
			return given, nil
		}
		return v, refuse(m.net, i, call, "feed it", "%s %v was not fed", n.Name, n.Type.Shape)
	default:
		panic("interp: no rule for the source " + n.Op.Name())
	}
	return v, refuse(m.net, i, call, "feed it, or record a Default", "%s %v was not fed and has no default", n.Name, n.Type.Shape)
}

// Of lists the numbers of a value, row-major, every NaN canonical. After RunEntry only what the entry declares can be read.
func (r *Run[E]) Of(v dsl.Value) ([]E, error) {
	i, err := r.readable("Of", v, op.Number, "read it by Selected")
	if err != nil {
		return nil, err
	}
	return each(r.canonical, r.values[i].numbers), nil
}

// Selected lists the class indices of a selection.
func (r *Run[E]) Selected(v dsl.Value) ([]int32, error) {
	i, err := r.readable("Selected", v, op.Selection, "read it by Of")
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.values[i].selection), nil
}

// readable is the node of a value that the run holds.
func (r *Run[E]) readable(call string, v dsl.Value, kind op.Kind, otherwise string) (int, error) {
	i, err := owned(r.net, call, v)
	switch {
	case err != nil:
		return 0, err
	case v.Type().Kind != kind:
		return 0, refuse(r.net, i, call, otherwise, "%s is a %s, not a %s", r.net.Label(i), v.Type().Kind, kind)
	case r.missing[i] != nil:
		return 0, r.missing[i]
	case r.entry != nil && !slices.Contains(r.entry.Readable(), i):
		return 0, refuse(r.net, i, call, "add it to the entry with Observe", "%s is not among what the entry %s declares", r.net.Label(i), r.entry.Name)
	}
	return i, nil
}
