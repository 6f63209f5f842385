package interp

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Gradients holds the gradient of one scalar by every node, or the error of asking for it, which whoever reads the gradients is given.
type Gradients[E any] struct {
	net       *dsl.Network
	lists     [][]E // per node; nil where the scalar does not depend on it
	zero      E
	canonical func(E) E
	err       error
}

// Backward differentiates a scalar of the run by every node: the rules of the recorded gradient, computing instead of recording, with the same bits.
func (r *Run[E]) Backward(target dsl.Value) *Gradients[E] {
	i, err := r.readable("Backward", target, op.Number, "differentiate numbers")
	switch {
	case r.entry != nil:
		err = fmt.Errorf("Backward: the run of the entry %s keeps only what it declares\n\tfix: use Run, or record the gradient with Differentiate", r.entry.Name)
	case err == nil && target.Type().Shape.Rank() != 0:
		err = refuse(r.net, i, "Backward", "reduce it with Sum first", "%s %v is not a scalar", r.net.Label(i), target.Type().Shape)
	}
	if err != nil {
		return &Gradients[E]{err: err}
	}
	return r.reverse(i)
}

// Err is why there are no gradients, or nil.
func (g *Gradients[E]) Err() error { return g.err }

// Of lists the gradient by a value, row-major, every NaN canonical: zeros where the scalar does not depend on it.
func (g *Gradients[E]) Of(v dsl.Value) ([]E, error) {
	if g.err != nil {
		return nil, g.err
	}
	i, err := owned(g.net, "Of", v)
	if err != nil {
		return nil, err
	}
	if v.Type().Kind != op.Number {
		return nil, refuse(g.net, i, "Of", "ask for the gradient by numbers", "%s is a %s, which has no gradient", g.net.Label(i), v.Type().Kind)
	}
	return g.of(i), nil
}

func (g *Gradients[E]) of(i int) []E {
	if g.lists[i] == nil {
		return filled(g.zero, g.net.Node(i).Type.Shape.Volume())
	}
	return each(g.canonical, g.lists[i])
}

// backward runs the reverse scan over computed values.
func (m *Interpreter[E, W]) backward(values []value[E], target int) *Gradients[E] {
	c := &computing[E, W]{m: m, table: append([]value[E]{}, values...)}
	c.Via = c.apply
	var graph op.Graph = m.net.Graph()
	if m.Trace != nil {
		graph = traced{graph, c.contribution}
	}
	seed := c.Fill(1, op.Ref(target))
	cotangents := op.Reverse(c, graph, op.Ref(target), seed, func(op.Ref) {})
	g := &Gradients[E]{net: m.net, lists: make([][]E, len(values)), zero: m.a.FromFloat64(0), canonical: m.a.Canonical}
	for i, ref := range cotangents {
		if ref != op.None {
			g.lists[i] = c.table[ref].numbers
		}
	}
	return g
}

// computing is op.Rules on computed values: a Ref is an index into the table, which begins with the run's values.
type computing[E, W any] struct {
	op.Via
	m     *Interpreter[E, W]
	table []value[E]
}

// Type implements op.Rules.
func (c *computing[E, W]) Type(a op.Ref) op.Type { return c.table[a].Type }

// Fill implements op.Rules.
func (c *computing[E, W]) Fill(x float64, like op.Ref) op.Ref {
	t := c.table[like].Type
	return c.keep(value[E]{Type: t, numbers: filled(c.m.a.FromFloat64(x), t.Shape.Volume())})
}

// apply computes an op that a rule asks for. Rules ask only for what fits: a refusal is an error in the rule.
func (c *computing[E, W]) apply(o op.Op, in ...op.Ref) op.Ref {
	values, types := make([]value[E], len(in)), make([]op.Type, len(in))
	for k, r := range in {
		values[k], types[k] = c.table[r], c.table[r].Type
	}
	out, fault := o.Infer(types)
	if fault != nil {
		panic("interp: a derivative rule asks for a misfit: " + o.Name() + ": " + fault.Text)
	}
	return c.keep(forward(c.m.a, o, out, values...))
}

func (c *computing[E, W]) keep(v value[E]) op.Ref {
	c.table = append(c.table, v)
	return op.Ref(len(c.table) - 1)
}

// contribution traces what the rule of one node adds to the cotangent of another.
func (c *computing[E, W]) contribution(from, to, ref op.Ref) {
	c.m.trace(Event{Kind: Contribution, Node: int(to), From: int(from)}, c.table[ref])
}
