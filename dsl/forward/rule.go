package forward

import "github.com/topos-go/topos/dsl/op"

// rule is a derivative rule written down instead of computed: the steps from the operands, the result and the cotangent to what the rule contributes to
// each operand. It implements op.Rules for that. A step is computed by the inner rules when it is asked for; what only the contributions need never is.
type rule struct {
	op.Via
	inner          op.Rules
	steps          []step // operands, result and cotangent, then what the rule asks for
	out, cotangent op.Ref
	contributions  []op.Ref // per operand; op.None where it is data
}

// step is a value that the inner rules know, or the application or fill that gives it.
type step struct {
	typ    op.Type
	known  op.Ref // of the inner rules; op.None until it is computed
	linear bool   // depends on the cotangent, and linearly so
	op     op.Op
	in     []op.Ref
	fill   float64 // where there is no op, in the type of like
	like   op.Ref
}

var _ op.Rules = (*rule)(nil)

// newRule writes down the derivative rule of an op.
func newRule(inner op.Rules, o op.Op, n op.Node) *rule {
	r := &rule{inner: inner}
	r.Via = r.apply
	in := make([]op.Ref, len(n.In))
	for k, operand := range n.In {
		in[k] = r.hold(operand)
	}
	r.out = r.hold(n.Out)
	r.cotangent = r.keep(step{typ: inner.Type(n.Out), known: op.None, linear: true, like: r.out})
	r.contributions = o.Gradient(r, op.Node{In: in, Out: r.out}, r.cotangent)
	return r
}

// hold takes in a value of the inner rules.
func (r *rule) hold(known op.Ref) op.Ref { return r.keep(step{typ: r.inner.Type(known), known: known}) }

func (r *rule) keep(s step) op.Ref {
	r.steps = append(r.steps, s)
	return op.Ref(len(r.steps) - 1)
}

// Type implements op.Rules.
func (r *rule) Type(a op.Ref) op.Type { return r.steps[a].typ }

// Fill implements op.Rules.
func (r *rule) Fill(value float64, like op.Ref) op.Ref {
	return r.keep(step{typ: r.steps[like].typ, known: op.None, fill: value, like: like})
}

// apply notes an op that the rule asks for.
func (r *rule) apply(o op.Op, in ...op.Ref) op.Ref {
	s := step{known: op.None, op: o, in: in}
	types := make([]op.Type, len(in))
	for k, a := range in {
		types[k] = r.steps[a].typ
		s.linear = s.linear || r.steps[a].linear
	}
	s.typ, _ = o.Infer(types)
	return r.keep(s)
}

// read notes what a step is computed from.
func (r *rule) read(a op.Ref, reads map[op.Ref]bool) {
	if reads[a] {
		return
	}
	reads[a] = true
	for _, operand := range r.steps[a].in {
		r.read(operand, reads)
	}
}

// compute lets the inner rules compute a step, once. The cotangent stands for zeros: no step of a transposed rule asks for more than its type.
func (r *rule) compute(a op.Ref) op.Ref {
	s := &r.steps[a]
	if s.known != op.None {
		return s.known
	}
	if s.op == nil {
		s.known = r.inner.Fill(s.fill, r.compute(s.like))
		return s.known
	}
	in := make([]op.Ref, len(s.in))
	for k, operand := range s.in {
		in[k] = r.compute(operand)
	}
	s.known = op.Apply(r.inner, s.op, in...)
	return s.known
}
