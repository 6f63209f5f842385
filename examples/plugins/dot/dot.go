// Package dot is a pattern of another module: the sum of a product of two values becomes one pass over both, and the product is never stored.
package dot

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Pattern is Sum(Mul(a, b)).
type Pattern struct{}

// Name is dot.
func (Pattern) Name() string { return "dot" }

// Match starts at the sum.
func (Pattern) Match(g *pattern.Graph, root int) (*pattern.Candidate, *pattern.Miss) {
	sum := g.Node(root)
	if _, ok := sum.Op.(op.Sum); !ok || g.Elem() != "f32" && g.Elem() != "f64" {
		return nil, nil
	}
	product := sum.In[0]
	mul := g.Node(product)
	if _, ok := mul.Op.(op.Mul); !ok {
		return nil, pattern.Blocked(product, "is a %s, not a product", mul.Op.Name())
	}
	n := g.Shape(product).Volume()
	return &pattern.Candidate{
		Root: root, Interior: []int{product}, Operands: mul.In, Flops: 2 * n,
		Call: &pattern.Call{
			Package:  "github.com/topos-go/topos/examples/plugins/dot/kernel",
			Function: "Dot",
			Args:     []pattern.Arg{pattern.Buffer(root), pattern.Buffer(mul.In[0]), pattern.Buffer(mul.In[1]), pattern.Work()},
			Scratch:  &pattern.Scratch{Function: "Blocks", Extents: []int{n}},
		},
	}, nil
}
