package asm

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/topos-go/topos/gen/loop"
)

// A group of a 16-bit element computes in lanes of float32. Its numbers are widened as they are read, every result is rounded back to a float32 that
// the element has, and what is written loses the bits that are zero then. A truth value is a byte in memory, and in a lane a word whose leading three
// bits are 001 or that is +0: 1 as float32, or the byte moved up.

const truthShift = 29

// bytesOf is the size of what a buffer of a kind holds.
func bytesOf(e loop.Elem, k loop.Kind) int {
	switch {
	case e == loop.F64:
		return 8
	case !e.Narrow() || k == loop.Wide:
		return 4
	case k == loop.Truth:
		return 1
	}
	return 2
}

// goType is the Go type of an element of a buffer.
func goType(e loop.Elem, k loop.Kind) string {
	switch bytesOf(e, k) {
	case 1:
		return "bool"
	case 2:
		return "uint16"
	case 4:
		return "float32"
	}
	return "float64"
}

// converted reports whether lanes of a buffer are not what lies in memory.
func (p *program) converted(a loop.Access) bool { return p.group.Elem.Narrow() && a.Kind != loop.Wide }

// fromMemory reads and widens the lanes of a buffer. The emitter writes it.
var fromMemory = &opcode{memory: -1}

// throughF16 rounds float32 to binary16 and widens the result.
var throughF16 = &opcode{memory: -1, emit: func(e *emitter, _ uint8, a []place, d place) {
	e.c.VCVTPS2PH(operand.U8(0), e.full(a[0]), e.half(d))
	e.c.VCVTPH2PS(e.half(d), e.full(d))
}}

// rounding says what an operation leaves to be rounded to a 16-bit element.
type rounding uint8

const (
	exact    rounding = iota
	ordinary          // a NaN among the results has come from the operands or the processor: its low half is zero
	any32             // a NaN may have any bits
)

// roundingOf is that of an operation whose result is of the element.
func roundingOf(o loop.Op) rounding {
	switch o {
	case loop.Add, loop.Sub, loop.Mul, loop.Div, loop.Sqrt:
		return ordinary
	case loop.Round:
		return any32
	}
	if functions[o][0] != nil {
		return any32
	}
	return exact
}

// toElement rounds float32 lanes to the group's 16-bit element: for bfloat16 it adds half a unit, less the least bit where the last one is even.
func (b *builder) toElement(x id, r rounding) id {
	switch {
	case r == exact:
		return x
	case b.group.Elem == loop.F16:
		return b.do(throughF16, x)
	}
	odd := b.do(ps.and, b.immediate(shiftDownZero32, 16, x), b.bits32(1))
	sum := b.do(addInt32, b.do(addInt32, x, b.bits32(0x7FFF)), odd)
	y := b.do(ps.and, sum, b.bits32(0xFFFF0000))
	if r == any32 {
		y = b.do(ps.blend, b.compare(&ps, unordered, x, x), b.bits32(0x7FC00000), y)
	}
	return y
}

// Registers that copy the end of a row: it is shorter than what AVX2 can read or write at once.
const narrowPointers = 8 // registers for pointers are left for these

var (
	copyIndex = reg.R14
	copyWord  = reg.RBX
)

// copyLeft copies the left elements at a place of a buffer to the room on the stack, or from there.
func (e *emitter) copyLeft(buffer operand.Mem, size int, toRoom bool) {
	e.c.LEAQ(buffer, scratch)
	e.c.MOVQ(left, copyIndex)
	e.copies++
	label := fmt.Sprintf("copy%d", e.copies)
	e.c.Label(label)
	from := operand.Mem{Base: scratch, Index: copyIndex, Scale: uint8(size), Disp: -size}
	to := e.room.Idx(copyIndex, uint8(size)).Offset(-size)
	if !toRoom {
		from, to = to, from
	}
	if size == 1 {
		e.c.MOVB(from, copyWord.As8())
		e.c.MOVB(copyWord.As8(), to)
	} else {
		e.c.MOVW(from, copyWord.As16())
		e.c.MOVW(copyWord.As16(), to)
	}
	e.c.DECQ(copyIndex)
	e.c.JNZ(operand.LabelRef(label))
}

