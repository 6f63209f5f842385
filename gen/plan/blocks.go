package plan

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan/pattern"
	"github.com/topos-go/topos/runtime/tensor"
)

// sumBlock is the number of elements that the rule for sums adds at a time; maxUnit those that may be computed before they are summed.
const (
	sumBlock = 4096
	maxUnit  = 1 << 16
)

// blocking divides the lanes of a chain into blocks of rows, each of which can be summed by itself.
type blocking struct {
	space   []int            // the chain's axes, merged where every operand allows it
	strides map[string][]int // of each operand's view over space
	rows    int              // of the first axis, in a block
	unit    int              // elements of one such row
	line    int              // elements that are summed to one
}

// blocking says how the chain of a candidate can be computed in blocks, or which node stands in the way.
func (l *lowering) blocking(c *pattern.Candidate) (blocking, *pattern.Miss) {
	top := l.net.Node(c.Root).In[0]
	shape := l.net.Node(top).Type.Shape
	views := l.chainViews(c)
	_, whole := l.net.Node(c.Root).Op.(op.Sum)
	free := len(shape) // axes that may be merged
	if !whole {
		free--
	}
	b := blocking{strides: map[string][]int{}, rows: 1, line: sumBlock}
	for axis, extent := range shape {
		if axis == free && len(b.space) == 0 { // a single line
			return b, pattern.Blocked(top, "fits in one block")
		}
		last := len(b.space) - 1
		merged := axis < free && last >= 0
		for _, v := range views {
			from := v.strides[axis]
			if at := b.strides[v.key()]; extent > 1 && last >= 0 && axis < free && at[last] != from*extent {
				merged = false
			}
		}
		switch {
		case axis < free && extent == 1:
			continue
		case merged:
			b.space[last] *= extent
		default:
			b.space = append(b.space, extent)
		}
		for _, v := range views {
			if merged {
				b.strides[v.key()][last] = v.strides[axis]
			} else {
				b.strides[v.key()] = append(b.strides[v.key()], v.strides[axis])
			}
		}
	}
	b.unit = tensor.Shape(b.space[1:]).Volume()
	if !whole {
		b.line = shape[len(shape)-1]
	}
	switch {
	case b.unit > maxUnit:
		return b, pattern.Blocked(top, "has rows of %d elements, more than the cache holds", b.unit)
	case !whole || sumBlock%b.unit == 0 || b.unit%sumBlock == 0:
		b.rows = max(1, blockSize(shape.Volume())/b.unit)
	default:
		return b, pattern.Blocked(top, "has rows of %d elements, which do not fill blocks of %d", b.unit, sumBlock)
	}
	if b.space[0] <= b.rows {
		return b, pattern.Blocked(top, "fits in one block")
	}
	return b, nil
}

// blockSize is how many elements are computed before they are summed: what stays in the first-level cache; of very many elements more, so that
// goroutines can share them.
func blockSize(volume int) int {
	if volume >= 4*maxUnit {
		return maxUnit
	}
	return sumBlock
}

// chainViews lists the different views through which a chain reads memory.
func (l *lowering) chainViews(c *pattern.Candidate) []view {
	var list []view
	for _, i := range c.Interior {
		for _, in := range l.net.Node(i).In {
			v := l.view[in]
			if !v.splat && !slices.Contains(c.Interior, in) && !slices.ContainsFunc(list, func(o view) bool { return o.key() == v.key() }) {
				list = append(list, v)
			}
		}
	}
	return list
}

// needBlocks makes the operands of a chain readable by its loop.
func (l *lowering) needBlocks(m *pattern.Match) {
	read := func(dense bool) {
		for _, i := range m.Interior {
			for _, in := range l.net.Node(i).In {
				switch {
				case slices.Contains(m.Interior, in) || l.view[in].splat:
				case dense:
					l.materialise(in)
				default:
					l.readableView(l.net.Node(i), in)
				}
			}
		}
	}
	read(false)
	if _, miss := l.blocking(m.Candidate); miss != nil {
		read(true) // matching has changed how an operand is read: dense ones always fit
	}
	for _, v := range l.chainViews(m.Candidate) {
		l.readBy(m.Root, v)
	}
}

// chainSteps lowers a match: to blocks, or, where lines are summed, to the whole chain and its sum, which may join a run over rows.
func (l *lowering) chainSteps(m *pattern.Match) []*Step {
	o, lines := l.net.Node(m.Root).Op.(op.SumAlong)
	if !lines {
		return l.blockSteps(m)
	}
	top := l.net.Node(m.Root).In[0]
	shape := l.net.Node(top).Type.Shape
	outer, n, _ := shape.Split(o.Axis)
	w := l.builder(m.Interior, append(l.words(m.Interior), "sum"))
	l.lanes(w, m.Interior, w.read)
	whole := &Buffer{Node: l.net.calls[m.Root].node, Size: shape.Volume()}
	w.write(top, w.value[top], whole, false)
	chain := w.step(m.Nodes())
	chain.chain, chain.Flops = m, m.Flops
	return []*Step{chain, l.call("SumAlong", nil, l.at(m.Root), whole, outer, n, 1, "nil")}
}

