package plan

import (
	"slices"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
)

// product is a matrix product, or a batch of them, with its factors as they lie: N along their rows, T across.
type product struct {
	batch, m, k, n int
	layout         [2]string
}

// product lowers a matrix product; transposed operands are read in place.
func (l *lowering) product(i int, n dsl.Node, in []Arg) *Step {
	a, out := l.net.Node(n.In[0]).Type.Shape, n.Type.Shape
	rank := len(out)
	p := product{out[:rank-2].Volume(), out[rank-2], a[rank-1], out[rank-1], [2]string{"N", "N"}}
	for k, operand := range n.In {
		if shape := l.net.Node(operand).Type.Shape; !dense(shape, l.view[operand].strides) {
			p.layout[k] = "T"
		}
	}
	s := l.multiply(i, in, p)
	s.Relaid = l.relaid(i, in, p)
	return s
}

// multiply is the call of a product.
func (l *lowering) multiply(i int, in []Arg, p product) *Step {
	suffix := map[loop.Elem]string{loop.F32: "F32", loop.F64: "F64"}[l.to.Elem]
	word := "kernel." + p.layout[0] + p.layout[1]
	needs := []string{strconv.Itoa(p.m), strconv.Itoa(p.k), strconv.Itoa(p.n), word}
	number := l.arithmetic(i)
	for _, text := range number {
		needs = append(needs, text.(string))
	}
	scratch := l.scratchFor("MatMulScratch"+suffix, needs...)
	name, args := "MatMul"+suffix, []any{l.at(i), in[0], in[1], scratch, p.m, p.k, p.n, word}
	if p.batch > 1 {
		name, args = "MatMulBatch"+suffix, slices.Insert(args, 4, any(p.batch))
	}
	s := l.call(name, []int{i}, append(args, number...)...)
	s.Flops = 2 * p.batch * p.m * p.k * p.n
	return s
}
