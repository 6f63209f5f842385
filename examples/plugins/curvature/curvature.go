// Package curvature is a mode of differentiation of another module: how fast the slope of a scalar changes along a direction, by differentiating the
// reverse scan forward. A line search takes slope and curvature to its step.
package curvature

import (
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
)

// Along is the curvature of the target, a scalar node, where sources move along tangents.
func Along(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref {
	moving := forward.Along(r, g, tangents)
	cotangents := op.Reverse(moving, g, target, moving.Fill(1, target), nil)
	total := r.Fill(0, target)
	for i := range g.Len() { // in the order of the nodes, so that the sum is always the same
		source := op.Ref(i)
		tangent, moves := tangents[source]
		if !moves || cotangents[source] == op.None {
			continue
		}
		if turn := moving.Tangent(cotangents[source]); turn != op.None {
			total = r.Add(total, r.Sum(r.Mul(turn, tangent)))
		}
	}
	return total
}
