package plan

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Flops counts the arithmetic of a node: two per multiply-add of a product, one per element of what is computed lane by lane or reduced, none
// where elements are only moved.
func Flops(net *dsl.Network, node int) int {
	if net == nil {
		return 0
	}
	n := net.Node(node)
	switch o := n.Op.(type) {
	case op.MatMul:
		a := net.Node(n.In[0]).Type.Shape
		return 2 * n.Type.Shape.Volume() * a[len(a)-1]
	case op.Sum, op.SumAlong, op.MaxAlong, op.ArgMax, op.CumSum, op.Softmax, op.LogSoftmax, op.LogSumExp, op.Scatter, op.Fold:
		return net.Node(n.In[0]).Type.Shape.Volume()
	default:
		if lane(o) != 0 {
			return n.Type.Shape.Volume()
		}
	}
	return 0
}