// chainBlocks lowers the chains that have joined no run, nor have their sums, to blocks.
func (l *lowering) chainBlocks() {
	for k := 0; k+1 < len(l.steps); k++ {
		m, sum := l.steps[k].chain, l.steps[k+1]
		if m != nil && sum.Kernel == "SumAlong" && sum.Args[1].Buffer == l.steps[k].Args[0].Buffer {
			steps := l.blockSteps(m)
			l.steps = slices.Replace(l.steps, k, k+2, steps...)
			k += len(steps) - 1
		}
	}
}

// blockSteps computes the chain of a match block by block, and sums each.
func (l *lowering) blockSteps(m *pattern.Match) []*Step {
	b, _ := l.blocking(m.Candidate)
	total := b.space[0]
	node := l.net.calls[m.Root].node
	block := &Buffer{Node: node, Size: b.rows * b.unit}
	out := l.at(m.Root)
	sums, last := out, []*Step(nil) // where the sums of lines go
	if _, whole := l.net.Node(m.Root).Op.(op.Sum); whole {
		sums = &Buffer{Node: node, Size: (total*b.unit-1)/sumBlock + 1}
		last = []*Step{l.call("Sum", nil, out, sums)}
	}
	rounds, rest := total/b.rows, total%b.rows
	steps := []*Step{{Rounds: rounds, Body: l.block(m, b, block, sums, 0, b.rows)}}
	if rest > 0 {
		steps = append(steps, l.block(m, b, block, sums, rounds, rest)...)
	}
	for _, s := range steps[0].Body {
		for _, a := range s.Args {
			if a.Buffer != nil {
				steps[0].Args = append(steps[0].Args, a)
			}
		}
	}
	steps[0].Nodes, steps[0].Flops = m.Nodes(), m.Flops
	return append(steps, last...)
}

// block computes so many rows of a chain, from that of a round on, and sums their lines.
func (l *lowering) block(m *pattern.Match, b blocking, block, sums *Buffer, round, rows int) []*Step {
	space := append([]int{rows}, b.space[1:]...)
	words := append(l.words(m.Interior), "sum")
	if round > 0 {
		words = append(words, "tail")
	}
	w := l.builder(m.Interior, words)
	w.shape, w.g.Space = space, slices.Clone(space)
	l.lanes(w, m.Interior, func(i int, v view) int {
		v.strides = b.strides[v.key()]
		at := w.read(i, v)
		w.ins[w.g.Body[at].Index].Advance = b.rows * v.strides[0]
		return at
	})
	w.g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: tensor.Shape(space).Strides()}, Value: len(w.g.Body) - 1}}
	w.outs = []Arg{{Buffer: block, Size: rows * b.unit}}
	chain := w.step(nil)
	chain.Flops = 0
	for k := range chain.Args {
		chain.Args[k].Offset += round * chain.Args[k].Advance
	}
	steps, perRound := []*Step{chain}, b.rows*b.unit/b.line
	sum := func(from, lines, line int) {
		to := Arg{Buffer: sums, Offset: round*perRound + from/b.line, Size: lines, Advance: perRound}
		steps = append(steps, l.call("SumAlong", nil, to, Arg{Buffer: block, Offset: from, Size: lines * line}, lines, line, 1, "nil"))
	}
	lines, rest := rows*b.unit/b.line, rows*b.unit%b.line
	if lines > 0 {
		sum(0, lines, b.line)
	}
	if rest > 0 { // the last block of all
		sum(lines*b.line, 1, rest)
	}
	if rows < b.rows { // not repeated
		for _, s := range steps {
			for k := range s.Args {
				s.Args[k].Advance = 0
			}
		}
	}
	return steps
}

// lanes computes elementwise nodes, ascending, in the body of a loop. read gives the instruction of an operand in memory.
func (l *lowering) lanes(b *builder, nodes []int, read func(int, view) int) {
	for _, m := range nodes {
		n := l.net.Node(m)
		args := make([]int, len(n.In))
		for k, in := range n.In {
			v := l.view[in]
			if _, member := b.value[v.base]; v.splat || member {
				args[k] = b.read(in, v)
			} else {
				args[k] = read(in, v)
			}
		}
		note := n.Op.Name()
		if n.Source.At.Line > 0 {
			note = n.Source.At.Base() + " " + note
		}
		b.value[m] = b.instr(loop.Instr{Op: l.lane(n.Op), Args: args, Note: note})
		b.g.Doc = append(b.g.Doc, fmt.Sprintf("%4d %s", l.net.calls[m].node, note))
	}
}
