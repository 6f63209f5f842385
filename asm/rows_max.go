package asm

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The vectors of one turn of a maximum, and its registers: the largest so far, whatever becomes of zeros and NaN; the conjunction of all
// bits; and what stands for a NaN met.
const (
	maxVectors = 4
	maxLargest = 0
	maxBits    = 4
	maxLoaded  = 8
	maxNaN     = 12
	maxFirst   = 13
	maxSpare   = 14
)

// rowMax finds maxima by the processor's rule and mends them at the end of a line: a NaN that was met wins, and a largest element of zero is
// -0 only if no element has a clear sign.
var rowMax = rowKernel{
	name:   "maxLines",
	params: "dst, x *E, lines, n int",
	doc:    "sets dst to the maxima, as Go's max, of lines of n elements each.",
	write: func(w *rowWriter) {
		to, from, lines, n := reg.RDI, reg.RSI, reg.R8, reg.R9
		each := w.bytes / w.size
		at := func(u int) operand.Mem {
			return operand.Mem{Base: from, Index: position, Scale: uint8(w.size), Disp: u * w.bytes}
		}
		w.MOVQ(argument(w.Context, "dst"), to)
		w.MOVQ(argument(w.Context, "x"), from)
		w.MOVQ(argument(w.Context, "lines"), lines)
		w.MOVQ(argument(w.Context, "n"), n)
		w.Label("line")
		w.broadcast(w.Context, operand.Mem{Base: from}, w.v(maxFirst))
		for u := range maxVectors {
			w.VMOVAPS(w.v(maxFirst), w.v(maxLargest+u))
			w.VMOVAPS(w.v(maxFirst), w.v(maxBits+u))
		}
		w.clearNaN()
		w.XORQ(position, position)
		w.MOVQ(n, left)
		w.SUBQ(operand.U8(maxVectors*each), left)
		w.JL(operand.LabelRef("turnEnd"))
		w.Label("turn")
		for u := range maxVectors {
			w.VMOVUPS(at(u), w.v(maxLoaded+u))
		}
		w.takeMax(maxVectors)
		w.ADDQ(operand.U8(maxVectors*each), position)
		w.SUBQ(operand.U8(maxVectors*each), left)
		w.JGE(operand.LabelRef("turn"))
		w.Label("turnEnd")
		w.ADDQ(operand.U8((maxVectors-1)*each), left)
		w.JL(operand.LabelRef("vectorEnd"))
		w.Label("vector")
		w.VMOVUPS(at(0), w.v(maxLoaded))
		w.takeMax(1)
		w.ADDQ(operand.U8(each), position)
		w.SUBQ(operand.U8(each), left)
		w.JGE(operand.LabelRef("vector"))
		w.Label("vectorEnd")
		w.ADDQ(operand.U8(each), left)
		w.JZ(operand.LabelRef("fold"))
		// The first element fills the last vector.
		w.tailMasks(1)
		switch {
		case !w.kmask:
			w.VMOVUPS(operand.Mem{Base: scratch}, w.v(maxSpare))
			w.VMASKMOVPS(at(0), w.v(maxSpare), w.v(maxLoaded))
			w.VBLENDVPS(w.v(maxSpare), w.v(maxLoaded), w.v(maxFirst), w.v(maxLoaded))
		default:
			w.VMOVAPS(w.v(maxFirst), w.v(maxLoaded))
			w.pick(w.VMOVUPS, w.VMOVUPD)(at(0), kmasks[0], w.v(maxLoaded))
		}
		w.takeMax(1)
		w.Label("fold")
		w.foldMax()
		w.pick(w.VMOVSS, w.VMOVSD)(w.x(maxLargest), operand.Mem{Base: to})
		w.ADDQ(operand.U8(w.size), to)
		w.LEAQ(operand.Mem{Base: from, Index: n, Scale: uint8(w.size)}, from)
		w.DECQ(lines)
		w.JNZ(operand.LabelRef("line"))
		w.VZEROUPPER()
		w.RET()
	},
}

// metNaN is the mask register for NaNs.
var metNaN = reg.K6

func (w *rowWriter) clearNaN() {
	if w.kmask {
		w.KXORW(metNaN, metNaN, metNaN)
		return
	}
	w.VXORPS(w.v(maxNaN), w.v(maxNaN), w.v(maxNaN))
}

// takeMax takes loaded vectors into the line's state. One comparison finds the NaNs of two.
func (w *rowWriter) takeMax(vectors int) {
	compare := w.pick(w.VCMPPS, w.VCMPPD)
	for u := range vectors {
		w.pick(w.VMAXPS, w.VMAXPD)(w.v(maxLoaded+u), w.v(maxLargest+u), w.v(maxLargest+u))
		w.VANDPS(w.v(maxLoaded+u), w.v(maxBits+u), w.v(maxBits+u))
	}
	for u := 0; u < vectors; u += 2 {
		a, b := w.v(maxLoaded+u), w.v(maxLoaded+min(u+1, vectors-1))
		if w.kmask {
			compare(operand.U8(unordered), a, b, reg.K5)
			w.KORW(reg.K5, metNaN, metNaN)
			continue
		}
		compare(operand.U8(unordered), a, b, w.v(maxSpare))
		w.VORPS(w.v(maxSpare), w.v(maxNaN), w.v(maxNaN))
	}
}

// foldMax leaves the maximum in the first lane of the first register.
func (w *rowWriter) foldMax() {
	larger := w.pick(w.VMAXPS, w.VMAXPD)
	for h := maxVectors / 2; h > 0; h /= 2 {
		for u := range h {
			larger(w.v(maxLargest+u+h), w.v(maxLargest+u), w.v(maxLargest+u))
			w.VANDPS(w.v(maxBits+u+h), w.v(maxBits+u), w.v(maxBits+u))
		}
	}
	w.foldLanes(maxLargest, maxSpare, larger)
	w.foldLanes(maxBits, maxSpare, w.VANDPS)
	// A zero takes its sign from the conjunction; where it is the largest, nothing else is set in it.
	most, bits, spare := w.x(maxLargest), w.x(maxBits), w.x(maxSpare)
	w.VXORPS(spare, spare, spare)
	w.pick(w.VCMPPS, w.VCMPPD)(operand.U8(notEqual), spare, most, spare)
	w.VORPS(spare, bits, bits)
	w.VANDPS(bits, most, most)
	if !w.kmask {
		w.foldLanes(maxNaN, maxSpare, w.VORPS)
		w.VORPS(w.x(maxNaN), most, most)
		return
	}
	w.KORTESTW(metNaN, metNaN)
	w.JZ(operand.LabelRef("number"))
	w.VPCMPEQD(most, most, most)
	w.Label("number")
}
