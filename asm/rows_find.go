package asm

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowFind ends where the maximum is: the lines' largest elements are known. A line with a NaN has its first one for its largest.
var rowFind = rowKernel{
	name:   "findLines",
	params: "at *int32, x, most *E, lines, n int",
	doc:    "sets at to the first place in each line of n elements that holds a NaN or the bits of the line's most, which one does.",
	write: func(w *rowWriter) {
		to, from, lines, n, most := reg.RDI, reg.RSI, reg.R8, reg.R9, reg.R10
		wanted, loaded, nan := 0, 1, 2
		each := w.bytes / w.size
		w.MOVQ(argument(w.Context, "at"), to)
		w.MOVQ(argument(w.Context, "x"), from)
		w.MOVQ(argument(w.Context, "most"), most)
		w.MOVQ(argument(w.Context, "lines"), lines)
		w.MOVQ(argument(w.Context, "n"), n)
		w.Label("line")
		w.broadcast(w.Context, operand.Mem{Base: most}, w.v(wanted))
		w.XORQ(position, position)
		w.MOVQ(n, left)
		here := operand.Mem{Base: from, Index: position, Scale: uint8(w.size)}
		w.SUBQ(operand.U8(each), left)
		w.JL(operand.LabelRef("vectorEnd"))
		w.Label("vector")
		w.VMOVUPS(here, w.v(loaded))
		w.holds(loaded, wanted, nan)
		w.JNZ(operand.LabelRef("found"))
		w.ADDQ(operand.U8(each), position)
		w.SUBQ(operand.U8(each), left)
		w.JGE(operand.LabelRef("vector"))
		w.Label("vectorEnd")
		w.ADDQ(operand.U8(each), left)
		w.JZ(operand.LabelRef("next"))
		// Zeros fill the vector, behind the element that is looked for.
		w.tailMasks(1)
		w.loadTail(here, loaded, 0)
		w.holds(loaded, wanted, nan)
		w.Label("found")
		w.TZCNTL(scratch.As32(), scratch.As32())
		w.ADDL(scratch.As32(), position.As32())
		w.MOVL(position.As32(), operand.Mem{Base: to})
		w.Label("next")
		w.ADDQ(operand.U8(4), to)
		w.ADDQ(operand.U8(w.size), most)
		w.LEAQ(operand.Mem{Base: from, Index: n, Scale: uint8(w.size)}, from)
		w.DECQ(lines)
		w.JNZ(operand.LabelRef("line"))
		w.VZEROUPPER()
		w.RET()
	},
}

// holds sets the bits of the scratch register for the lanes that are NaN or wanted, and the flags by it.
func (w *rowWriter) holds(loaded, wanted, nan int) {
	compare, same := w.pick(w.VCMPPS, w.VCMPPD), w.pick(w.VPCMPEQD, w.VPCMPEQQ)
	x := w.v(loaded)
	if w.kmask {
		compare(operand.U8(unordered), x, x, reg.K2)
		same(w.v(wanted), x, reg.K3)
		w.KORW(reg.K2, reg.K3, reg.K2)
		w.KMOVW(reg.K2, scratch.As32())
	} else {
		compare(operand.U8(unordered), x, x, w.v(nan))
		same(w.v(wanted), x, x)
		w.VORPS(w.v(nan), x, x)
		if w.size == 4 {
			w.VMOVMSKPS(x, scratch.As32())
		} else {
			w.VMOVMSKPD(x, scratch.As32())
		}
	}
	w.TESTL(scratch.As32(), scratch.As32())
}
