package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Run holds the values that a run computed.
type Run[E, W any] struct {
	field Field[E, W] // what can be read
	kept  []value     // what Backward starts from; nil where only the readable was kept
	entry *dsl.Entry  // nil after a run of the whole tape
}

// Field is all that can be read of the run.
func (r *Run[E, W]) Field() *Field[E, W] {
	if r == nil {
		return nil
	}
	return &r.field
}

// Of lists the numbers of a value, row-major, every NaN canonical. After RunEntry only what the entry declares can be read.
func (r *Run[E, W]) Of(v dsl.Value) ([]E, error) { return r.Field().Of(v) }

// Wide lists the numbers of a wide value.
func (r *Run[E, W]) Wide(v dsl.Value) ([]W, error) { return r.Field().Wide(v) }

// Selected lists the class indices of a selection.
func (r *Run[E, W]) Selected(v dsl.Value) ([]int32, error) {
	x, err := r.Field().read("Selected", v, op.Type{Kind: op.Selection})
	return of[int32](x), err
}

// Mask lists the truth values of a mask.
func (r *Run[E, W]) Mask(v dsl.Value) ([]bool, error) {
	x, err := r.Field().read("Mask", v, op.Type{Kind: op.Mask})
	return of[bool](x), err
}

// Run computes the whole tape. Nodes behind an input that is neither fed nor has a default are left out, and reading one is the error that names
// the input; so a tape with several batch sizes needs the inputs of one alone. The parameters are not changed.
func (m *Interpreter[E, W]) Run(p *Field[E, W], feeds ...Feeder) (*Run[E, W], error) {
	if err := m.ready("Run"); err != nil {
		return nil, err
	}
	values, missing, err := m.compute("Run", slices.Repeat([]bool{true}, m.net.Len()), p, feeds)
	if err != nil {
		return nil, err
	}
	none := func(_ string, i int) error { return missing[i] }
	return &Run[E, W]{field: Field[E, W]{m: m, values: values, none: none}, kept: values}, nil
}

// RunEntry computes what the entry declares, and then commits its assignments to the parameters, all together. Only inputs that it reads must be fed.
// On an error nothing has changed. An entry that was not exported may be run where it assigns nothing.
func (m *Interpreter[E, W]) RunEntry(e *dsl.Entry, p *Field[E, W], feeds ...Feeder) (*Run[E, W], error) {
	if err := m.accept(e, p); err != nil {
		return nil, err
	}
	values, missing, err := m.compute("RunEntry", m.net.Ancestors(e.Wanted()...), p, feeds)
	if err != nil {
		return nil, err
	}
	readable := make([]value, len(values))
	for _, i := range e.Wanted() {
		if missing[i] != nil {
			return nil, missing[i]
		}
	}
	for _, i := range e.Readable() {
		readable[i] = values[i]
	}
	for _, assign := range e.Assigns() {
		slot, next := p.values[assign.Slot.Index()], canonical(m.a, values[assign.Value.Index()])
		copy(of[E](slot), of[E](next))
		copy(of[W](slot), of[W](next))
	}
	r := &Run[E, W]{entry: e, field: Field[E, W]{m: m, values: readable, none: func(call string, i int) error {
		return refuse(m.net, i, call, "add it to the entry with Observe", "%s is not among what the entry %s declares", m.net.Label(i), e.Name)
	}}}
	if e.Retains() {
		r.kept = values
	}
	return r, nil
}

