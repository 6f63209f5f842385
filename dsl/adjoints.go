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
	seed                 int // -1 for a leaf of one
	wrt, gradients       []int
}

// Derived marks the nodes that Differentiate and Vjp appended.
func (c *content) Derived() []bool {
	marked := make([]bool, len(c.nodes))
	for _, d := range c.derivatives {
		for i := d.first; i < len(marked) && i-d.first < d.count; i++ {
			marked[i] = true
		}
	}
	return marked
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
	if t.differentiable("Differentiate", target) && target.Type().Shape.Rank() != 0 {
		t.refuse("Differentiate", &op.Fault{Text: "the target {0} is not a scalar", Fix: "reduce it with Sum first, or give Vjp a seed"}, []int{target.index})
		return t.noAdjoints(target, wrt)
	}
	return t.reverse("Differentiate", target, nil, wrt)
}

// Vjp records the product of a seed with the derivative of a value of any shape by each of the values. The seed has the target's shape.
func (t *Tape) Vjp(target, seed Value, wrt ...Value) Adjoints {
	if t.differentiable("Vjp", target, seed) && !seed.Type().Shape.Equal(target.Type().Shape) {
		t.refuse("Vjp", &op.Fault{Text: "shapes differ: target {0} and seed {1}", Fix: "make {1.name} " + target.Type().Shape.String()}, []int{target.index, seed.index})
		return t.noAdjoints(target, wrt)
	}
	return t.reverse("Vjp", target, &seed, wrt)
}

// noAdjoints are those of a refused call.
func (t *Tape) noAdjoints(target Value, wrt []Value) Adjoints {
	a := Adjoints{target: target, wrt: slices.Clone(wrt), gradients: make([]Value, len(wrt))}
	if a.target.tape == nil {
		a.target = Value{tape: t, index: -1}
	}
	for i := range a.gradients {
		a.gradients[i] = Value{tape: t, index: -1}
	}
	return a
}

// differentiable wants numbers of this tape, and the tape open.
func (t *Tape) differentiable(call string, values ...Value) bool {
	for _, v := range values {
		switch {
		case v.tape == nil:
			t.adopt(v.orphan(call))
		case v.tape != t:
			t.fail(call, "record it on this tape", "%s belongs to a different tape", v.describe())
		case v.index < 0:
		case v.Type().Kind != op.Number:
			t.refuse(call, &op.Fault{Text: "{0} is a " + v.Type().Kind.String() + ", not numbers", Fix: "differentiate numbers by numbers"}, []int{v.index})
		case t.sealed:
			t.fail(call, "record before Record returns", "the tape is sealed")
		default:
			continue
		}
		return false
	}
	return true
}

// reverse runs the reverse scan with the tape as its rules. Without a seed it starts from a leaf of one.
func (t *Tape) reverse(call string, target Value, seed *Value, wrt []Value) Adjoints {
	adjoints := t.noAdjoints(target, wrt)
	values := append([]Value{target}, wrt...)
	if seed != nil {
		values = append(values, *seed)
	}
	if !t.differentiable(call, values...) {
		return adjoints
	}
	d := derivative{target: target.index, seed: -1, first: len(t.nodes)}
	r := t.Rules()
	start := op.None
	if seed != nil {
		start, d.seed = op.Ref(seed.index), seed.index
	} else {
		start = r.Fill(1, op.Ref(target.index))
	}
	cotangents := op.Reverse(r, graph{&t.content}, op.Ref(target.index), start, func(node, _, _ op.Ref) { t.origin = int(node) })
	t.origin = -1
	for i, v := range wrt {
		g := op.None
		if v.index <= target.index {
			g = cotangents[v.index]
		}
		if g == op.None {
			g = r.Fill(0, op.Ref(v.index))
		}
		adjoints.gradients[i] = t.Value(g)
		d.wrt = append(d.wrt, v.index)
		d.gradients = append(d.gradients, int(g))
	}
	d.count = len(t.nodes) - d.first
	t.derivatives = append(t.derivatives, d)
	return adjoints
}

// Rules is the tape as derivative rules see it: every method records. Its refs are the numbers of nodes. Other modes of differentiation are written with it.
func (t *Tape) Rules() op.Rules {
	return rules{t, op.Via(func(o op.Op, in ...op.Ref) op.Ref { return t.applyRefs(o, in) })}
}

// Graph is the tape so far, as modes of differentiation read it.
func (t *Tape) Graph() op.Graph { return graph{&t.content} }

// Ref is the value as the tape's Rules knows it.
func (v Value) Ref() op.Ref { return op.Ref(v.Index()) }

// Value names what a ref of the tape's Rules stands for.
func (t *Tape) Value(r op.Ref) Value {
	if r < 0 || int(r) >= len(t.nodes) {
		return Value{tape: t, index: -1}
	}
	return Value{tape: t, index: int(r)}
}

// rules records what derivative rules ask for.
type rules struct {
	t *Tape
	op.Via
}

// Type implements op.Rules.
func (r rules) Type(a op.Ref) op.Type { return r.t.Value(a).Type() }

// Fill implements op.Rules by a leaf.
func (r rules) Fill(value float64, like op.Ref) op.Ref {
	if !r.t.Value(like).valid() {
		return op.None
	}
	fill, _ := Const(value).Fill(nil)
	v := r.t.append(Node{Op: op.Leaf{Fill: fill}, Type: r.t.nodes[like].Type, Source: r.t.here()})
	return op.Ref(v.index)
}

// applyRefs records an op on refs. A refused recording leaves an error on the tape and gives None.
func (t *Tape) applyRefs(o op.Op, in []op.Ref) op.Ref {
	values := make([]Value, len(in))
	for i, r := range in {
		values[i] = t.Value(r)
	}
	v := record(o, values...)
	if v.index < 0 {
		return op.None
	}
	return op.Ref(v.index)
}

// graph is a tape as the reverse scan reads it.
type graph struct{ *content }

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