// widen reads a vector of the lanes of a buffer, so many behind the position.
func (e *emitter) widen(a loop.Access, ahead int, d place) {
	from := e.param.vector(e.c, a.Name, ahead)
	if e.tail != none && !e.kmask {
		e.copyLeft(from, e.param.size(a.Name), true)
		from = e.room
	}
	var source operand.Op = from
	if e.tail != none && e.kmask {
		if a.Kind == loop.Truth {
			source = vectors[d.register]
			e.c.VMOVDQU8_Z(from, tailMask, source)
		} else {
			source = e.half(d)
			e.c.VMOVDQU16_Z(from, tailMask, source)
		}
	}
	to := e.full(d).(reg.Register)
	switch {
	case a.Kind == loop.Truth:
		e.c.VPMOVZXBD(source, to)
	case e.p.group.Elem == loop.F16:
		e.c.VCVTPH2PS(source, to)
	default:
		e.c.VPMOVZXWD(source, to)
	}
	e.moveUp(a, to)
}

// moveUp brings bits that were read to their place in a lane.
func (e *emitter) moveUp(a loop.Access, lanes reg.Register) {
	switch {
	case a.Kind == loop.Truth:
		e.c.VPSLLD(operand.U8(truthShift), lanes, lanes)
	case e.p.group.Elem == loop.BF16:
		e.c.VPSLLD(operand.U8(16), lanes, lanes)
	}
}

// repeat reads the one element of a repeated read into all lanes: the bits above it in a lane are moved out, or are what moves on.
func (e *emitter) repeat(a loop.Access, d place) {
	from := e.param.element(e.c, a.Name)
	switch {
	case a.Kind == loop.Truth:
		e.c.VPBROADCASTB(from, e.full(d))
	case e.p.group.Elem == loop.F16:
		e.c.VPBROADCASTW(from, e.half(d))
		e.c.VCVTPH2PS(e.half(d), e.full(d))
		return
	default:
		e.c.VPBROADCASTW(from, e.full(d))
	}
	e.moveUp(a, e.full(d).(reg.Register))
}

// narrowTo writes a vector of lanes to a buffer.
func (e *emitter) narrowTo(a loop.Access, from reg.Register, ahead int, beside []id) {
	packed, upper := e.borrow(beside), e.borrow(beside)
	defer e.giveBack(packed, upper)
	if e.c == nil {
		return
	}
	to := e.param.vector(e.c, a.Name, ahead)
	short := e.tail != none
	half := a.Kind == loop.Number && e.p.group.Elem == loop.F16
	shift := operand.U8(16)
	if a.Kind == loop.Truth {
		shift = truthShift
	}
	lanes, low := e.register(packed), vectors[packed]
	if e.kmask {
		words := e.half(place{register: packed})
		var end operand.Op = to // of the conversion
		switch {
		case short && a.Kind == loop.Truth:
			end = low
		case short:
			end = words
		}
		switch {
		case half:
			e.c.VCVTPS2PH(operand.U8(0), from, end)
		case a.Kind == loop.Truth:
			e.c.VPSRLD(shift, from, lanes)
			e.c.VPMOVDB(lanes, end)
		default:
			e.c.VPSRLD(shift, from, lanes)
			e.c.VPMOVDW(lanes, end)
		}
		switch {
		case short && a.Kind == loop.Truth:
			e.c.VMOVDQU8(low, tailMask, to)
		case short:
			e.c.VMOVDQU16(words, tailMask, to)
		}
		return
	}
	if half {
		e.c.VCVTPS2PH(operand.U8(0), from, low)
	} else {
		e.c.VPSRLD(shift, from, lanes)
		e.c.VEXTRACTI128(operand.U8(1), lanes, vectors[upper])
		e.c.VPACKUSDW(vectors[upper], low, low)
	}
	if a.Kind == loop.Truth {
		e.c.VPACKUSWB(low, low, low)
	}
	switch {
	case short:
		e.c.VMOVDQU(low, e.room)
		e.copyLeft(to, e.param.size(a.Name), false)
	case a.Kind == loop.Truth:
		e.c.VMOVQ(low, to)
	default:
		e.c.VMOVDQU(low, to)
	}
}

// borrow takes a register for a moment.
func (e *emitter) borrow(beside []id) int {
	r := e.take(beside)
	e.owner[r] = reserved
	return r
}

func (e *emitter) giveBack(registers ...int) {
	for _, r := range registers {
		e.owner[r] = free
	}
}
