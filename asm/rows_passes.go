package asm

import (
	"strings"

	"github.com/mmcloughlin/avo/operand"

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
			return lowerExpF64(b, []id{b.fold(loop.Sub, a)})
		}
		return lowerExp(b, []id{b.fold(loop.Sub, a)})
	}
	fastExp := func(b *builder, a []id) id { return lowerFastExp(b, []id{b.fold(loop.Sub, a)}) }
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
		{name: "fastExpSumLines", doc: "is expSumLines under the posture Fast.", only32: true, sum: true, reads: []rowRead{x, shift.perRow()}, body: fastExp},
		{name: "fastExpRows", doc: "is expRows under the posture Fast.", only32: true, reads: []rowRead{x, shift}, body: fastExp},
		{name: "fastAddExpRows", doc: "is addExpRows under the posture Fast.", only32: true, reads: []rowRead{dst, x, shift},
			body: func(b *builder, a []id) id { return b.fold(loop.Add, []id{a[0], fastExp(b, a[1:])}) }},
		{name: "fastLogRows", doc: "is logRows under the posture Fast.", only32: true, reads: []rowRead{dst}, body: lowerFastLog},
		{name: "divRows", doc: "sets dst = dst / by.", reads: []rowRead{dst, by}, body: div},
		{name: "subRows", doc: "sets dst = (x - shift) - log.", reads: []rowRead{x, shift, log}, body: sub},
		{name: "copyRows", doc: "sets dst = x.", reads: []rowRead{x}, body: func(b *builder, a []id) id { return a[0] }},
		{name: "addRows", doc: "adds x to dst.", reads: []rowRead{dst, x}, body: add},
		{name: "addFourRows", doc: "adds a, b, c and d to dst, in this order.", reads: quad, body: add},
		{name: "maxRows", doc: "sets dst = max(dst, x), as Go's max.", reads: []rowRead{dst, x}, body: max},
		{name: "maxFourRows", doc: "sets dst = max(dst, a, b, c, d), as Go's max.", reads: quad, body: max},
		{name: "markRows", doc: "sets dst = place where x is NaN or has the bits of most, for a place of each row.", only32: true,
			reads: []rowRead{dst, x, {name: "most", step: "mostStep"}, {name: "place", step: "placeStep", element: true}}, body: lowerMark},
		{name: "canonicalRows", doc: "replaces every NaN of dst by the canonical one.", reads: []rowRead{dst}, body: lowerCanonical},
	} {
		kernels = append(kernels, rowKernel{name: p.name, doc: p.doc, only32: p.only32, params: p.params(), write: p.write})
	}
	return kernels
}

// lowerMark takes the place, bits of any kind, where x is NaN or most. Of numbers that are equal, zeros alone may differ in their sign.
func lowerMark(b *builder, a []id) id {
	dst, x, most, place := a[0], a[1], a[2], a[3]
	one := b.float32(1)
	signs := b.do(ps.or, b.do(ps.xor, x, most), one) // 1 where equal numbers have equal signs, else -1
	v := b.do(ps.blend, b.compare(&ps, equal, x, most), place, dst)
	v = b.do(ps.blend, b.compare(&ps, equal, signs, one), v, dst)
	return b.do(ps.blend, b.compare(&ps, unordered, x, x), place, v)
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
		if p.sum {
			e.fetch = p.reads[0].name // its next rows are read soon
		}
		e.vectors("bulk", 1, bulkVectors*each, true)
		e.fetch = ""
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

// step moves a buffer's pointer on by an argument.
func (p params) step(c *ctx, name, by string) {
	if base, ok := p.at[name]; ok {
		c.ADDQ(argument(c, by), base)
		return
	}
	c.MOVQ(argument(c, by), scratch)
	c.ADDQ(scratch, argument(c, name))
}
