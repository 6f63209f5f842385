package proof

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// maker records one op on operands that it takes from the pool. Where it finds none that fit it records nothing.
type maker struct {
	op     op.Op
	weight int
	make   func(g *generator)
}

// makers has an entry for each op that has operands: the whole of what the generator knows of it.
var makers = slices.Concat(core, calculus)

// core are the makers of arithmetic, reductions, products, movement and selections.
var core = []maker{
	{op.Add{}, 8, binary(op.Add{})},
	{op.Sub{}, 6, binary(op.Sub{})},
	{op.Mul{}, 8, binary(op.Mul{})},
	{op.Div{}, 4, binary(op.Div{})},
	{op.Maximum{}, 4, binary(op.Maximum{})},
	{op.Step{}, 2, binary(op.Step{})},
	{op.Neg{}, 2, unary(op.Neg{})},
	{op.Exp{}, 2, unary(op.Exp{})},
	{op.Tanh{}, 4, unary(op.Tanh{})},
	{op.Sigmoid{}, 3, unary(op.Sigmoid{})},
	{op.Sqrt{}, 3, positive(op.Sqrt{})},
	{op.Ln{}, 3, positive(op.Ln{})},
	{op.Broadcast{}, 2, (*generator).broadcast},
	{op.BroadcastAlong{}, 4, func(g *generator) {
		if v := g.number(); v.Shape().Rank() < 4 {
			axis, extent := g.IntN(v.Shape().Rank()+1), g.extent(g.volume/v.Shape().Volume())
			if extent == g.rows {
				if axis = 0; holds(v.Shape(), g.rows) {
					return
				}
			}
			g.apply(op.BroadcastAlong{Axis: axis, Extent: extent}, v)
		}
	}},
	{op.Permute{}, 4, func(g *generator) {
		v := g.ranked(1)
		g.apply(op.Permute{Order: g.order(v.Shape().Rank())}, v)
	}},
	{op.Reshape{}, 4, func(g *generator) { g.reshaped(g.number()) }},
	{op.Sum{}, 2, unary(op.Sum{})},
	{op.SumAlong{}, 6, along(func(axis int) op.Op { return op.SumAlong{Axis: axis} })},
	{op.MaxAlong{}, 3, along(func(axis int) op.Op { return op.MaxAlong{Axis: axis} })},
	{op.ArgMax{}, 2, along(func(axis int) op.Op { return op.ArgMax{Axis: axis} })},
	{op.Softmax{}, 3, along(func(axis int) op.Op { return op.Softmax{Axis: axis} })},
	{op.LogSoftmax{}, 3, along(func(axis int) op.Op { return op.LogSoftmax{Axis: axis} })},
	{op.LogSumExp{}, 3, along(func(axis int) op.Op { return op.LogSumExp{Axis: axis} })},
	{op.MatMul{}, 10, (*generator).product},
	{op.TakeAlong{}, 4, func(g *generator) {
		v := g.ranked(1)
		axis := g.axis(v)
		if s := g.selection(lastAxis(v.Shape(), axis)); s.Index() >= 0 {
			g.apply(op.TakeAlong{Axis: axis}, v, s)
		}
	}},
	{op.PutAlong{}, 3, func(g *generator) {
		v := g.number()
		classes := g.extent(g.volume / v.Shape().Volume())
		if v.Shape().Rank() == 4 || classes == g.rows {
			return
		}
		if s := g.selection(append(v.Shape(), classes)); s.Index() >= 0 {
			g.apply(op.PutAlong{Axis: g.IntN(v.Shape().Rank() + 1)}, v, s)
		}
	}},
	{op.Gather{}, 4, func(g *generator) {
		table := g.ranked(1)
		lead := g.shape(g.IntN(max(1, 5-table.Shape().Rank())))
		if lead.Volume()*table.Shape().Volume() > 4*g.volume {
			return
		}
		if s := g.selection(append(lead, table.Shape()[0])); s.Index() >= 0 {
			g.apply(op.Gather{}, table, s)
		}
	}},
	{op.Scatter{}, 4, func(g *generator) {
		rows := g.number()
		lead := rows.Shape()[:g.IntN(rows.Shape().Rank()+1)]
		classes := g.extent(g.volume)
		if classes*rows.Shape().Volume() > 4*g.volume*lead.Volume() || classes == g.rows {
			return
		}
		if s := g.selection(append(slices.Clone(lead), classes)); s.Index() >= 0 {
			g.apply(op.Scatter{}, rows, s)
		}
	}},
}

