package asm

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// An opcode is one operation on vectors, written the same way in every tier.
type opcode struct {
	emit     func(e *emitter, imm uint8, a []place, d place)
	memory   int     // index of the operand that may be read from memory, -1 if none may
	commutes bool    // the first two operands may change places
	fused    *fusion // a multiply-add: the destination is one of the operands
}

// fusion holds the three forms of a multiply-add, named by what they do with dst, src2 and src3.
type fusion struct{ f132, f213, f231 method }

// method is an avo method that takes its operands in Go's order: sources last to first, then the destination.
type method = func(*build.Context, ...operand.Op)

// binary makes an opcode a op b whose second operand may be in memory.
func binary(m method) *opcode {
	return &opcode{memory: 1, emit: func(e *emitter, _ uint8, a []place, d place) {
		m(e.c, e.full(a[1]), e.full(a[0]), e.full(d))
	}}
}

func commuting(m method) *opcode {
	op := binary(m)
	op.commutes = true
	return op
}

func unary(m method) *opcode {
	return &opcode{memory: 0, emit: func(e *emitter, _ uint8, a []place, d place) { m(e.c, e.full(a[0]), e.full(d)) }}
}

// shift makes an opcode that shifts by its immediate.
func shift(m method) *opcode {
	return &opcode{memory: -1, emit: func(e *emitter, imm uint8, a []place, d place) {
		m(e.c, operand.U8(imm), e.full(a[0]), e.full(d))
	}}
}

// round makes an opcode that rounds to integers; the immediate says which way.
func round(avx2 func(*build.Context, operand.Op, operand.Op, operand.Op), avx512 method) *opcode {
	return &opcode{memory: 0, emit: func(e *emitter, imm uint8, a []place, d place) {
		if e.bytes == 64 {
			avx512(e.c, operand.U8(imm), e.full(a[0]), e.full(d))
			return
		}
		avx2(e.c, operand.U8(imm), e.full(a[0]), e.full(d))
	}}
}

// towardZero is the immediate of round that truncates, without a word on inexactness.
const towardZero = 0x0B

// compare makes an opcode whose result is a mask; the immediate is the predicate.
func compare(m method) *opcode {
	return &opcode{memory: 1, emit: func(e *emitter, imm uint8, a []place, d place) {
		m(e.c, operand.U8(imm), e.full(a[1]), e.full(a[0]), e.full(d))
	}}
}

// Predicates of compare. Where an operand is NaN, those below the line are true, the others false.
const (
	equal        = 0x00
	less         = 0x11
	lessEqual    = 0x12
	greaterEqual = 0x1D

	unordered       = 0x03
	notEqual        = 0x04
	notLessEqual    = 0x16
	notGreaterEqual = 0x19
)

// blend makes an opcode of the operands mask, yes and no: yes where the mask is set.
func blend(avx2 func(*build.Context, operand.Op, operand.Op, operand.Op, operand.Op), avx512 method) *opcode {
	return &opcode{memory: 1, emit: func(e *emitter, _ uint8, a []place, d place) {
		if e.kmask {
			avx512(e.c, e.full(a[1]), e.full(a[2]), e.full(a[0]), e.full(d))
			return
		}
		avx2(e.c, e.full(a[0]), e.full(a[1]), e.full(a[2]), e.full(d))
	}}
}

// keep makes an opcode of the operands mask and yes: yes where the mask is set, else +0.
func keep(avx2 method, avx512 func(*build.Context, operand.Op, operand.Op, operand.Op)) *opcode {
	return &opcode{memory: 1, emit: func(e *emitter, _ uint8, a []place, d place) {
		if e.kmask {
			avx512(e.c, e.full(a[1]), e.full(a[0]), e.full(d))
			return
		}
		avx2(e.c, e.full(a[1]), e.full(a[0]), e.full(d))
	}}
}

// lanes are the opcodes on one element type.
type lanes struct {
	size                     int // bytes of an element
	add, sub, mul, div, sqrt *opcode
	max, min                 *opcode // the second operand where an operand is NaN or both are zeros
	and, or, xor             *opcode // on bits
	fma                      *opcode // a*b + c, rounded once
	round                    *opcode // to an integer, by the immediate
	compare, blend, keep     *opcode
	broadcast                method
}

type ctx = build.Context

