// Package forward is forward-mode differentiation, written outside the core against op.Rules alone: what the tape records and the interpreter computes
// it turns into pairs of a value and its tangent, the speed at which the value moves when the inputs do.
//
// No op has a tangent rule here. A derivative rule is linear in the cotangent that it is given, so its transpose is the tangent rule; package op holds
// both in one body. Jvp, Hvp and Jacobian record tangents as more tape. Along differentiates whatever an op.Rules computes:
//
//	r := run.Rules()
//	direction := r.Hold([]float64{0.25, 1, -0.5}, x.Ref())
//	d := forward.Along(r, net.Graph(), map[op.Ref]op.Ref{x.Ref(): direction})
//	slope, err := r.Values(d.Tangent(loss.Ref()))
package forward

import "github.com/topos-go/topos/dsl/op"

// Dual implements op.Rules on pairs of a value and its tangent, both refs of the inner rules. A tangent is computed when it is first asked for, so what
// a derivative takes for data never moves. It is op.None where the value does not move.
type Dual struct {
	op.Via
	inner op.Rules
	pairs []pair
}

// pair is a value with its tangent, or with the application that the tangent follows from.
type pair struct {
	value, tangent op.Ref
	op             op.Op // nil: the tangent stands
	in             []op.Ref
}

var _ op.Rules = (*Dual)(nil)

// Over makes pairs of what the inner rules hold.
func Over(inner op.Rules) *Dual {
	d := &Dual{inner: inner}
	d.Via = d.apply
	return d
}

// Along makes a pair of each node of a graph whose values the inner rules hold under the nodes' numbers: of a tape or of a run. Nodes move as the
// tangents say, which name the inner rules' refs, and as what they are computed from moves. The pairs have the nodes' numbers too, so that op.Reverse
// runs over them: forward over reverse.
func Along(inner op.Rules, g op.Graph, tangents map[op.Ref]op.Ref) *Dual {
	d := Over(inner)
	if g == nil {
		return d
	}
	for i := range g.Len() {
		node := op.Ref(i)
		p := pair{value: node, tangent: op.None}
		if tangent, moves := tangents[node]; moves {
			p.tangent = tangent
		} else if o, in := g.Node(i); !op.IsSource(o) {
			p.op, p.in = o, in
		}
		d.pairs = append(d.pairs, p)
	}
	return d
}

// Pair is a value that moves along a tangent.
func (d *Dual) Pair(value, tangent op.Ref) op.Ref {
	return d.keep(pair{value: value, tangent: tangent})
}

// Value is the inner rules' ref of a pair's value.
func (d *Dual) Value(a op.Ref) op.Ref {
	if !d.holds(a) {
		return op.None
	}
	return d.pairs[a].value
}

// Tangent is the inner rules' ref of a pair's tangent, or op.None where the value does not move.
func (d *Dual) Tangent(a op.Ref) op.Ref {
	if !d.holds(a) {
		return op.None
	}
	if p := d.pairs[a]; p.op != nil {
		n := op.Node{In: make([]op.Ref, len(p.in)), Out: p.value}
		for k, operand := range p.in {
			n.In[k] = d.Value(operand)
		}
		tangent := push(d.inner, p.op, n, func(k int) op.Ref { return d.Tangent(p.in[k]) })
		d.pairs[a] = pair{value: p.value, tangent: tangent}
	}
	return d.pairs[a].tangent
}

// Type implements op.Rules.
func (d *Dual) Type(a op.Ref) op.Type {
	if !d.holds(a) {
		return op.Type{}
	}
	return d.inner.Type(d.Value(a))
}

// Fill implements op.Rules: constants do not move.
func (d *Dual) Fill(value float64, like op.Ref) op.Ref {
	if !d.holds(like) {
		return op.None
	}
	return d.Pair(d.inner.Fill(value, d.Value(like)), op.None)
}

// apply computes the value at once.
func (d *Dual) apply(o op.Op, in ...op.Ref) op.Ref {
	values := make([]op.Ref, len(in))
	for k, a := range in {
		values[k] = d.Value(a)
	}
	if d.inner == nil {
		return op.None
	}
	value := op.Apply(d.inner, o, values...)
	if value == op.None {
		return op.None
	}
	return d.keep(pair{value: value, tangent: op.None, op: o, in: in})
}

func (d *Dual) keep(p pair) op.Ref {
	d.pairs = append(d.pairs, p)
	return op.Ref(len(d.pairs) - 1)
}

// holds reports whether a ref stands for a pair.
func (d *Dual) holds(a op.Ref) bool {
	return d != nil && d.inner != nil && a >= 0 && int(a) < len(d.pairs)
}