// unary applies an op to any number.
func unary(o op.Op) func(g *generator) {
	return func(g *generator) { g.apply(o, g.number()) }
}

// binary applies an op to two numbers of one shape, now and then to one number twice.
func binary(o op.Op) func(g *generator) {
	return func(g *generator) {
		a := g.number()
		b := a
		if !g.chance(10) {
			b = g.like(a.Shape())
		}
		if g.chance(2) {
			a, b = b, a
		}
		g.apply(o, a, b)
	}
}

// positive applies an op mostly to a number that is above zero, so that not all ends as NaN.
func positive(o op.Op) func(g *generator) {
	return func(g *generator) {
		v := g.number()
		if !g.chance(4) {
			square := g.apply(op.Mul{}, v, v)
			half := g.constant(0.5, v.Shape())
			v = g.apply(op.Add{}, square, half)
		}
		g.apply(o, v)
	}
}

// along applies an op of one axis.
func along(o func(axis int) op.Op) func(g *generator) {
	return func(g *generator) {
		v := g.ranked(1)
		g.apply(o(g.axis(v)), v)
	}
}

// broadcast repeats a number of one element.
func (g *generator) broadcast() {
	for range 6 {
		if v := g.number(); v.Shape().Volume() == 1 {
			g.apply(op.Broadcast{Shape: g.shape(g.IntN(5))}, v)
			return
		}
	}
	if g.rows == 0 {
		v := g.number()
		if !g.chance(3) {
			v = g.apply(op.Sum{}, v)
		} else {
			v = g.source(tensor.Shape{})
		}
		g.apply(op.Broadcast{Shape: g.shape(g.IntN(5))}, v)
	}
}

// product multiplies matrices. Operands of the pool come as they are, transposed, or as any view that has the shape.
func (g *generator) product() {
	a := g.ranked(2)
	if long := g.menu[len(g.menu)-1]; g.long != nil && g.chance(2) {
		a = g.like(tensor.Shape{g.extent(g.volume / long), long})
	}
	if g.chance(2) {
		shape := a.Shape()
		order := g.identity(len(shape))
		order[len(shape)-2], order[len(shape)-1] = order[len(shape)-1], order[len(shape)-2]
		if g.rows == 0 || len(shape) > 2 {
			a = g.apply(op.Permute{Order: order}, a)
		}
	}
	shape := a.Shape()
	m, k := shape[len(shape)-2], shape[len(shape)-1]
	batch := shape.Volume() / (m * k)
	n := g.extent(min(g.volume/(batch*k), g.volume/(batch*m)))
	if n == g.rows {
		n = 1 + g.IntN(9)
	}
	if 2*batch*m*k*n > g.cost {
		return
	}
	right := slices.Clone(shape)
	right[len(right)-2], right[len(right)-1] = k, n
	var b dsl.Value
	if g.chance(2) {
		flipped := slices.Clone(right)
		flipped[len(right)-2], flipped[len(right)-1] = n, k
		order := g.identity(len(right))
		order[len(right)-2], order[len(right)-1] = order[len(right)-1], order[len(right)-2]
		b = g.apply(op.Permute{Order: order}, g.like(flipped))
	} else {
		b = g.like(right)
	}
	g.apply(op.MatMul{}, a, b)
}

func (g *generator) identity(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	return order
}

// lastAxis moves an axis of a shape to the end: the one-hot shape of what selects along it.
func lastAxis(shape tensor.Shape, axis int) tensor.Shape {
	extent := shape[axis]
	return append(slices.Delete(slices.Clone(shape), axis, axis+1), extent)
}