// accept wants an entry of this network, and parameters where it assigns.
func (m *Interpreter[E, W]) accept(e *dsl.Entry, p *Field[E, W]) error {
	if err := m.ready("RunEntry"); err != nil {
		return err
	}
	if e == nil {
		return refuse(nil, -1, "RunEntry", "take one from the network's Entries", "no entry was given")
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
	switch assigns, name := len(e.Assigns()) > 0, e.ElementName(); {
	case name != "" && name != m.a.Name():
		return refuse(nil, -1, "RunEntry", "run it by interp.New of that element, on parameters that its Convert makes", "%s chose the element %s, but is run over %s", e.Name, name, m.a.Name())
	case assigns && !e.Exported():
		return refuse(nil, -1, "RunEntry", "export it while recording", "the entry assigns slots but was not exported")
	case assigns && p == nil:
		return refuse(nil, -1, "RunEntry", "pass the interpreter's Parameters", "no parameters were given, but %s assigns", e.Name)
	}
	return nil
}

// Supports returns the error of a run of the entry that the element makes by itself: a function that it lacks, or that the entry chose another.
func (m *Interpreter[E, W]) Supports(e *dsl.Entry) error {
	if err := m.accept(e, m.Parameters()); err != nil {
		return err
	}
	return m.supports("Export", m.net.Ancestors(e.Wanted()...))
}

// compute runs the wanted nodes in order. Where a source is missing, so is what depends on it.
func (m *Interpreter[E, W]) compute(call string, wanted []bool, p *Field[E, W], feeds []Feeder) (values []value, missing []error, err error) {
	fed, err := m.bind(call, feeds)
	if err == nil && p != nil {
		err = m.fits(call, p)
	}
	if err == nil {
		err = m.supports(call, wanted)
	}
	if err != nil {
		return nil, nil, err
	}
	values, missing = make([]value, m.net.Len()), make([]error, m.net.Len())
	for i := range values {
		if !wanted[i] {
			continue
		}
		n := m.net.Node(i)
		in := make([]value, len(n.In))
		for k, operand := range n.In {
			in[k] = values[operand]
			if missing[i] == nil {
				missing[i] = missing[operand]
			}
		}
		switch {
		case op.IsSource(n.Op):
			values[i], missing[i] = m.source(call, i, p, fed)
		case missing[i] == nil:
			values[i] = apply(m.a, n.Op, n.Type, in)
		}
		if missing[i] == nil {
			m.trace(Event{Kind: Value, Node: i, From: -1}, values[i])
		}
	}
	return values, missing, nil
}

// fits wants a table of this network's slots.
func (m *Interpreter[E, W]) fits(call string, p *Field[E, W]) error {
	switch err := p.ready(call); {
	case err != nil:
		return err
	case p.m.net != m.net:
		return refuse(nil, -1, call, "take them from this network's Parameters, or use Carried", "the parameters belong to another network")
	case !p.slots:
		return refuse(nil, -1, call, "pass its Parameters", "a field of all nodes was given for parameters")
	}
	return nil
}

// supports wants the element to have each function that the wanted nodes need.
func (m *Interpreter[E, W]) supports(call string, wanted []bool) error {
	for i := range m.net.Len() {
		n := m.net.Node(i)
		types := each(func(operand int) op.Type { return m.net.Node(operand).Type }, n.In)
		if err := m.lacking(call, i, m.net.Label(i), n.Op, types); wanted[i] && err != nil {
			return err
		}
	}
	return nil
}

// source is what a node without operands holds, or why it holds nothing.
func (m *Interpreter[E, W]) source(call string, i int, p *Field[E, W], fed map[int]value) (value, error) {
	n := m.net.Node(i)
	given, isFed := fed[i]
	input, isInput := n.Op.(op.Input)
	leaf, isLeaf := n.Op.(op.Leaf)
	switch {
	case isFed:
		return given, nil
	case isLeaf:
		return constant(m.a, leaf.Fill, n.Type), nil
	case isInput && input.Default != nil:
		return constant(m.a, *input.Default, n.Type), nil
	case isInput:
		return given, refuse(m.net, i, call, "feed it, or record a Default", "%s %v was not fed and has no default", n.Name, n.Type.Shape)
	case n.Type.Kind == op.Selection:
		return given, refuse(m.net, i, call, "feed it", "%s %v was not fed", n.Name, n.Type.Shape)
	case p == nil:
		return given, refuse(m.net, i, call, "pass the interpreter's Parameters", "%s is read, but no parameters were given", n.Name)
	}
	return canonical(m.a, p.values[i]), nil
}
