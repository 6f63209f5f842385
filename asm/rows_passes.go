package asm

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/topos-go/topos/gen/loop"
)

// A rowPass computes rows of lanes from rows of lanes, like a group by rows, but for steps between the rows that its caller chooses, in bytes.
type rowPass struct {
	name, doc string
	only32    bool
	sum       bool // each row of dst is summed too, in the order of Sum, into the next element of total
	reads     []rowRead
	body      func(b *builder, reads []id) id
}

// rowRead is a buffer that a pass reads: along the row, or one element for each row. Buffers of one step have the same.
type rowRead struct {
	name, step string
	element    bool
}

// passDst is what every pass writes.
var passDst = rowRead{name: "dst", step: "dstStep"}

func (r rowRead) perRow() rowRead {
	r.element = true
	return r
}

// rowPasses lists the passes as kernels.
func rowPasses() []rowKernel {
	dst, x := passDst, rowRead{name: "x", step: "xStep"}
	shift, log := rowRead{name: "shift", step: "shiftStep"}, rowRead{name: "log", step: "shiftStep"}
	by := rowRead{name: "by", step: "byStep"}
	quad := []rowRead{dst, {name: "a", step: "xStep"}, {name: "b", step: "xStep"}, {name: "c", step: "xStep"}, {name: "d", step: "xStep"}}
	add := func(b *builder, a []id) id { return b.fold(loop.Add, a) }
	max := func(b *builder, a []id) id { return b.fold(loop.Max, a) }
	div := func(b *builder, a []id) id { return b.fold(loop.Div, a) }
	sub := func(b *builder, a []id) id { return b.fold(loop.Sub, a) }
	exp := func(b *builder, a []id) id {
		if b.lanes == &pd {
			return lowerExp64(b, b.fold(loop.Sub, a))
		}
		return lowerExp(b, []id{b.fold(loop.Sub, a)})
	}
	var kernels []rowKernel
	for _, p := range []rowPass{
		{name: "expSumLines", doc: "sets dst = exp(x - shift), with a shift for each row, and total to the sum of each row, at most 4096 lanes.",
			sum: true, reads: []rowRead{x, shift.perRow()}, body: exp},
		{name: "divLines", doc: "sets dst = dst / by, with a divisor for each row.", reads: []rowRead{dst, by.perRow()}, body: div},
		{name: "subLines", doc: "sets dst = (x - shift) - log, with a shift and a log for each row.", reads: []rowRead{x, shift.perRow(), log.perRow()}, body: sub},
		{name: "expRows", doc: "sets dst = exp(x - shift).", reads: []rowRead{x, shift}, body: exp},
		{name: "addExpRows", doc: "adds exp(x - shift) to dst.", reads: []rowRead{dst, x, shift},
			body: func(b *builder, a []id) id { return b.fold(loop.Add, []id{a[0], exp(b, a[1:])}) }},
		{name: "logRows", doc: "sets dst = log(dst).", only32: true, reads: []rowRead{dst}, body: lowerLog},
		{name: "divRows", doc: "sets dst = dst / by.", reads: []rowRead{dst, by}, body: div},
		{name: "subRows", doc: "sets dst = (x - shift) - log.", reads: []rowRead{x, shift, log}, body: sub},
		{name: "copyRows", doc: "sets dst = x.", reads: []rowRead{x}, body: func(b *builder, a []id) id { return a[0] }},
		{name: "addRows", doc: "adds x to dst.", reads: []rowRead{dst, x}, body: add},
		{name: "addFourRows", doc: "adds a, b, c and d to dst, in this order.", reads: quad, body: add},
		{name: "maxRows", doc: "sets dst = max(dst, x), as Go's max.", reads: []rowRead{dst, x}, body: max},
		{name: "maxFourRows", doc: "sets dst = max(dst, a, b, c, d), as Go's max.", reads: quad, body: max},
		{name: "canonicalRows", doc: "replaces every NaN of dst by the canonical one.", reads: []rowRead{dst}, body: lowerCanonical},
	} {
		kernels = append(kernels, rowKernel{name: p.name, doc: p.doc, only32: p.only32, params: p.params(), write: p.write})
	}
	return kernels
}

// fold combines the operands from left to right.
func (b *builder) fold(op loop.Op, a []id) id {
	v := a[0]
	for _, w := range a[1:] {
		v = lowerings[op](b, []id{v, w})
	}
	return v
}

// params lists the parameters: the counts, each buffer, dst first, and each step.
func (p rowPass) params() string {
	var buffers, steps []string
	known := map[string]bool{}
	add := func(list *[]string, name string) {
		if !known[name] {
			known[name] = true
			*list = append(*list, name)
		}
	}
	for _, r := range append([]rowRead{passDst}, p.reads...) {
		add(&buffers, r.name)
		add(&steps, r.step)
	}
	if p.sum {
		buffers = append(buffers, "total")
	}
	return "rows, n int, " + strings.Join(buffers, ", ") + " *E, " + strings.Join(steps, ", ") + " int"
}

