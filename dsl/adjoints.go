package dsl

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// Adjoints pairs values with the gradients of a target, as recorded by Differentiate.
type Adjoints struct {
	target    Value
	wrt       []Value
	gradients []Value
	apart     []bool // no derivative rule led from the target to the value: its gradient is a leaf of zeros
}

// Target is what was differentiated.
func (a Adjoints) Target() Value { return a.target }

// Wrt lists what it was differentiated by.
func (a Adjoints) Wrt() []Value { return slices.Clone(a.wrt) }

// Gradients lists the gradients in the order of Wrt.
func (a Adjoints) Gradients() []Value { return slices.Clone(a.gradients) }

// Of is the gradient by one of the values; an error on the tape where it is not among them.
func (a Adjoints) Of(v Value) Value {
	if i := slices.Index(a.wrt, v); i >= 0 {
		return a.gradients[i]
	}
	if a.target.tape == nil {
		return Value{index: -1, err: a.target.orphan("Of")}
	}
	return a.target.tape.fail("Of", "pass it to Differentiate", "no gradient was recorded for %s", v.describe())
}

// Differentiate records the gradient of a scalar by each of the values: reverse mode, as more tape.
func (t *Tape) Differentiate(target Value, wrt ...Value) Adjoints {
	if !t.differentiable("Differentiate", append([]Value{target}, wrt...)...) {
		return t.noAdjoints(target, wrt)
	}
	if target.Type().Shape.Rank() != 0 {
		t.fault("Differentiate", "reduce it with Sum first, or give Vjp a seed", "the target {0} is not a scalar", target.index)
		return t.noAdjoints(target, wrt)
	}
	return t.reverse(target, op.None, wrt)
}

// Vjp records the product of a seed with the derivative of a value of any shape by each of the values. The seed has the target's shape.
func (t *Tape) Vjp(target, seed Value, wrt ...Value) Adjoints {
	if !t.differentiable("Vjp", append([]Value{target, seed}, wrt...)...) {
		return t.noAdjoints(target, wrt)
	}
	switch have, want := seed.Type(), target.Type(); {
	case !have.Shape.Equal(want.Shape):
		t.fault("Vjp", "make {1.name} "+want.Shape.String(), "shapes differ: target {0} and seed {1}", target.index, seed.index)
	case have.Precision != want.Precision:
		t.fault("Vjp", "convert the seed with Widen or Round", "precisions differ: target {0} and seed {1}", target.index, seed.index)
	default:
		return t.reverse(target, seed.Ref(), wrt)
	}
	return t.noAdjoints(target, wrt)
}

// noAdjoints are those of a refused call.
func (t *Tape) noAdjoints(target Value, wrt []Value) Adjoints {
	a := Adjoints{target: target, wrt: slices.Clone(wrt)}
	if a.target.tape == nil {
		a.target = t.invalid()
	}
	for range wrt {
		a.gradients = append(a.gradients, t.invalid())
	}
	return a
}

// differentiable wants numbers of this tape, and the tape open.
func (t *Tape) differentiable(call string, values ...Value) bool {
	for _, v := range values {
		if !t.open(call) || !t.owns(call, v) {
			return false
		}
		if kind := v.Type().Kind; kind != op.Number {
			return t.fault(call, "differentiate numbers by numbers", "{0} is a "+kind.String()+", not numbers", v.index)
		}
	}
	return true
}

// reverse runs the reverse scan with the tape as its rules. Without a seed it starts from a leaf of one.
func (t *Tape) reverse(target Value, seed op.Ref, wrt []Value) Adjoints {
	a := Adjoints{target: target, wrt: slices.Clone(wrt)}
	d := tape.Derivative{Target: target.index, Seed: int(seed), First: len(t.content.Nodes)}
	r := t.Rules()
	if seed == op.None {
		seed = r.Fill(1, target.Ref())
	}
	cotangents := op.Reverse(r, graph{t.content.Nodes}, target.Ref(), seed, func(node, _, _ op.Ref) { t.rule = int(node) + 1 })
	t.rule = 0
	for _, v := range wrt {
		g := op.None
		if v.index <= target.index {
			g = cotangents[v.index]
		}
		a.apart = append(a.apart, g == op.None)
		if g == op.None {
			g = r.Fill(0, v.Ref())
		}
		a.gradients = append(a.gradients, t.Value(g))
		d.Wrt = append(d.Wrt, v.index)
		d.Gradients = append(d.Gradients, int(g))
	}
	d.Count = len(t.content.Nodes) - d.First
	t.content.Derivatives = append(t.content.Derivatives, d)
	return a
}

// Update lets an optimiser assign each parameter that was differentiated by. One that the target does not depend on is refused: it would never
// learn. A parameter that is not among them stays as it is.
func (e *Entry) Update(o Optimiser, gradients Adjoints) *Entry {
	t := gradients.target.tape
	switch {
	case t == nil:
		e.err = &Error{Source: tape.Caller(), Call: "Update", Text: "the gradients are the zero Adjoints", Fix: "pass what Differentiate returned"}
		return e
	case o == nil:
		t.fail("Update", "pass one, such as nn.SGD", "no optimiser was given")
		return e
	}
	for i, apart := range gradients.apart {
		v, target := gradients.wrt[i].index, gradients.target.index
		why := "{1} does not depend on it"
		if t.content.Ancestors(target)[v] {
			why = "{1} depends on it through comparisons and selections alone, which are data"
		}
		if apart {
			t.fault("Update", "leave {0.name} out of Differentiate, or record it as a State", "{0} has no gradient: "+why, v, target)
		}
	}
	o.Update(e, gradients)
	return e
}

// Rules is the tape as derivative rules see it: every method records. Its refs are the numbers of nodes. Other modes of differentiation are
// written with it.
func (t *Tape) Rules() op.Rules {
	return rules{t, op.Via(func(o op.Op, in ...op.Ref) op.Ref {
		values := make([]Value, len(in))
		for i, r := range in {
			values[i] = t.Value(r)
		}
		return record(o, values...).Ref() // None where it was refused, and the error stands on the tape
	})}
}

// Graph is the tape so far, as modes of differentiation read it.
func (t *Tape) Graph() op.Graph { return graph{t.held().Nodes} }

// Ref is the value as the tape's Rules knows it.
func (v Value) Ref() op.Ref { return op.Ref(v.Index()) }

// Value names what a ref of the tape's Rules stands for.
func (t *Tape) Value(r op.Ref) Value {
	if t == nil || r < 0 || int(r) >= len(t.content.Nodes) {
		return t.invalid()
	}
	return t.at(int(r))
}

// rules records what derivative rules ask for.
type rules struct {
	t *Tape
	op.Via
}

// Type implements op.Rules.
func (r rules) Type(a op.Ref) op.Type { return r.t.Value(a).Type() }

// Fill implements op.Rules by a leaf.
func (r rules) Fill(value float64, like op.Ref) op.Ref { return r.t.Value(like).Like(value).Ref() }

// graph is a tape as the reverse scan reads it.
type graph struct{ nodes []Node }

// Len implements op.Graph.
func (g graph) Len() int { return len(g.nodes) }

// Node implements op.Graph.
func (g graph) Node(i int) (op.Op, []op.Ref) {
	n := g.nodes[i]
	in := make([]op.Ref, len(n.In))
	for k, operand := range n.In {
		in[k] = op.Ref(operand)
	}
	return n.Op, in
}
