package asm

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/topos-go/topos/gen/loop"
)

// General registers of a kernel.
var (
	position = reg.RAX // lanes of the row that are done
	left     = reg.RCX // lanes that are not done; shifts count in its low byte
	scratch  = reg.RDX
	pointers = [...]reg.GPPhysical{reg.RSI, reg.RDI, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13, reg.RBX}
)

// params finds the group's buffers: the first few have their pointers in registers, the others in the arguments.
type params struct {
	size func(name string) int // bytes of an element
	at   map[string]reg.GPPhysical
}

// vector is the address of a vector of a contiguous buffer.
func (p params) vector(c *build.Context, name string, ahead int) operand.Mem {
	base, ok := p.at[name]
	if !ok {
		base = scratch
		c.MOVQ(argument(c, name), base)
	}
	return operand.Mem{Base: base, Index: position, Scale: uint8(p.size(name)), Disp: ahead * p.size(name)}
}

// argument is the address of an argument.
func argument(c *build.Context, name string) operand.Mem {
	b, err := c.Param(name).Resolve()
	if err != nil {
		panic(err) // the signature was made from the same names
	}
	return b.Addr
}

// element is the address of the one element of a repeated read.
func (p params) element(c *build.Context, name string) operand.Mem {
	c.MOVQ(argument(c, name), scratch)
	return operand.Mem{Base: scratch}
}

// advance moves a buffer's pointer on by some elements.
func (p params) advance(c *build.Context, name string, elements int) {
	if elements == 0 {
		return
	}
	bytes := operand.U32(elements * p.size(name))
	if base, ok := p.at[name]; ok {
		c.ADDQ(bytes, base)
		return
	}
	c.ADDQ(bytes, argument(c, name))
}

// kernel writes one group for one tier: f(n, buffers...) over one run of n lanes or, by rows, f(rows, n, buffers...) over
// rows of n lanes, at least one row, whose strides are constants.
func kernel(c *build.Context, t *tier, p *program, d *data) {
	g := p.group
	names := g.Params()
	counts := "n int"
	if g.ByRows() {
		counts = "rows, n int"
	}
	c.Function(g.Name + t.name)
	c.Pragma("noescape")
	c.Doc(fmt.Sprintf("%s%s is %sGo for %s.", g.Name, t.name, g.Name, t.name))
	var typed []string
	for _, a := range g.Accesses() {
		typed = append(typed, a.Name+" *"+goType(g.Elem, a.Kind))
	}
	c.SignatureExpr(fmt.Sprintf("func(%s, %s)", counts, strings.Join(typed, ", ")))

	bulk := p
	if p.long() {
		bulk = p.sideBySide(pairVectors, t.bytes/p.lanes.size)
	}
	e := newEmitter(t, c, bulk)
	e.point()
	e.pin(choosePins(t, bulk))
	e.notes = true
	e.block(p.blocks[loop.PerCall], nil)
	if g.ByRows() {
		c.Label("row")
	}
	e.block(p.blocks[loop.PerRow], nil)
	c.MOVQ(argument(c, "n"), left)
	c.XORQ(position, position)
	if bulk != p {
		lanes := pairVectors * t.bytes / p.lanes.size
		c.SUBQ(operand.U32(lanes), left)
		e.vectors("bulk", 1, lanes, true)
		c.ADDQ(operand.U32(lanes), left)
		e.p = p
	}
	e.row(d)
	e.p = bulk
	if g.ByRows() {
		for _, name := range names {
			e.param.advance(c, name, g.RowStride(name))
		}
		c.DECQ(argument(c, "rows"))
		c.JNZ(operand.LabelRef("row"))
	}
	c.VZEROUPPER()
	c.RET()
}

// pairVectors is how many vectors a kernel of long chains computes side by side.
const pairVectors = 2

// long reports whether a program has so many instructions for a vector that the processor does not see the next vector's while it waits.
func (p *program) long() bool {
	n := len(p.blocks[loop.PerLane])
	return n > unrolled && n <= longest
}

