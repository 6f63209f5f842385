package forward

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// push computes how the result of an op moves when its operands do. tangent gives the tangent of an operand; it is asked only for operands that the
// derivative rule does not take for data. Where the op is linear in the operands that move, the op itself is applied to their tangents. Elsewhere the
// tangents go through the derivative rule from its end to its cotangent: each step of the rule is linear in what depends on the cotangent, so the step's
// own derivative rule is its transpose.
func push(inner op.Rules, o op.Op, n op.Node, tangent func(k int) op.Ref) op.Ref {
	if !fits(inner, o, n) {
		return op.None
	}
	r := newRule(inner, o, n)
	tangents := make([]op.Ref, len(n.In))
	var moving []int
	for k, contribution := range r.contributions {
		tangents[k] = op.None
		if contribution != op.None {
			tangents[k] = tangent(k)
		}
		if tangents[k] != op.None {
			moving = append(moving, k)
		}
	}
	if r.linearIn(moving) {
		return r.substituted(o, n, moving, tangents)
	}
	moved := op.None
	add := func(term op.Ref) {
		if moved != op.None {
			term = inner.Add(moved, term)
		}
		moved = term
	}
	var rest []int
	for _, k := range moving {
		if one := []int{k}; r.linearIn(one) {
			add(r.substituted(o, n, one, tangents))
		} else {
			rest = append(rest, k)
		}
	}
	if len(rest) > 0 {
		add(r.transposed(rest, tangents))
	}
	return moved
}

// fits reports whether the inner rules hold the result and operands of the op.
func fits(inner op.Rules, o op.Op, n op.Node) bool {
	types := make([]op.Type, len(n.In))
	for k, operand := range n.In {
		types[k] = inner.Type(operand)
	}
	if len(types) == 0 || o.Arity() != op.Variadic && o.Arity() != len(types) {
		return false
	}
	out, fault := o.Infer(types)
	return fault == nil && out.Shape.Equal(inner.Type(n.Out).Shape)
}

// linearIn reports whether the op is linear in the operands that move, the others being fixed: what they are given by the derivative rule depends on
// none of them, and on each of the other operands, so that no term is left over when these move alone.
func (r *rule) linearIn(moving []int) bool {
	reads := map[op.Ref]bool{}
	for _, k := range moving {
		r.read(r.contributions[k], reads)
	}
	for k := range r.contributions {
		if in := op.Ref(k); r.Type(in).Kind == op.Number && reads[in] == slices.Contains(moving, k) {
			return false
		}
	}
	return len(moving) > 0 && !reads[r.out]
}

// substituted applies the op with tangents in the place of the operands that move.
func (r *rule) substituted(o op.Op, n op.Node, moving []int, tangents []op.Ref) op.Ref {
	in := slices.Clone(n.In)
	for _, k := range moving {
		in[k] = tangents[k]
	}
	return op.Apply(r.inner, o, in...)
}

// transposed runs the derivative rule from its contributions back to its cotangent.
func (r *rule) transposed(moving []int, tangents []op.Ref) op.Ref {
	end := len(r.steps)
	seeds := make([]op.Ref, end)
	for i := range seeds {
		seeds[i] = op.None
	}
	add := func(to, term op.Ref) {
		if seeds[to] != op.None {
			term = r.Add(seeds[to], term)
		}
		seeds[to] = term
	}
	for _, k := range moving {
		add(r.contributions[k], r.hold(tangents[k]))
	}
	for i := op.Ref(end - 1); i > r.cotangent; i-- {
		if seeds[i] == op.None || !r.steps[i].linear {
			continue
		}
		s := r.steps[i]
		for k, c := range s.op.Gradient(r, op.Node{In: s.in, Out: i}, seeds[i]) {
			if r.steps[s.in[k]].linear && c != op.None {
				add(s.in[k], c)
			}
		}
	}
	return r.compute(seeds[r.cotangent])
}
