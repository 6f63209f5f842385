//go:build !purego

#include "textflag.h"

// Twelve independent sums hide the latency of a multiply-add (4 cycles, two of them a cycle) with room to spare. All operands are zero.
#define ROUND(OP, X, Y, S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11) \
	OP X, Y, S0 \
	OP X, Y, S1 \
	OP X, Y, S2 \
	OP X, Y, S3 \
	OP X, Y, S4 \
	OP X, Y, S5 \
	OP X, Y, S6 \
	OP X, Y, S7 \
	OP X, Y, S8 \
	OP X, Y, S9 \
	OP X, Y, S10 \
	OP X, Y, S11

// VZEROALL clears all of the sixteen lower registers, and VZEROUPPER keeps what follows at full speed.

// func fma32YMM(steps int)
TEXT ·fma32YMM(SB), NOSPLIT, $0-8
	MOVQ steps+0(FP), AX
	VZEROALL
loop:
	ROUND(VFMADD231PS, Y12, Y13, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11)
	DECQ AX
	JNE  loop
	VZEROUPPER
	RET

// func fma64YMM(steps int)
TEXT ·fma64YMM(SB), NOSPLIT, $0-8
	MOVQ steps+0(FP), AX
	VZEROALL
loop:
	ROUND(VFMADD231PD, Y12, Y13, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11)
	DECQ AX
	JNE  loop
	VZEROUPPER
	RET

// func fma32ZMM(steps int)
TEXT ·fma32ZMM(SB), NOSPLIT, $0-8
	MOVQ steps+0(FP), AX
	VZEROALL
loop:
	ROUND(VFMADD231PS, Z12, Z13, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11)
	DECQ AX
	JNE  loop
	VZEROUPPER
	RET

// func fma64ZMM(steps int)
TEXT ·fma64ZMM(SB), NOSPLIT, $0-8
	MOVQ steps+0(FP), AX
	VZEROALL
loop:
	ROUND(VFMADD231PD, Z12, Z13, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11)
	DECQ AX
	JNE  loop
	VZEROUPPER
	RET

// func readYMM(first *float32, blocks int)
TEXT ·readYMM(SB), NOSPLIT, $0-16
	MOVQ first+0(FP), SI
	MOVQ blocks+8(FP), AX
loop:
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	ADDQ $128, SI
	DECQ AX
	JNE  loop
	VZEROUPPER
	RET
