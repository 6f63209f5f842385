package interp

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// Gradients holds the gradient of one scalar by every node, or the error of asking for it, which whoever reads the gradients is given.
type Gradients[E, W any] struct {
	m      *Interpreter[E, W]
	values []value[E, W] // per node; without lists where the scalar does not depend on it
	err    error
}

// Backward differentiates a scalar of the run by every node: the rules of the recorded gradient, computing instead of recording, with the same bits.
func (r *Run[E, W]) Backward(target dsl.Value) *Gradients[E, W] {
	if r.entry != nil {
		return &Gradients[E, W]{err: fmt.Errorf("Backward: the run of the entry %s keeps only what it declares\n\tfix: use Run, or record the gradient with Differentiate", r.entry.Name)}
	}
	net := r.m.net
	i, err := owned(net, "Backward", target)
	switch t := target.Type(); {
	case err != nil:
	case t.Kind != op.Number:
		err = refuse(net, i, "Backward", "differentiate numbers", "%s is a %s, not a number", net.Label(i), t.Kind)
	case r.missing[i] != nil:
		err = r.missing[i]
	case t.Shape.Rank() != 0:
		err = refuse(net, i, "Backward", "reduce it with Sum first", "%s %v is not a scalar", net.Label(i), t.Shape)
	}
	if err != nil {
		return &Gradients[E, W]{err: err}
	}
	return r.m.backward(r.values, i)
}

// Err is why there are no gradients, or nil.
func (g *Gradients[E, W]) Err() error { return g.err }

// Of lists the gradient by a value, row-major, every NaN canonical: zeros where the scalar does not depend on it.
func (g *Gradients[E, W]) Of(v dsl.Value) ([]E, error) {
	i, err := g.readable("Of", v, op.Element)
	if err != nil {
		return nil, err
	}
	return g.of(i).numbers, nil
}

// Wide lists the gradient by a wide value.
func (g *Gradients[E, W]) Wide(v dsl.Value) ([]W, error) {
	i, err := g.readable("Wide", v, op.Wide)
	if err != nil {
		return nil, err
	}
	return g.of(i).wide, nil
}

// readable is the node of a value that holds numbers of the precision.
func (g *Gradients[E, W]) readable(call string, v dsl.Value, precision op.Precision) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	net := g.m.net
	i, err := owned(net, call, v)
	switch t := v.Type(); {
	case err != nil:
		return 0, err
	case t.Kind != op.Number:
		return 0, refuse(net, i, call, "ask for the gradient by numbers", "%s is a %s, which has no gradient", net.Label(i), t.Kind)
	case t.Precision != precision:
		return 0, refuse(net, i, call, "read its gradient by "+reader(t), "%s is a %s, not a %s", net.Label(i), kind(t), kind(op.Type{Precision: precision}))
	}
	return i, nil
}

// of is the gradient by a node.
func (g *Gradients[E, W]) of(i int) value[E, W] {
	if v := g.values[i]; v.numbers != nil || v.wide != nil {
		return v.canonical(g.m.a)
	}
	return zeros(g.m.a, g.m.net.Node(i).Type)
}

// backward runs the reverse scan over computed values.
func (m *Interpreter[E, W]) backward(values []value[E, W], target int) *Gradients[E, W] {
	c := &computing[E, W]{m: m, table: append([]value[E, W]{}, values...)}
	c.Via = c.apply
	var graph op.Graph = m.net.Graph()
	if m.Trace != nil {
		graph = traced{graph, c.contribution}
	}
	seed := c.Fill(1, op.Ref(target))
	cotangents := op.Reverse(c, graph, op.Ref(target), seed, func(node op.Ref) { c.at = int(node) })
	g := &Gradients[E, W]{m: m, values: make([]value[E, W], len(values)), err: c.err}
	for i, ref := range cotangents {
		if ref != op.None {
			g.values[i] = c.table[ref]
		}
	}
	return g
}

// computing is op.Rules on computed values: a Ref is an index into the table, which begins with the run's values.
type computing[E, W any] struct {
	op.Via
	m     *Interpreter[E, W]
	table []value[E, W]
	at    int   // the node whose rule computes
	err   error // the first function that the element lacks; what follows is zeros
}

// Type implements op.Rules.
func (c *computing[E, W]) Type(a op.Ref) op.Type { return c.table[a].Type }

// Fill implements op.Rules.
func (c *computing[E, W]) Fill(x float64, like op.Ref) op.Ref {
	return c.keep(constant(c.m.a, initial.Fill{Value: x}, c.table[like].Type))
}

// apply computes an op that a rule asks for. Rules ask only for what fits: a refusal is an error in the rule.
func (c *computing[E, W]) apply(o op.Op, in ...op.Ref) op.Ref {
	values, types := make([]value[E, W], len(in)), make([]op.Type, len(in))
	for k, r := range in {
		values[k], types[k] = c.table[r], c.table[r].Type
	}
	out, fault := o.Infer(types)
	if fault != nil {
		panic("interp: a derivative rule asks for a misfit: " + o.Name() + ": " + fault.Text)
	}
	if method, element := lacking(c.m.a, o, types); method != "" {
		if net := c.m.net; c.err == nil {
			c.err = refuse(net, c.at, "Backward", "add the method to its arithmetic, as in num.Functions", "the derivative of %s needs %s, which the element %s does not have", net.Label(c.at), method, element)
		}
		return c.keep(zeros(c.m.a, out))
	}
	return c.keep(apply(c.m.a, o, out, values...))
}

func (c *computing[E, W]) keep(v value[E, W]) op.Ref {
	c.table = append(c.table, v)
	return op.Ref(len(c.table) - 1)
}

// contribution traces what the rule of one node adds to the cotangent of another.
func (c *computing[E, W]) contribution(from, to, ref op.Ref) {
	c.m.trace(Event{Kind: Contribution, Node: int(to), From: int(from)}, c.table[ref])
}
