package proof

import (
	"math/rand/v2"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/runtime/tensor"
)

// layer records a product, mostly of few rows, by a parameter that lies out-by-in and that no entry assigns, so that Params holds a copy of it. It names
// the product.
func (g *generator) layer() dsl.Value {
	defer func(r *rand.Rand) { g.Rand = r }(g.Rand)
	g.Rand = g.appendix.layer
	in, out := pick(g.Rand, []int{64, 65, 130, 513}), pick(g.Rand, []int{16, 17, 33, 64})
	if g.chance(2) {
		in, out = out, in
	}
	// The parameter stays out of the pool: nothing assigns it.
	w := g.wanted(g.t.Parameter(g.name("w"), g.initial(tensor.Shape{out, in}), out, in))
	g.row[w] = rows.Free(0)
	var y dsl.Value
	switch {
	case g.rows > 0:
		y = g.apply(op.MatMul{}, g.source(tensor.Shape{g.rows, in}), g.hidden(op.Permute{Order: []int{1, 0}}, w))
	case g.chance(3):
		y = g.apply(op.MatMul{}, w, g.like(tensor.Shape{in, 1}))
	default:
		y = g.apply(op.MatMul{}, g.like(tensor.Shape{pick(g.Rand, []int{1, 1, 1, 2, 5, 10, 11}), in}), g.hidden(op.Permute{Order: []int{1, 0}}, w))
	}
	if g.chance(2) {
		y = g.apply(op.Tanh{}, y)
	}
	return g.readableAs(y)
}

// layerEntry exports it alone.
func (g *generator) layerEntry() {
	g.t.Export("Layer"+strconv.Itoa(g.names), dsl.Roots(g.layer()))
}
