package proof

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// calculus are the makers of the functions, the windows, the masks and the precisions.
var calculus = []maker{
	{op.Minimum{}, 3, binary(op.Minimum{})},
	{op.Sin{}, 1, unary(op.Sin{})},
	{op.Cos{}, 1, unary(op.Cos{})},
	{op.Erf{}, 1, unary(op.Erf{})},
	{op.ErfDerivative{}, 1, unary(op.ErfDerivative{})},
	{op.Expm1{}, 1, unary(op.Expm1{})},
	{op.Log1p{}, 1, positive(op.Log1p{})},
	{op.Rsqrt{}, 1, positive(op.Rsqrt{})},
	{op.Powf{}, 1, func(g *generator) {
		v := g.number()
		base := g.apply(op.Add{}, g.apply(op.Mul{}, v, v), g.constant(0.5, v.Shape()))
		g.apply(op.Powf{}, base, g.like(v.Shape()))
	}},
	{op.Less{}, 2, masked(op.Less{})},
	{op.LessEqual{}, 2, masked(op.LessEqual{})},
	{op.Equal{}, 2, masked(op.Equal{})},
	{op.Where{}, 2, masked(op.LessEqual{})},
	{op.CumSum{}, 3, func(g *generator) {
		v := g.ranked(1)
		g.apply(op.CumSum{Axis: g.axis(v), Reverse: g.chance(2)}, v)
	}},
	{op.Narrow{}, 4, func(g *generator) {
		v := g.ranked(1)
		axis := g.axis(v)
		extent := v.Shape()[axis]
		length := 1 + g.IntN(extent)
		if length != g.rows && !g.carriesRows(v, axis) {
			g.apply(op.Narrow{Axis: axis, Start: g.IntN(extent - length + 1), Len: length}, v)
		}
	}},
	{op.Pad{}, 3, func(g *generator) {
		v := g.ranked(1)
		axis := g.axis(v)
		start, full := g.IntN(3), v.Shape()[axis]+g.IntN(4)
		if full += start; full != g.rows && !g.carriesRows(v, axis) && v.Shape().Volume()/v.Shape()[axis]*full <= 4*g.volume {
			g.apply(op.Pad{Axis: axis, Start: start, FullExtent: full}, v)
		}
	}},
	{op.Unfold{}, 3, func(g *generator) { g.windows(false) }},
	{op.Fold{}, 3, func(g *generator) { g.windows(true) }},
	{op.Concat{}, 3, func(g *generator) {
		v := g.ranked(1)
		axis := g.axis(v)
		parts, total := []dsl.Value{v}, v.Shape()[axis]
		for range 1 + g.IntN(2) {
			shape := slices.Clone(v.Shape())
			if shape[axis] = g.extent(4); g.carriesRows(v, axis) || shape[axis] == g.rows {
				return
			}
			parts, total = append(parts, g.like(shape)), total+shape[axis]
		}
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		if v.Shape().Volume() <= g.volume && total != g.rows {
			g.apply(op.Concat{Axis: axis}, parts...)
		}
	}},
	{op.Widen{}, 2, precise},
	{op.Round{}, 2, precise},
}

// masked compares two numbers and chooses between two others, or one of them, by the mask, now and then repeated or permuted.
func masked(o op.Op) func(g *generator) {
	return func(g *generator) {
		a := g.number()
		mask := g.hidden(o, a, g.like(a.Shape()))
		if rank := a.Shape().Rank(); rank > 0 && g.rows == 0 && g.chance(3) {
			mask = g.hidden(op.Permute{Order: g.order(rank)}, mask)
		}
		yes, no := g.like(mask.Shape()), g.like(mask.Shape())
		g.apply(op.Where{}, mask, yes, no)
	}
}

// precise computes with wide numbers between a Widen and a Round.
func precise(g *generator) {
	v := g.number()
	if g.precision == op.Wide {
		g.apply(op.Widen{}, g.hidden(op.Round{}, v))
		return
	}
	wide := g.hidden(op.Widen{}, v)
	switch g.IntN(3) {
	case 0:
		wide = g.hidden(op.Mul{}, wide, wide)
	case 1:
		wide = g.hidden(op.Tanh{}, wide)
	}
	g.apply(op.Round{}, wide)
}

// windows unfolds an axis, and folds it back where asked to, sometimes after a product, so that what overlaps differs.
func (g *generator) windows(fold bool) {
	v := g.ranked(1)
	if v.Shape().Rank() == 4 || v.Shape().Volume() > g.volume {
		return
	}
	axis := g.axis(v)
	extent := v.Shape()[axis]
	size, step, dilation := 1+g.IntN(min(extent, 5)), max(1, g.IntN(4)), 1+g.IntN(2)
	if dilation*(size-1)+1 > extent {
		dilation = 1
	}
	count := (extent-dilation*(size-1)-1)/step + 1
	if g.carriesRows(v, axis) || count == g.rows || size == g.rows {
		return
	}
	u := g.apply(op.Unfold{Axis: axis, Size: size, Step: step, Dilation: dilation}, v)
	if fold {
		if g.chance(2) {
			u = g.apply(op.Mul{}, u, g.like(u.Shape()))
		}
		g.apply(op.Fold{Axis: axis, Size: size, Step: step, Dilation: dilation, Extent: extent}, u)
	}
}

// carriesRows reports whether the rows of a bucket lie along the axis, or may: then its extent differs from bucket to bucket.
func (g *generator) carriesRows(v dsl.Value, axis int) bool {
	rows, known := g.row[v]
	return g.rows > 0 && (!known || rows.Axis == axis || v.Shape()[axis] == g.rows)
}

// hidden records an op whose result is of a kind or a precision that the pool does not hold.
func (g *generator) hidden(o op.Op, in ...dsl.Value) dsl.Value {
	v := g.wanted(Apply(o, in...))
	g.spent += cost(o, in, v)
	if g.rows > 0 {
		if rows, apart := g.follow(o, in, v); apart {
			g.row[v] = rows
		}
	}
	return v
}
