package dsl

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// Adjoints pairs values with the gradients of a target, as recorded by Differentiate.
type Adjoints struct {
	target    Value
	wrt       []Value
	gradients []Value
}

// derivative notes on the tape what a Differentiate appended.
type derivative struct {
	target, first, count int
	wrt, gradients       []int
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
		return a.target
	}
	return a.target.tape.fail("Of", "pass it to Differentiate", "no gradient was recorded for %s", v.describe())
}

// Differentiate records the gradient of a scalar by each of the values: reverse mode, as more tape.
func (t *Tape) Differentiate(target Value, wrt ...Value) Adjoints {
	adjoints := Adjoints{target: target, wrt: slices.Clone(wrt), gradients: make([]Value, len(wrt))}
	failed := Value{tape: t, index: -1}
	for i := range adjoints.gradients {
		adjoints.gradients[i] = failed
	}
	for _, v := range append([]Value{target}, wrt...) {
		switch {
		case v.tape == nil:
			t.adopt(v.orphan("Differentiate"))
			return adjoints
		case v.tape != t:
			t.fail("Differentiate", "record it on this tape", "%s belongs to a different tape", v.describe())
			return adjoints
		case v.index < 0:
			return adjoints
		case v.Type().Kind != op.Number:
			t.refuse("Differentiate", &op.Fault{Text: "{0} is a " + v.Type().Kind.String() + ", not numbers", Fix: "differentiate numbers by numbers"}, []int{v.index})
			return adjoints
		}
	}
	if t.sealed {
		t.fail("Differentiate", "record before Record returns", "the tape is sealed")
		return adjoints
	}
	if target.Type().Shape.Rank() != 0 {
		t.refuse("Differentiate", &op.Fault{Text: "the target {0} is not a scalar", Fix: "reduce it with Sum first"}, []int{target.index})
		return adjoints
	}
	d := derivative{target: target.index, first: len(t.nodes)}
	r := rules{t, op.Via(func(o op.Op, in ...op.Ref) op.Ref { return t.applyRefs(o, in) })}
	seed := r.Fill(1, op.Ref(target.index))
	cotangents := op.Reverse(r, graph{t}, op.Ref(target.index), seed, func(node op.Ref) { t.origin = int(node) })
	t.origin = -1
	for i, v := range wrt {
		g := op.None
		if v.index <= target.index {
			g = cotangents[v.index]
		}
		if g == op.None {
			g = r.Fill(0, op.Ref(v.index))
		}
		adjoints.gradients[i] = Value{tape: t, index: int(g)}
		d.wrt = append(d.wrt, v.index)
		d.gradients = append(d.gradients, int(g))
	}
	d.count = len(t.nodes) - d.first
	t.derivatives = append(t.derivatives, d)
	return adjoints
}

// rules records what derivative rules ask for.
type rules struct {
	t *Tape
	op.Via
}

// Type implements op.Rules.
func (r rules) Type(a op.Ref) op.Type { return r.t.nodes[a].Type }

// Fill implements op.Rules by a leaf.
func (r rules) Fill(value float64, like op.Ref) op.Ref {
	fill, _ := Const(value).Fill(nil)
	v := r.t.append(Node{Op: op.Leaf{Fill: fill}, Type: r.t.nodes[like].Type, Source: r.t.here()})
	return op.Ref(v.index)
}

// applyRefs records an op that a derivative rule asks for. Rules ask only for what fits: a refusal is an error in the rule.
func (t *Tape) applyRefs(o op.Op, in []op.Ref) op.Ref {
	operands := make([]int, len(in))
	for i, r := range in {
		operands[i] = int(r)
	}
	v := t.apply(o, operands)
	if v.index < 0 {
		panic("dsl: derivative rule recorded a misfit: " + t.errs[len(t.errs)-1].Error())
	}
	return op.Ref(v.index)
}

// graph is the tape as the reverse scan reads it.
type graph struct{ t *Tape }

func (g graph) Len() int { return len(g.t.nodes) }

func (g graph) Node(i int) (op.Op, []op.Ref) {
	n := g.t.nodes[i]
	in := make([]op.Ref, len(n.In))
	for k, operand := range n.In {
		in[k] = op.Ref(operand)
	}
	return n.Op, in
}
