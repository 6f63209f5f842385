package looptest

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"github.com/topos-go/topos/gen/loop"
)

// Narrow generates groups of a 16-bit element, whose buffers and lanes hold numbers, accumulators and truth values. They have the spaces and the
// strides of Group's.
func Narrow(name string, elem loop.Elem) *rapid.Generator[*loop.Group] {
	return rapid.Custom(func(t *rapid.T) *loop.Group {
		g := &loop.Group{Name: name, Elem: elem, Doc: []string{"A random group."}}
		for range rapid.SampledFrom(ranks).Draw(t, "rank") {
			if e := rapid.SampledFrom(extents).Draw(t, "extent"); g.Lanes()*e <= 1<<13 {
				g.Space = append(g.Space, e)
			}
		}
		var kinds []loop.Kind
		add := func(in loop.Instr, k loop.Kind) {
			g.Body, kinds = append(g.Body, in), append(kinds, k)
		}
		for i := range rapid.IntRange(1, 5).Draw(t, "reads") {
			kind := rapid.SampledFrom([]loop.Kind{loop.Number, loop.Number, loop.Wide, loop.Truth}).Draw(t, "kind")
			if i == 0 {
				kind = loop.Number
			}
			g.Reads = append(g.Reads, loop.Access{Name: fmt.Sprintf("in%d", i), Strides: strides(t, g.Space), Kind: kind})
			add(loop.Instr{Op: loop.Read, Index: i}, kind)
		}
		for range rapid.IntRange(0, 2).Draw(t, "constants") {
			v := rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -0.5, 0.1, 3e38, 1e-40, math.Inf(1), math.NaN()}).Draw(t, "constant")
			kind := rapid.SampledFrom([]loop.Kind{loop.Number, loop.Wide}).Draw(t, "kind")
			add(loop.Instr{Op: loop.Const, Value: v, Kind: kind}, kind)
		}
		// find draws an earlier value of a kind, or is -1.
		find := func(k loop.Kind) int {
			var list []int
			for i := range kinds {
				if kinds[i] == k {
					list = append(list, i)
				}
			}
			if len(list) == 0 {
				return -1
			}
			return list[max(0, len(list)-rapid.IntRange(1, 6).Draw(t, "operand"))]
		}
		for range rapid.SampledFrom(lengths).Draw(t, "operations") {
			o := rapid.SampledFrom(append(operations, loop.Widen, loop.Round)).Draw(t, "operation")
			of := rapid.SampledFrom([]loop.Kind{loop.Number, loop.Number, loop.Number, loop.Wide}).Draw(t, "kind")
			operands, result := []loop.Kind{of, of}[:min(2, o.Arity())], of
			switch o {
			case loop.Widen:
				operands, result = []loop.Kind{loop.Number}, loop.Wide
			case loop.Round:
				operands, result = []loop.Kind{loop.Wide}, loop.Number
			case loop.Less, loop.LessEqual, loop.Equal:
				result = loop.Truth
			case loop.Where:
				operands = []loop.Kind{loop.Truth, of, of}
			}
			in := loop.Instr{Op: o, Note: fmt.Sprintf("random.go:%d", len(g.Body))}
			for _, k := range operands {
				in.Args = append(in.Args, find(k))
			}
			missing := false
			for _, a := range in.Args {
				missing = missing || a < 0
			}
			if !missing {
				add(in, result)
			}
		}
		writes(t, g)
		for i := range g.Writes {
			w := &g.Writes[i]
			w.Kind = kinds[w.Value]
			for _, r := range g.Reads {
				if r.Name == w.Name && r.Kind != w.Kind { // in place must be of one kind
					w.Name = fmt.Sprintf("out%d", i)
				}
			}
		}
		return g
	})
}