// group is the pass as a group of which only the accesses matter.
func (p rowPass) group(elem loop.Elem) *loop.Group {
	along := []int{64, 1}
	g := &loop.Group{Elem: elem, Space: []int{2, 64}, Writes: []loop.Write{{Access: loop.Access{Name: passDst.name, Strides: along}}}}
	for _, r := range p.reads {
		a := loop.Access{Name: r.name, Strides: along}
		if r.element {
			a.Strides = []int{1, 0}
		}
		g.Reads = append(g.Reads, a)
	}
	return g
}

func (p rowPass) program(w *rowWriter) *program {
	b := &builder{program: &program{group: p.group(w.elem), lanes: w.lanes}, data: w.data}
	var reads []id
	for i, r := range p.reads {
		if !r.element {
			reads = append(reads, b.define(value{kind: stream, read: i}))
			continue
		}
		b.into = &b.blocks[loop.PerRow]
		reads = append(reads, b.define(value{}))
		b.append(inst{read: i, dst: reads[i]})
	}
	b.into = &b.blocks[loop.PerLane]
	b.stores = []store{{value: p.body(b, reads)}}
	return b.program
}

// turnLanes is how many lanes a sum has.
const turnLanes = 16

func (p rowPass) write(w *rowWriter) {
	prog := p.program(w)
	t := *w.tier
	vectors := turnLanes * w.size / t.bytes
	var sums []int
	if p.sum {
		t.regs -= vectors
		for u := range vectors {
			sums = append(sums, t.regs+u)
		}
	}
	bulk, each := prog, t.bytes/w.size
	if prog.cut > 0 {
		bulk = prog.sideBySide(bulkVectors, each)
	}
	e := newEmitter(&t, w.Context, bulk)
	e.reuse = true
	e.point()
	e.pin(choosePins(&t, bulk))
	w.Label("row")
	e.block(prog.blocks[loop.PerRow], nil)
	w.MOVQ(argument(w.Context, "n"), left)
	w.XORQ(position, position)
	if p.sum {
		e.sums = sums
		for _, s := range sums {
			w.VXORPS(w.v(s), w.v(s), w.v(s))
		}
	}
	if prog.cut > 0 {
		w.SUBQ(operand.U32(bulkVectors*each), left)
		e.vectors("bulk", 1, bulkVectors*each, true)
		w.ADDQ(operand.U32(bulkVectors*each), left)
		e.p = prog
	}
	if p.sum {
		w.turns(e, vectors)
		w.foldSum(sums, e.take(nil))
		w.MOVQ(argument(w.Context, "total"), scratch)
		w.pick(w.VMOVSS, w.VMOVSD)(w.x(sums[0]), operand.Mem{Base: scratch})
		w.ADDQ(operand.U32(w.size), argument(w.Context, "total"))
	} else {
		e.row(w.data)
	}
	stepped := map[string]bool{}
	for _, r := range append([]rowRead{passDst}, p.reads...) {
		if !stepped[r.name] {
			stepped[r.name] = true
			e.param.step(w.Context, r.name, r.step)
		}
	}
	w.DECQ(argument(w.Context, "rows"))
	w.JNZ(operand.LabelRef("row"))
	w.VZEROUPPER()
	w.RET()
}

// bulkVectors is how many vectors of a long chain are computed side by side.
const bulkVectors = 4

// sideBySide returns a program that computes so many vectors of p's, each lanes apart, two by two: up to the cut for all of them, and then what
// is left. One vector alone would wait for its chain of instructions most of the time. The values of p keep their names.
func (p *program) sideBySide(vectors, each int) *program {
	bulk := *p
	rates := p.rates()
	names := make([]map[id]id, vectors)
	for c := range names {
		names[c] = map[id]id{}
		for v, rate := range rates {
			names[c][id(v)] = id(v)
			if c > 0 && rate == loop.PerLane {
				val := p.values[v]
				val.ahead = c * each
				names[c][id(v)] = id(len(bulk.values))
				bulk.values = append(bulk.values, val)
			}
		}
	}
	block := p.blocks[loop.PerLane]
	bulk.blocks[loop.PerLane], bulk.stores = nil, nil
	for _, part := range [][]inst{block[:p.cut], block[p.cut:]} {
		for c := 0; c < vectors; c += 2 {
			for _, in := range part {
				bulk.blocks[loop.PerLane] = append(bulk.blocks[loop.PerLane], in.named(names[c]), in.named(names[c+1]))
			}
		}
	}
	for c, name := range names {
		for _, s := range p.stores {
			s.value, s.ahead = name[s.value], c*each
			bulk.stores = append(bulk.stores, s)
		}
	}
	return &bulk
}

