package asm

import "github.com/mmcloughlin/avo/reg"

// A tier is an instruction set that kernels are written for. Everything above registers and opcodes is common to all tiers.
type tier struct {
	name  string // suffix of the kernel's name
	bytes int    // size of a vector
	regs  int    // number of vector registers
	kmask bool   // masks live in the K registers, else in vector registers
	full  func(reg.VecPhysical) reg.Register
	half  func(reg.VecPhysical) reg.Register
}

var tiers = []*tier{
	{
		name: "AVX2", bytes: 32, regs: 16,
		full: reg.VecPhysical.AsY, half: reg.VecPhysical.AsX,
	},
	{
		name: "AVX512", bytes: 64, regs: 32, kmask: true,
		full: reg.VecPhysical.AsZ, half: reg.VecPhysical.AsY,
	},
}

// vectors are the vector registers under their 128-bit names.
var vectors = [32]reg.VecPhysical{
	reg.X0, reg.X1, reg.X2, reg.X3, reg.X4, reg.X5, reg.X6, reg.X7,
	reg.X8, reg.X9, reg.X10, reg.X11, reg.X12, reg.X13, reg.X14, reg.X15,
	reg.X16, reg.X17, reg.X18, reg.X19, reg.X20, reg.X21, reg.X22, reg.X23,
	reg.X24, reg.X25, reg.X26, reg.X27, reg.X28, reg.X29, reg.X30, reg.X31,
}

// kmasks are the mask registers that comparisons may use; tailMask is kept for the end of a run.
var kmasks = [...]reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4, reg.K5, reg.K6}

var tailMask = reg.K7
