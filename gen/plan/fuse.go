package plan

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// group collects elementwise nodes of one shape that run as one loop nest.
type group struct{ nodes []int }

// Bounds of a group, within what a kernel can hold in registers.
const (
	maxPointers = 10
	maxBody     = 48
)

// lane is the lane operation of an elementwise op under the posture of the entry.
func (l *lowering) lane(o op.Op) loop.Op {
	if l.plan.Entry.IsFast() {
		return lane(o).Fast(l.to.Elem)
	}
	return lane(o)
}

// lane is the lane operation of an elementwise op, or 0.
func lane(o op.Op) loop.Op {
	switch o.(type) {
	case op.Add:
		return loop.Add
	case op.Sub:
		return loop.Sub
	case op.Mul:
		return loop.Mul
	case op.Div:
		return loop.Div
	case op.Neg:
		return loop.Neg
	case op.Sqrt:
		return loop.Sqrt
	case op.Maximum:
		return loop.Max
	case op.Step:
		return loop.Step
	case op.Exp:
		return loop.Exp
	case op.Ln:
		return loop.Log
	case op.Tanh:
		return loop.Tanh
	case op.Sigmoid:
		return loop.Sigmoid
	case op.Minimum:
		return loop.Min
	case op.Less:
		return loop.Less
	case op.LessEqual:
		return loop.LessEqual
	case op.Equal:
		return loop.Equal
	case op.Where:
		return loop.Where
	case op.Sin:
		return loop.Sin
	case op.Cos:
		return loop.Cos
	case op.Log1p:
		return loop.Log1p
	case op.Expm1:
		return loop.Expm1
	case op.Erf:
		return loop.Erf
	case op.ErfDerivative:
		return loop.ErfDerivative
	case op.Rsqrt:
		return loop.Rsqrt
	case op.Powf:
		return loop.Pow
	case op.Widen: // a view where the element is its own accumulator
		return loop.Widen
	case op.Round:
		return loop.Round
	}
	return 0
}

// fuse walks the elementwise nodes upward and lets each join the groups of its operands where the order of steps allows it.
func (l *lowering) fuse() {
	for _, i := range l.plan.calls {
		n := l.net.Node(i)
		if lane(n.Op) == 0 || !l.computed(i) || l.matches[i] != nil {
			continue
		}
		own := &group{[]int{i}}
		for _, in := range n.In {
			if v := l.view[in]; !v.splat && l.group[v.base] != nil {
				joined, miss := l.join(own, l.group[v.base])
				if miss != nil {
					l.missed(i, miss)
					continue
				}
				own = joined
			}
		}
		for _, member := range own.nodes {
			l.group[member] = own
		}
	}
}

// join merges two groups, or names the node because of which that is not legal.
func (l *lowering) join(a, b *group) (*group, *pattern.Miss) {
	if slices.Equal(a.nodes, b.nodes) || slices.Contains(a.nodes, b.nodes[0]) {
		return a, nil
	}
	shape := l.net.Node(a.nodes[0]).Type.Shape
	if other := l.net.Node(b.nodes[0]).Type.Shape; !shape.Equal(other) {
		return nil, pattern.Blocked(slices.Max(b.nodes), "has the shape %s, not %s", other, shape)
	}
	nodes := slices.Concat(a.nodes, b.nodes)
	slices.Sort(nodes)
	last := slices.Max(nodes)
	pointers := map[string]bool{}
	for _, m := range nodes {
		for _, in := range l.net.Node(m).In {
			v := l.view[in]
			if v.splat {
				continue
			}
			if slices.Contains(nodes, v.base) {
				if v.offset != 0 || !dense(shape, v.strides) {
					return nil, pattern.Blocked(in, "is read in another order: a lane would need the value of another")
				}
				continue
			}
			pointers[v.key()] = true
		}
		written := l.kept[m]
		for _, reader := range l.readers[m] {
			if !slices.Contains(nodes, reader) {
				if reader < last {
					return nil, pattern.Blocked(m, "is read by %s, which comes before the loop would be complete", l.title(reader))
				}
				written = true
			}
		}
		if written {
			pointers[view{base: -1 - m}.key()] = true
		}
	}
	switch {
	case len(pointers) > maxPointers:
		return nil, pattern.Blocked(slices.Max(b.nodes), "would bring the loop to %d buffers, more than a kernel has pointers for", len(pointers))
	case len(nodes) > maxBody:
		return nil, pattern.Blocked(slices.Max(b.nodes), "would bring the loop to %d nodes, more than a kernel holds", len(nodes))
	}
	return &group{nodes}, nil
}
