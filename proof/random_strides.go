package proof

import (
	"math/rand/v2"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// strides reduces many columns at a time or orders many axes anew, both rare among small shapes, and exports the result alone.
func (g *generator) strides() {
	defer func(r *rand.Rand) { g.Rand = r }(g.Rand)
	g.Rand = g.appendix.strides
	var v dsl.Value
	if g.chance(3) {
		v = g.apply(op.Permute{Order: g.Perm(4)}, g.source(tensor.Shape{2 + g.IntN(4), 2 + g.IntN(4), 2 + g.IntN(4), 2 + g.IntN(4)}))
	} else {
		columns := g.source(tensor.Shape{pick(g.Rand, []int{2, 3, 4, 5, 9, 17, 34}), pick(g.Rand, []int{64, 65, 100, 130, 257})})
		v = g.apply(pick(g.Rand, []op.Op{op.SumAlong{}, op.SumAlong{}, op.MaxAlong{}, op.ArgMax{}, op.Softmax{}, op.LogSoftmax{}, op.LogSumExp{}}), columns)
	}
	g.t.Export("Strides"+strconv.Itoa(g.names), dsl.Roots(g.readableAs(v)))
}