var ps = lanes{
	size: 4,
	add:  commuting((*ctx).VADDPS), sub: binary((*ctx).VSUBPS), mul: commuting((*ctx).VMULPS),
	div: binary((*ctx).VDIVPS), sqrt: unary((*ctx).VSQRTPS),
	max: binary((*ctx).VMAXPS), min: binary((*ctx).VMINPS),
	and: commuting((*ctx).VANDPS), or: commuting((*ctx).VORPS), xor: commuting((*ctx).VXORPS),
	fma:       &opcode{fused: &fusion{(*ctx).VFMADD132PS, (*ctx).VFMADD213PS, (*ctx).VFMADD231PS}},
	round:     round((*ctx).VROUNDPS, (*ctx).VRNDSCALEPS),
	compare:   compare((*ctx).VCMPPS),
	blend:     blend((*ctx).VBLENDVPS, (*ctx).VBLENDMPS),
	keep:      keep((*ctx).VANDPS, (*ctx).VMOVUPS_Z),
	broadcast: (*ctx).VBROADCASTSS,
}

var pd = lanes{
	size: 8,
	add:  commuting((*ctx).VADDPD), sub: binary((*ctx).VSUBPD), mul: commuting((*ctx).VMULPD),
	div: binary((*ctx).VDIVPD), sqrt: unary((*ctx).VSQRTPD),
	max: binary((*ctx).VMAXPD), min: binary((*ctx).VMINPD),
	and: commuting((*ctx).VANDPD), or: commuting((*ctx).VORPD), xor: commuting((*ctx).VXORPD),
	fma:       &opcode{fused: &fusion{(*ctx).VFMADD132PD, (*ctx).VFMADD213PD, (*ctx).VFMADD231PD}},
	round:     round((*ctx).VROUNDPD, (*ctx).VRNDSCALEPD),
	compare:   compare((*ctx).VCMPPD),
	blend:     blend((*ctx).VBLENDVPD, (*ctx).VBLENDMPD),
	keep:      keep((*ctx).VANDPD, (*ctx).VMOVUPD_Z),
	broadcast: (*ctx).VBROADCASTSD,
}

// load makes a value of its own of an element in memory.
var load = unary((*ctx).VMOVUPS)

// gather reads a word of a table for each 64-bit index. The emitter writes it.
var gather = &opcode{memory: -1}

// Integers of 64 bits, in the lanes of float64.
var (
	addInt    = commuting((*ctx).VPADDQ)
	subInt    = binary((*ctx).VPSUBQ)
	shiftUp   = shift((*ctx).VPSLLQ)
	shiftDown = shift((*ctx).VPSRLQ) // fills with zeros

	mulInt      = commuting((*ctx).VPMULUDQ) // of the low halves
	shiftUpBy   = binary((*ctx).VPSLLVQ)     // by the lanes of the second operand; from 64 on nothing is left
	shiftDownBy = binary((*ctx).VPSRLVQ)
)

// Integers of 32 bits, in the lanes of float32.
var (
	addInt32        = commuting((*ctx).VPADDD)
	subInt32        = binary((*ctx).VPSUBD)
	shiftUp32       = shift((*ctx).VPSLLD)
	shiftDown32     = shift((*ctx).VPSRAD) // keeps the sign
	shiftDownZero32 = shift((*ctx).VPSRLD) // fills with zeros
	intToFloat      = unary((*ctx).VCVTDQ2PS)
)

// A vector of float32 is widened to two of float64, which hold its lower and its upper half, and narrowed back.
var (
	widenLow = &opcode{memory: -1, emit: func(e *emitter, _ uint8, a []place, d place) {
		e.c.VCVTPS2PD(e.half(a[0]), e.full(d))
	}}
	widenHigh = &opcode{memory: -1, emit: func(e *emitter, _ uint8, a []place, d place) {
		if e.bytes == 64 {
			e.c.VEXTRACTF32X8(operand.U8(1), e.full(a[0]), e.half(d))
		} else {
			e.c.VEXTRACTF128(operand.U8(1), e.full(a[0]), e.half(d))
		}
		e.c.VCVTPS2PD(e.half(d), e.full(d))
	}}
	narrow = &opcode{memory: -1, emit: func(e *emitter, _ uint8, a []place, d place) {
		if e.bytes == 64 {
			e.c.VCVTPD2PS(e.full(a[0]), e.half(d))
		} else {
			e.c.VCVTPD2PSY(e.full(a[0]), e.half(d))
		}
	}}
	join = &opcode{memory: -1, emit: func(e *emitter, _ uint8, a []place, d place) {
		if e.bytes == 64 {
			e.c.VINSERTF32X8(operand.U8(1), e.half(a[1]), e.full(a[0]), e.full(d))
		} else {
			e.c.VINSERTF128(operand.U8(1), e.half(a[1]), e.full(a[0]), e.full(d))
		}
	}}
)
