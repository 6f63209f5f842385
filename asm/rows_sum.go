package asm

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowSum adds two lines side by side: the 16 lanes of one are too few additions at a time to hide how long each takes.
var rowSum = rowKernel{
	name:   "sumLines",
	params: "dst, x *E, lines, n int",
	doc:    "sets dst to the sums of lines of n elements each, 1 to 4096, in the order of Sum.",
	write: func(w *rowWriter) {
		to, from, lines, n := reg.RDI, reg.RSI, reg.R8, reg.R9
		otherTo, other := reg.R10, reg.R11
		vectors := turnLanes * w.size / w.bytes
		var one, two []int
		for u := range vectors {
			one, two = append(one, u), append(two, vectors+u)
		}
		spare := 2 * vectors

		w.MOVQ(argument(w.Context, "dst"), to)
		w.MOVQ(argument(w.Context, "x"), from)
		w.MOVQ(argument(w.Context, "lines"), lines)
		w.MOVQ(argument(w.Context, "n"), n)
		w.Label("line")
		// The last line of an odd number goes with itself.
		w.MOVQ(to, otherTo)
		w.MOVQ(from, other)
		w.CMPQ(lines, operand.U8(1))
		w.JE(operand.LabelRef("both"))
		w.ADDQ(operand.U8(w.size), otherTo)
		w.LEAQ(operand.Mem{Base: from, Index: n, Scale: uint8(w.size)}, other)
		w.Label("both")
		for _, r := range append(one, two...) {
			w.VXORPS(w.v(r), w.v(r), w.v(r))
		}
		add := w.pick(w.VADDPS, w.VADDPD)
		at := func(base reg.Register, u int) operand.Mem {
			return operand.Mem{Base: base, Index: position, Scale: uint8(w.size), Disp: u * w.bytes}
		}
		w.XORQ(position, position)
		w.MOVQ(n, left)
		w.SUBQ(operand.U8(turnLanes), left)
		w.JL(operand.LabelRef("turnEnd"))
		w.Label("turn")
		for u := range vectors {
			add(at(from, u), w.v(one[u]), w.v(one[u]))
			add(at(other, u), w.v(two[u]), w.v(two[u]))
		}
		w.ADDQ(operand.U8(turnLanes), position)
		w.SUBQ(operand.U8(turnLanes), left)
		w.JGE(operand.LabelRef("turn"))
		w.Label("turnEnd")
		w.ADDQ(operand.U8(turnLanes), left)
		w.JZ(operand.LabelRef("fold"))
		// No lane is -0, so the zeros that fill the turn change nothing.
		w.tailMasks(vectors)
		for u := range vectors {
			w.loadTail(at(from, u), spare, u)
			add(w.v(spare), w.v(one[u]), w.v(one[u]))
			w.loadTail(at(other, u), spare, u)
			add(w.v(spare), w.v(two[u]), w.v(two[u]))
		}
		w.Label("fold")
		store := w.pick(w.VMOVSS, w.VMOVSD)
		w.foldSum(one, spare)
		store(w.x(one[0]), operand.Mem{Base: to})
		w.foldSum(two, spare)
		store(w.x(two[0]), operand.Mem{Base: otherTo})
		w.ADDQ(operand.U8(2*w.size), to)
		w.LEAQ(operand.Mem{Base: other, Index: n, Scale: uint8(w.size)}, from)
		w.SUBQ(operand.U8(2), lines)
		w.JG(operand.LabelRef("line"))
		w.VZEROUPPER()
		w.RET()
	},
}
