package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/tensor"
)

// key identifies what a lane reads.
func (v view) key() string { return fmt.Sprint(v.base, v.offset, v.strides) }

// space is the iteration space of a shape: a scalar has one lane.
func space(shape tensor.Shape) (tensor.Shape, []int) {
	if len(shape) == 0 {
		return tensor.Shape{1}, []int{1}
	}
	return shape, shape.Strides()
}

// constant is a literal, rounded to the element or to its accumulator.
type constant struct {
	bits uint64
	kind loop.Kind
}

// builder writes the body of one loop group.
type builder struct {
	l      *lowering
	g      *loop.Group
	shape  tensor.Shape
	value  map[int]int    // node -> instruction
	reads  map[string]int // view -> instruction
	consts map[constant]int
	ins    []Arg
	outs   []Arg
}

func (l *lowering) builder(nodes []int, words []string) *builder {
	logical := l.net.Node(nodes[0]).Type.Shape
	shape, _ := space(logical)
	last := l.net.calls[nodes[len(nodes)-1]]
	if last.again {
		words = append([]string{"again"}, words...)
	}
	name := fmt.Sprintf("%s_g%d_%s", l.prefix, last.node, strings.Join(words, "_"))
	return &builder{
		l: l, shape: logical, g: &loop.Group{Name: name, Elem: l.to.Elem, Space: slices.Clone(shape)},
		value: map[int]int{}, reads: map[string]int{}, consts: map[constant]int{},
	}
}

// instr appends an instruction and returns its index.
func (b *builder) instr(i loop.Instr) int {
	b.g.Body = append(b.g.Body, i)
	return len(b.g.Body) - 1
}

// read is the instruction of a node, by its view: a member's value, a constant, or a read of memory.
func (b *builder) read(i int, v view) int {
	if v.splat {
		c := constant{math.Float64bits(v.value), b.l.kind(i)}
		if at, known := b.consts[c]; known {
			return at
		}
		at := b.instr(loop.Instr{Op: loop.Const, Value: v.value, Kind: c.kind})
		b.consts[c] = at
		return at
	}
	if at, member := b.value[v.base]; member {
		return at
	}
	if at, known := b.reads[v.key()]; known {
		return at
	}
	strides := slices.Clone(v.strides)
	if len(strides) == 0 {
		strides = []int{1}
	}
	b.g.Reads = append(b.g.Reads, loop.Access{Name: fmt.Sprintf("in%d", len(b.g.Reads)), Strides: strides, Kind: b.l.kind(v.base)})
	b.ins = append(b.ins, b.l.arg(v, b.shape))
	at := b.instr(loop.Instr{Op: loop.Read, Index: len(b.g.Reads) - 1})
	b.reads[v.key()] = at
	return at
}

// write stores an instruction's value in a buffer, with canonical NaN where it can be read from outside.
func (b *builder) write(node, value int, out *Buffer, kept bool) {
	if kept {
		value = b.instr(loop.Instr{Op: loop.Canonical, Args: []int{value}})
	}
	_, strides := space(b.l.net.Node(node).Type.Shape)
	b.g.Writes = append(b.g.Writes, loop.Write{Access: loop.Access{Name: fmt.Sprintf("out%d", len(b.g.Writes)), Strides: strides, Kind: b.l.kind(node)}, Value: value})
	b.outs = append(b.outs, Arg{Buffer: out, Size: out.Size})
}

// step is the finished group as a step.
func (b *builder) step(nodes []int) *Step {
	flops := len(nodes) * tensor.Shape(b.g.Space).Volume()
	return &Step{Group: b.g, Nodes: nodes, Flops: flops, Args: slices.Concat(b.outs, b.ins)}
}

// groupStep lowers fused nodes.
func (l *lowering) groupStep(g *group) *Step {
	b := l.builder(g.nodes, l.words(g.nodes))
	l.lanes(b, g.nodes, b.read)
	for _, m := range g.nodes {
		if l.written(g, m) {
			b.write(m, b.value[m], l.at(m), l.kept[m])
		}
	}
	return b.step(g.nodes)
}

// written reports whether a member's value is needed outside of its group.
func (l *lowering) written(g *group, m int) bool {
	return l.kept[m] || slices.ContainsFunc(l.readers[m], func(reader int) bool { return !slices.Contains(g.nodes, reader) })
}

// words name a group by its first few different operations.
func (l *lowering) words(nodes []int) []string {
	var words []string
	for _, m := range nodes {
		word := strings.ToLower(l.net.Node(m).Op.Name())
		if lane := l.lane(l.net.Node(m).Op); lane.IsFast() {
			word = lane.String()
		}
		if !slices.Contains(words, word) && len(words) < 4 {
			words = append(words, word)
		}
	}
	return words
}

// copyStep fills a buffer of a node from a view: by a permutation kernel where the view is one, else by a loop.
func (l *lowering) copyStep(i int, v view, out *Buffer) *Step {
	shape := l.net.Node(i).Type.Shape
	kept := l.kept[i] || l.exports[i] == out
	if !kept && !v.splat {
		if from, order, ok := permutation(shape, v.strides); ok {
			return l.call("Permute", []int{i}, out, l.arg(v, shape), ints(from), ints(order))
		}
	}
	word := "copy"
	if l.exports[i] == out {
		word = "result"
	}
	b := l.builder([]int{i}, []string{word})
	b.write(i, b.read(i, v), out, kept)
	b.g.Doc = append(b.g.Doc, fmt.Sprintf("%4d copy of %s", l.net.calls[i].node, l.net.Node(i).Op.Name()))
	return b.step([]int{i})
}

// permutation finds the dense shape and the order of axes of which strides are the view.
func permutation(shape tensor.Shape, strides []int) (from tensor.Shape, order []int, ok bool) {
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i
	}
	slices.SortStableFunc(axes, func(a, b int) int { return strides[b] - strides[a] })
	order = make([]int, len(shape))
	for k, axis := range axes {
		from = append(from, shape[axis])
		order[axis] = k
	}
	sorted := make([]int, len(shape))
	for k, axis := range axes {
		sorted[k] = strides[axis]
	}
	return from, order, dense(from, sorted)
}

// ints prints a slice literal.
func ints(list []int) string {
	return "[]int{" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(list)), ", "), "[]") + "}"
}
