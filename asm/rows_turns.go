package asm

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/topos-go/topos/gen/loop"
)

// turnLanes is how many lanes a sum has.
const turnLanes = 16

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

// turnTail sets at to where the masks of an AVX2 turn of so many lanes begin.
func (w *rowWriter) turnTail(lanes, at reg.Register) {
	w.IMUL3Q(operand.I8(w.size), lanes, reg.R15)
	w.LEAQ(w.data.turnTail(), at)
	w.SUBQ(reg.R15, at)
}

// tailMasks sets up the masks of a turn's vectors for the lanes that are left, fewer than the turn's: in K registers, or as an address in
// the scratch register.
func (w *rowWriter) tailMasks(vectors int) {
	if !w.kmask {
		w.turnTail(left, scratch)
		return
	}
	w.MOVL(operand.U32(1), scratch.As32())
	w.SHLL(reg.CL, scratch.As32())
	w.DECL(scratch.As32())
	for u := range vectors {
		w.KMOVW(scratch.As32(), kmasks[u])
		if u < vectors-1 {
			w.SHRL(operand.U8(w.bytes/w.size), scratch.As32())
		}
	}
}

// loadTail loads the lanes of vector u that are left, as tailMasks has set them; the others become zero.
func (w *rowWriter) loadTail(from operand.Mem, to, u int) {
	switch {
	case w.kmask && w.size == 4:
		w.VMOVUPS_Z(from, kmasks[u], w.v(to))
	case w.kmask:
		w.VMOVUPD_Z(from, kmasks[u], w.v(to))
	default:
		w.VMOVUPS(operand.Mem{Base: scratch, Disp: u * w.bytes}, w.v(to))
		w.VMASKMOVPS(from, w.v(to), w.v(to)) // whole elements of 8 bytes too
	}
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
