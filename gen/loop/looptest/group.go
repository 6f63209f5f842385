// Package looptest makes random loop groups and data for tests.
package looptest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/topos-go/topos/gen/loop"
)

// What is drawn most often stands first, as rapid prefers it.
var (
	extents    = []int{33, 17, 8, 100, 5, 64, 31, 2, 9, 3, 16, 7, 200, 1}
	ranks      = []int{2, 3, 1, 4, 2, 0}
	lengths    = []int{9, 14, 5, 12, 3, 20, 1} // of expressions
	operations = []loop.Op{
		loop.Max, loop.Sub, loop.Mul, loop.Step, loop.Add, loop.Canonical, loop.Div, loop.Neg, loop.Sqrt,
		loop.Exp, loop.Log, loop.Tanh, loop.Sigmoid, loop.Where, loop.Less, loop.Min, loop.Equal, loop.LessEqual,
		loop.Sin, loop.Cos, loop.Log1p, loop.Expm1, loop.Erf, loop.ErfDerivative, loop.Rsqrt, loop.Pow,
	}
)

// Group generates groups of a name and an element: up to four axes, buffers that are dense, repeated along some axes or
// permuted, every operation, several writes, some in place. A group has at most 1<<13 lanes.
func Group(name string, elem loop.Elem) *rapid.Generator[*loop.Group] {
	return rapid.Custom(func(t *rapid.T) *loop.Group {
		g := &loop.Group{Name: name, Elem: elem, Doc: []string{"A random group."}}
		for range rapid.SampledFrom(ranks).Draw(t, "rank") {
			e := rapid.SampledFrom(extents).Draw(t, "extent")
			if g.Lanes()*e <= 1<<13 {
				g.Space = append(g.Space, e)
			}
		}
		for i := range rapid.IntRange(1, 4).Draw(t, "reads") {
			g.Reads = append(g.Reads, loop.Access{Name: fmt.Sprintf("in%d", i), Strides: strides(t, g.Space)})
			g.Body = append(g.Body, loop.Instr{Op: loop.Read, Index: i})
		}
		for range rapid.IntRange(0, 2).Draw(t, "constants") {
			v := rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -0.5, 0.1, 3e38, 1e-40, math.Inf(1), math.NaN()}).Draw(t, "constant")
			g.Body = append(g.Body, loop.Instr{Op: loop.Const, Value: v})
		}
		for range rapid.SampledFrom(lengths).Draw(t, "operations") {
			o := rapid.SampledFrom(operations).Draw(t, "operation")
			if rapid.Bool().Draw(t, "fast") {
				o = o.Fast(elem)
			}
			in := loop.Instr{Op: o, Note: fmt.Sprintf("random.go:%d", len(g.Body))}
			for range o.Arity() {
				// Mostly late values, so that expressions grow deep.
				back := min(rapid.IntRange(1, 8).Draw(t, "operand"), len(g.Body))
				in.Args = append(in.Args, len(g.Body)-back)
			}
			g.Body = append(g.Body, in)
		}
		writes(t, g)
		return g
	})
}

func writes(t *rapid.T, g *loop.Group) {
	dense := make([]int, len(g.Space))
	step := 1
	for i, e := range slices.Backward(g.Space) {
		dense[i] = step
		step *= e
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "writes") {
		back := min(rapid.IntRange(1, 3).Draw(t, "value"), len(g.Body))
		w := loop.Write{Access: loop.Access{Name: fmt.Sprintf("out%d", i), Strides: dense}, Value: len(g.Body) - back}
		for _, r := range g.Reads {
			taken := slices.ContainsFunc(g.Writes, func(w loop.Write) bool { return w.Name == r.Name })
			itself := g.Body[w.Value].Op == loop.Read // a buffer is never assigned to itself
			if !taken && !itself && slices.Equal(r.Strides, dense) && rapid.Bool().Draw(t, "in place") {
				w.Name = r.Name
				break
			}
		}
		g.Writes = append(g.Writes, w)
	}
}

// strides chooses how a buffer lies in a space.
func strides(t *rapid.T, space []int) []int {
	order := make([]int, len(space)) // of the axes in memory, innermost first
	for i := range order {
		order[i] = len(space) - 1 - i
	}
	repeated := make([]bool, len(space))
	switch layout := rapid.IntRange(0, 19).Draw(t, "layout"); {
	case layout == 19:
		order = rapid.Permutation(order).Draw(t, "order")
	case layout < 12:
		for i := range repeated {
			repeated[i] = rapid.Bool().Draw(t, "repeated")
		}
	}
	s := make([]int, len(space))
	step := 1
	for _, axis := range order {
		if !repeated[axis] {
			s[axis] = step
			step *= space[axis]
		}
	}
	return s
}

// Fill fills data with numbers of many magnitudes and all special values, the same for the same seed.
func Fill[E float32 | float64](data []E, seed int) {
	random := rand(seed)
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-45, -1e-45, 1e-40, 3.4e38, 0.5}
	for i := range data {
		switch u := random(); u % 16 {
		case 0:
			data[i] = E(special[u/16%uint64(len(special))])
		case 1:
			data[i] = E(math.Ldexp(float64(int64(u)), int(u>>8%250)-190))
		default:
			data[i] = E(float64(int64(u)) / (1 << 61))
		}
	}
}

// rand is a small generator of its own, so that data stay the same.
func rand(seed int) func() uint64 {
	state := uint64(seed)
	return func() uint64 { // splitmix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// Buffers makes a filled slice for each of the group's buffers.
func Buffers[E float32 | float64](g *loop.Group, seed int) map[string][]E {
	buffers := map[string][]E{}
	for i, a := range g.Accesses() {
		buffers[a.Name] = make([]E, a.Size(g.Space))
		Fill(buffers[a.Name], seed+i)
	}
	return buffers
}

// Same reports whether two slices are equal bit for bit, any NaN being equal to any other.
func Same[E float32 | float64](a, b []E) bool {
	return slices.EqualFunc(a, b, func(x, y E) bool {
		return x != x && y != y || math.Float64bits(float64(x)) == math.Float64bits(float64(y))
	})
}