// longest is the number of instructions above which two vectors side by side would move more values out than they save time.
const longest = 256

// point keeps the pointers of the contiguous buffers in registers, as many as there are.
func (e *emitter) point() {
	sizes, count := map[string]int{}, len(pointers)
	e.param = params{size: func(name string) int { return sizes[name] }, at: map[string]reg.GPPhysical{}}
	if e.p.group.Elem.Narrow() {
		count = narrowPointers
		if !e.kmask {
			e.room = e.c.AllocLocal(e.bytes / 2)
		}
	}
	for _, a := range e.p.group.Accesses() {
		sizes[a.Name] = bytesOf(e.p.group.Elem, a.Kind)
		if n := len(e.param.at); a.Inner() == 1 && e.param.at[a.Name] == nil && n < count {
			e.param.at[a.Name] = pointers[n]
			e.c.MOVQ(argument(e.c, a.Name), pointers[n])
		}
	}
}

// row writes what computes one row of left lanes.
func (e *emitter) row(d *data) {
	lanes := e.bytes / e.p.lanes.size
	unroll := max(1, min(4, unrolled/(len(e.p.blocks[loop.PerLane])+len(e.p.stores))))
	e.c.SUBQ(operand.U32(unroll*lanes), left)
	e.vectors("vectors", unroll, lanes, true)
	if unroll > 1 {
		e.c.ADDQ(operand.U32((unroll-1)*lanes), left)
		e.vectors("vector", 1, lanes, false)
	}
	e.c.ADDQ(operand.U32(lanes), left)
	e.c.JZ(operand.LabelRef("done"))
	e.lastVector(d)
	e.c.Label("done")
}

// unrolled is about how many instructions a turn of a loop may have if it computes more than one vector, up to four.
const unrolled = 24

// vectors writes a loop over whole vectors, so many blocks of so many lanes in a turn. On entry left is short of what a turn takes, its sign in
// the flags.
func (e *emitter) vectors(label string, blocks, lanes int, notes bool) {
	step := operand.U32(blocks * lanes)
	e.c.JL(operand.LabelRef(label + "End"))
	e.c.Label(label)
	for line := 0; e.fetch != "" && line < blocks*lanes*e.p.lanes.size; line += 64 {
		at := e.param.vector(e.c, e.fetch, 0)
		at.Disp += fetchAhead + line
		e.c.PREFETCHT0(at)
	}
	for u := range blocks {
		e.ahead, e.notes = u*lanes, notes && u == 0
		e.block(e.p.blocks[loop.PerLane], e.p.stores)
	}
	e.ahead, e.notes = 0, false
	e.c.ADDQ(step, position)
	e.c.SUBQ(step, left)
	e.c.JGE(operand.LabelRef(label))
	e.c.Label(label + "End")
}

// fetchAhead is how many bytes on a loop fetches what the next ones read: further than the rows that are worked on at a time, which are in the
// first-level cache already.
const fetchAhead = 32 << 10

// lastVector writes what computes the end of a row, shorter than a vector: left lanes.
func (e *emitter) lastVector(d *data) {
	if e.kmask {
		e.c.MOVL(operand.U32(1), scratch.As32())
		e.c.SHLL(reg.CL, scratch.As32())
		e.c.DECL(scratch.As32())
		e.c.KMOVW(scratch.As32(), tailMask)
		e.tail = 0
		e.block(e.p.blocks[loop.PerLane], e.p.stores)
		return
	}
	e.tail = e.take(nil)
	e.owner[e.tail] = reserved
	e.c.LEAQ(d.tail(), scratch)
	e.c.SHLQ(operand.U8(bits.TrailingZeros(uint(e.p.lanes.size))), left)
	e.c.SUBQ(left, scratch)
	e.c.VMOVUPS(operand.Mem{Base: scratch}, e.register(e.tail))
	if e.p.group.Elem.Narrow() {
		e.c.SHRQ(operand.U8(bits.TrailingZeros(uint(e.p.lanes.size))), left)
	}
	e.block(e.p.blocks[loop.PerLane], e.p.stores)
}
