package pattern

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// ChainSum is a Sum, or a SumAlong of the last axis, of what a chain of elementwise nodes computes for it alone: the chain is computed block
// by block into memory that stays in the cache, and each block is summed there. The blocks are those of the rule for sums, so no bit changes.
type ChainSum struct{}

// Name is chain-sum.
func (ChainSum) Name() string { return "chain-sum" }

// maxUnit bounds the elements that must be computed before they can be summed: what the second-level cache holds.
const maxUnit = 1 << 16

// sumBlock is the number of elements that the rule for sums adds at a time.
const sumBlock = 4096

// Match starts at the sum and takes in the chain as far as nobody else reads it.
func (ChainSum) Match(g *Graph, root int) (*Candidate, *Miss) {
	n := g.Node(root)
	if len(n.In) != 1 || !g.Elementwise(n.In[0]) {
		return nil, nil
	}
	top := n.In[0]
	shape := g.Shape(top)
	switch o := n.Op.(type) {
	case op.Sum:
	case op.SumAlong:
		switch {
		case o.Axis != len(shape)-1:
			return nil, Blocked(root, "sums axis %d, not the last one", o.Axis)
		case shape[o.Axis] > maxUnit:
			return nil, Blocked(top, "has lines of %d elements, more than the cache holds", shape[o.Axis])
		}
	default:
		return nil, nil
	}
	if shape.Volume() <= sumBlock {
		return nil, Blocked(top, "fits in one block")
	}
	c := &Candidate{Root: root, Interior: g.chain(top)}
	for _, i := range c.Interior {
		for _, in := range g.Node(i).In {
			if !slices.Contains(c.Interior, in) && !slices.Contains(c.Operands, in) {
				c.Operands = append(c.Operands, in)
			}
		}
	}
	if len(c.Operands) > maxOperands {
		return nil, Blocked(top, "needs %d operands, more than a kernel has pointers for", len(c.Operands))
	}
	slices.Sort(c.Operands)
	c.Flops = (len(c.Interior) + 1) * shape.Volume()
	return c, nil
}

// Bounds of a chain, within what a kernel can hold in registers.
const (
	maxChain    = 47
	maxOperands = 9
)

// chain lists a node and the elementwise ones that serve it alone, ascending. Consumers come after what they read, so going down decides them
// first.
func (g *Graph) chain(top int) []int {
	inside := []int{top}
	for i := top - 1; i >= 0 && len(inside) < maxChain; i-- {
		if g.scheduled[i] && g.private(i, inside) {
			inside = append(inside, i)
		}
	}
	slices.Reverse(inside)
	return inside
}

// private reports whether an elementwise node serves nobody but the given ones.
func (g *Graph) private(i int, inside []int) bool {
	if !g.Elementwise(i) || g.Readable(i) {
		return false
	}
	return len(g.consumers[i]) > 0 && !slices.ContainsFunc(g.consumers[i], func(c int) bool { return !slices.Contains(inside, c) })
}
