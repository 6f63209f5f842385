// Package squares stands for a module with a pattern of its own and the kernel that computes it.
package squares

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Pattern is the square of a difference, (a - b)(a - b). The difference is written too where somebody else wants it.
type Pattern struct{}

// Name is squared-difference.
func (Pattern) Name() string { return "squared-difference" }

// Match wants a product of one difference with itself.
func (Pattern) Match(g *pattern.Graph, root int) (*pattern.Candidate, *pattern.Miss) {
	n := g.Node(root)
	if _, ok := n.Op.(op.Mul); !ok || n.In[0] != n.In[1] {
		return nil, nil
	}
	d := n.In[0]
	sub := g.Node(d)
	if _, ok := sub.Op.(op.Sub); !ok {
		return nil, pattern.Blocked(d, "is a %s, not a difference", sub.Op.Name())
	}
	c := &pattern.Candidate{Root: root, Operands: sub.In, Flops: 2 * g.Shape(root).Volume(), Call: &pattern.Call{
		Package: "github.com/topos-go/topos/proof/testdata/squares/kernel", Function: "Squares",
		Args:    []pattern.Arg{pattern.Buffer(root), pattern.Buffer(sub.In[0]), pattern.Buffer(sub.In[1]), pattern.Int(g.Shape(root).Volume()), pattern.Float(-0.5), pattern.Work()},
		Scratch: &pattern.Scratch{Function: "Scratch", Extents: []int{g.Shape(root).Volume()}},
	}}
	if len(g.Consumers(d)) > 2 || g.Readable(d) {
		c.Results = []int{d}
		c.Call.Function, c.Call.Args[5], c.Call.Scratch = "SquaresAndDifferences", pattern.Buffer(d), nil
		return c, nil
	}
	c.Interior = []int{d}
	return c, nil
}
