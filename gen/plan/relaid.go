package plan

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
)

// When a transposed copy of a parameter is worth its memory, as measured with AVX2.
const (
	relaidLeast = 1 << 10 // elements of the parameter: of fewer nothing is gained
	relaidRows  = 10      // of the other factor: the kernels pack for more, however the parameter lies
	relaidBytes = 4096    // of a row of the copy: where each k lies in another page, they pack for more than one row of the other factor
)

// relaid is the product with a transposed copy of a parameter that lies along k, or nil where there is none or it would gain nothing. A product of one
// column is one of a row, its factors exchanged.
func (l *lowering) relaid(i int, in []Arg, p product) *Step {
	size := map[loop.Elem]int{loop.F32: 4, loop.F64: 8}[l.to.Elem]
	factors := l.net.Node(i).In
	arg, rows := 1, p.n
	switch {
	case size == 0 || p.batch > 1 || p.k == 1:
		return nil
	case p.n > 1 && p.layout == [2]string{"N", "T"}:
		if p.m > 1 && (p.m > relaidRows || p.n*size >= relaidBytes) {
			return nil
		}
	case p.n == 1 && p.m > 1 && p.layout[0] == "N":
		arg, rows = 0, p.m
	default:
		return nil
	}
	if !l.still(factors[arg], rows*p.k) {
		return nil
	}
	from := in[arg].Buffer
	in = slices.Clone(in)
	in[arg].Buffer = &Buffer{Place: Relaid, Kind: from.Kind, Node: from.Node, Size: from.Size, Rows: rows}
	p.layout[arg] = [2]string{"T", "N"}[arg]
	s := l.multiply(i, in, p)
	s.Nodes = nil
	return s
}

// still reports whether a node is a whole parameter of so many elements, as it is stored, that no entry of the network assigns.
func (l *lowering) still(i, volume int) bool {
	base := l.view[i].base
	_, parameter := l.net.Node(base).Op.(op.Parameter)
	return parameter && !l.to.Converts && volume >= relaidLeast && l.net.Node(base).Type.Shape.Volume() == volume &&
		!slices.ContainsFunc(l.plan.Net.Entries(), func(e *dsl.Entry) bool {
			return slices.ContainsFunc(e.Assigns(), func(a dsl.Assign) bool { return a.Slot.Index() == l.net.calls[base].node })
		})
}
