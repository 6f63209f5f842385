package cli

import (
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
)

// firstNonFinite finds, while it listens to one run, the first node that holds a NaN or an infinity while none of its operands does. Leaves are passed
// over: what they hold was recorded on purpose.
func firstNonFinite(net *dsl.Network) (listen interp.Trace, found func() (node int, ok bool)) {
	node := -1
	tainted := make([]bool, net.Len())
	listen = func(e interp.Event) {
		if e.Kind != interp.Value {
			return
		}
		for _, x := range e.Values {
			tainted[e.Node] = tainted[e.Node] || math.IsNaN(x) || math.IsInf(x, 0)
		}
		_, leaf := net.Node(e.Node).Op.(op.Leaf)
		fresh := tainted[e.Node] && !leaf
		for _, operand := range net.Node(e.Node).In {
			fresh = fresh && !tainted[operand]
		}
		if fresh && node < 0 {
			node = e.Node
		}
	}
	return listen, func() (int, bool) { return node, node >= 0 }
}
