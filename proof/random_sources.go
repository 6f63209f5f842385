package proof

import (
	"math"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// literals are the constants that leaves and fills hold: what folding and printing could get wrong is among them.
var literals = []float64{
	0, 0, 1, 1, -1, 2, 0.5, -0.25, 3, 0.1, 1.0 / 3, -1e-3, 1e3,
	math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-140, -0x1p-149, 0x1p-1074, math.MaxFloat32, 1e300, 16777217, 1 + 0x1p-24,
}

// source records a source of the shape and puts it into the pool.
func (g *generator) source(shape tensor.Shape) dsl.Value {
	if g.rows > 0 {
		return g.rowSource(shape)
	}
	var v dsl.Value
	switch k := g.IntN(20); {
	case k < 7:
		v = g.t.Parameter(g.name("w"), g.initial(shape), shape...)
		g.slot[v] = true
	case k < 9:
		v = g.t.State(g.name("m"), g.initial(shape), shape...)
		g.slot[v] = true
	case k < 16:
		if len(shape) == 0 && g.chance(2) {
			v = g.t.Scalar(g.name("rate"))
		} else {
			v = g.t.Input(g.name("x"), shape...)
		}
		if g.chance(3) {
			v = v.Default(g.initial(shape))
		}
	default:
		return g.leaf(shape)
	}
	g.wanted(v)
	g.named(v)
	return g.entered(v)
}

// named gives a value's axes names, now and then.
func (g *generator) named(v dsl.Value) {
	if rank := v.Shape().Rank(); rank > 0 && rank <= 4 && g.chance(6) {
		words := []string{"batch", "time", "head", "channel"}
		v.Axes(words[:rank]...)
	}
}

// leaf records a constant, mostly a uniform one.
func (g *generator) leaf(shape tensor.Shape) dsl.Value {
	if !g.chance(3) {
		return g.constant(pick(g.Rand, literals), shape)
	}
	v := g.wanted(g.t.Leaf(g.initial(shape), shape...))
	g.row[v] = rows.Free(0)
	return g.entered(v)
}

// constant records a uniform leaf.
func (g *generator) constant(c float64, shape tensor.Shape) dsl.Value {
	v := g.wanted(g.t.Leaf(dsl.Const(c), shape...))
	g.row[v] = rows.Free(1<<len(shape) - 1)
	return g.entered(v)
}

// rowSource records a source of a bucketed program: rows come from inputs, and nothing else has as many elements along an axis.
func (g *generator) rowSource(shape tensor.Shape) dsl.Value {
	var v dsl.Value
	switch {
	case len(shape) > 0 && shape[0] == g.rows && !holds(shape[1:], g.rows):
		v = g.t.Input(g.name("x"), shape...)
		g.row[v] = rows.Rows{}
	case holds(shape, g.rows):
		return g.constant(pick(g.Rand, literals), shape)
	case len(shape) == 0 && g.chance(2):
		v = g.t.Scalar(g.name("rate"))
		g.row[v] = rows.Free(0)
	case g.chance(3):
		return g.leaf(shape)
	default:
		v = g.t.Parameter(g.name("w"), g.initial(shape), shape...)
		g.row[v] = rows.Free(0)
	}
	return g.entered(g.wanted(v))
}

// labels records a fed selection.
func (g *generator) labels(shape tensor.Shape) dsl.Value {
	v := g.wanted(g.t.Labels(g.name("y"), shape...))
	g.row[v] = rows.Rows{}
	g.admit(v)
	return v
}

// initial draws a fill of every kind.
func (g *generator) initial(shape tensor.Shape) dsl.Initial {
	stream := dsl.NewStream(dsl.Seed(g.Uint64()))
	switch g.IntN(6) {
	case 0:
		return dsl.Const(pick(g.Rand, literals))
	case 1:
		if shape.Volume() <= 64 {
			list := make([]float64, shape.Volume())
			for i := range list {
				if list[i] = g.Float64()*2 - 1; g.chance(4) {
					list[i] = pick(g.Rand, literals)
				}
			}
			return dsl.Values(list...)
		}
	case 2:
		return drawn(func(s tensor.Shape) (initial.Fill, error) { return stream.Normal(s, 0.7) })
	case 3:
		return drawn(func(s tensor.Shape) (initial.Fill, error) { return stream.Dropout(s, 0.8) })
	}
	return drawn(func(s tensor.Shape) (initial.Fill, error) { return stream.Uniform(s, 1) })
}

// drawn is an Initial by one of a stream's methods.
type drawn func(tensor.Shape) (initial.Fill, error)

func (d drawn) Fill(shape tensor.Shape) (initial.Fill, error) { return d(shape) }

// hard are names that mean something to Go or to the emitter.
var hard = []string{
	"type", "func", "range", "len", "copy", "float32", "nil", "err", "in", "out", "e", "p", "s", "arena", "indices", "kernel", "rows", "done",
	"Run", "params", "state", "a.b", "a-c", "0", "net.0.w", "net.1.w", "net.1.b", "scale_", "x-y.z",
}

// name draws a name that is new on the tape: a word with a number, or a hard one.
func (g *generator) name(word string) string {
	if g.chance(12) {
		if name := pick(g.Rand, hard); !g.taken[name] {
			g.taken[name] = true
			return name
		}
	}
	g.names++
	return word + strconv.Itoa(g.names)
}