// named is the instruction on values of other names.
func (in inst) named(names map[id]id) inst {
	args := make([]id, len(in.args))
	for i, a := range in.args {
		args[i] = names[a]
	}
	in.args, in.dst = args, names[in.dst]
	return in
}

// turns writes what is left of a row by 16 lanes at a time, each vector of which adds to a register of its own.
func (w *rowWriter) turns(e *emitter, vectors int) {
	each := w.bytes / w.size
	w.SUBQ(operand.U32(turnLanes), left)
	e.vectors("turn", vectors, each, false)
	w.ADDQ(operand.U32(turnLanes), left)
	w.JZ(operand.LabelRef("sum"))
	if !w.kmask {
		w.turnTail(left, scratch)
	}
	// The vectors before the last are whole: masked stores are slow.
	for u := range vectors - 1 {
		whole := fmt.Sprint("whole", u)
		w.CMPQ(left, operand.U32((u+1)*each))
		w.JGE(operand.LabelRef(whole))
		w.lastOfTurn(e, u)
		w.JMP(operand.LabelRef("sum"))
		w.Label(whole)
		e.ahead = u * each
		e.block(e.p.blocks[loop.PerLane], e.p.stores)
		e.ahead = 0
		w.JE(operand.LabelRef("sum"))
	}
	w.lastOfTurn(e, vectors-1)
	w.Label("sum")
}

// lastOfTurn writes the vector of a turn in which the row ends.
func (w *rowWriter) lastOfTurn(e *emitter, vector int) {
	e.ahead = vector * w.bytes / w.size
	if w.kmask {
		w.MOVL(operand.U32(1), scratch.As32())
		w.SHLL(reg.CL, scratch.As32())
		w.DECL(scratch.As32())
		w.SHRL(operand.U8(e.ahead), scratch.As32())
		w.KMOVW(scratch.As32(), tailMask)
		e.tail = 0
		e.block(e.p.blocks[loop.PerLane], e.p.stores)
	} else {
		e.tail = e.take(nil)
		e.owner[e.tail] = reserved
		w.VMOVUPS(operand.Mem{Base: scratch, Disp: vector * w.bytes}, w.v(e.tail))
		e.block(e.p.blocks[loop.PerLane], e.p.stores)
		e.owner[e.tail] = free
	}
	e.tail, e.ahead = none, 0
}

// step moves a buffer's pointer on by an argument.
func (p params) step(c *ctx, name, by string) {
	if base, ok := p.at[name]; ok {
		c.ADDQ(argument(c, by), base)
		return
	}
	c.MOVQ(argument(c, by), scratch)
	c.ADDQ(scratch, argument(c, name))
}

// turnTail sets at to where the masks of an AVX2 turn of so many lanes begin.
func (w *rowWriter) turnTail(lanes, at reg.Register) {
	w.IMUL3Q(operand.I8(w.size), lanes, reg.R15)
	w.LEAQ(w.data.turnTail(), at)
	w.SUBQ(reg.R15, at)
}

// v is a vector register, x its first 16 bytes.
func (w *rowWriter) v(i int) reg.Register { return w.full(vectors[i]) }
func (w *rowWriter) x(i int) reg.Register { return vectors[i] }

// pick chooses the instruction for the element.
func (w *rowWriter) pick(single, double func(...operand.Op)) func(...operand.Op) {
	if w.size == 4 {
		return single
	}
	return double
}

// foldSum adds 16 lanes in registers: lane l + lane l+8 and so on. The first lane of the first register is the sum.
func (w *rowWriter) foldSum(sums []int, free int) {
	add := w.pick(w.VADDPS, w.VADDPD)
	for h := len(sums) / 2; h > 0; h /= 2 {
		for i := range h {
			add(w.v(sums[i+h]), w.v(sums[i]), w.v(sums[i]))
		}
	}
	w.foldLanes(sums[0], free, add)
}

// foldLanes combines the halves of register r until one lane is left.
func (w *rowWriter) foldLanes(r, free int, combine func(...operand.Op)) {
	if w.bytes == 64 {
		w.VEXTRACTF64X4(operand.U8(1), w.v(r), vectors[free].AsY())
		combine(vectors[free].AsY(), vectors[r].AsY(), vectors[r].AsY())
	}
	if w.kmask {
		w.VEXTRACTF32X4(operand.U8(1), w.v(r), w.x(free)) // from any of 32 registers
	} else {
		w.VEXTRACTF128(operand.U8(1), w.v(r), w.x(free))
	}
	combine(w.x(free), w.x(r), w.x(r))
	w.VPERMILPD(operand.U8(1), w.x(r), w.x(free))
	combine(w.x(free), w.x(r), w.x(r))
	if w.size == 4 {
		w.VMOVSHDUP(w.x(r), w.x(free))
		combine(w.x(free), w.x(r), w.x(r))
	}
}
