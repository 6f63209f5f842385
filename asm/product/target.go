package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// target is what one tile function is written for.
type target struct {
	tier   string // AVX2 or AVX512
	elem   string // F32 or F64
	size   int    // bytes of an element
	vector int    // bytes of a vector register
	bank   int    // number of vector registers
}

var targets = []target{
	{"AVX2", "F32", 4, 32, 16},
	{"AVX2", "F64", 8, 32, 16},
	{"AVX512", "F32", 4, 64, 32},
	{"AVX512", "F64", 8, 64, 32},
}

// lanes is the number of elements in a vector.
func (t target) lanes() int { return t.vector / t.size }

// unit is the number of elements in 16 bytes: as many rows are transposed together.
func (t target) unit() int { return 16 / t.size }

func (t target) wide() bool { return t.vector == 64 }

// assembler writes the functions of one target. All registers are physical: a tile's budget is fixed by its extents,
// so nothing is left to allocate.
type assembler struct {
	*build.Context
	target
	labels int
}

// label returns a label that the function does not have yet.
func (a *assembler) label(name string) operand.LabelRef {
	a.labels++
	return operand.LabelRef(fmt.Sprintf("%s_%d", name, a.labels))
}

func (a *assembler) place(l operand.LabelRef) { a.Label(string(l)) }

var bank = [32]reg.VecPhysical{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}

// v returns the i-th vector register in the target's width.
func (a *assembler) v(i int) reg.Register {
	if i >= a.bank {
		panic(fmt.Sprintf("product: %s%s: register %d of %d", a.elem, a.tier, i, a.bank))
	}
	if a.wide() {
		return bank[i]
	}
	return bank[i].AsY()
}

// x returns the low 16 bytes of the i-th vector register.
func (a *assembler) x(i int) reg.Register { return bank[i].AsX() }

// argument returns the operand of a parameter in memory.
func (a *assembler) argument(name string) operand.Mem {
	p, err := a.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// pick returns the instruction for the target's element.
func (a *assembler) pick(single, double func(...operand.Op)) func(...operand.Op) {
	if a.size == 4 {
		return single
	}
	return double
}

func (a *assembler) fma(ops ...operand.Op) { a.pick(a.VFMADD231PS, a.VFMADD231PD)(ops...) }
func (a *assembler) fmaBroadcast(ops ...operand.Op) {
	a.pick(a.VFMADD231PS_BCST, a.VFMADD231PD_BCST)(ops...)
}
func (a *assembler) broadcast(ops ...operand.Op) { a.pick(a.VBROADCASTSS, a.VBROADCASTSD)(ops...) }
func (a *assembler) add(ops ...operand.Op)       { a.pick(a.VADDPS, a.VADDPD)(ops...) }

// zero clears a register. This form is known not to read it.
func (a *assembler) zero(i int) { a.VXORPS(a.v(i), a.v(i), a.v(i)) }

// loadMasked loads the lanes of the mask; the others become zero. An AVX2 mask is a register of all-ones lanes of
// 32 bits, which serves both elements.
func (a *assembler) loadMasked(from operand.Mem, to reg.Register) {
	switch {
	case !a.wide():
		a.VMASKMOVPS(from, a.v(maskRegister), to)
	case a.size == 4:
		a.VMOVUPS_Z(from, reg.K1, to)
	default:
		a.VMOVUPD_Z(from, reg.K1, to)
	}
}

// storeMasked stores the lanes of the mask.
func (a *assembler) storeMasked(from reg.Register, to operand.Mem) {
	switch {
	case !a.wide():
		a.VMASKMOVPS(from, a.v(maskRegister), to)
	case a.size == 4:
		a.VMOVUPS(from, reg.K1, to)
	default:
		a.VMOVUPD(from, reg.K1, to)
	}
}

// maskRegister holds the mask of an AVX2 tile.
const maskRegister = 15

// mask sets the mask to the lanes of the last of vectors that hold cols columns.
func (a *assembler) mask(cols reg.Register, vectors int) {
	before := (vectors - 1) * a.lanes()
	if a.wide() {
		a.LEAQ(operand.Mem{Base: cols, Disp: -before}, scratch)
		a.MOVL(operand.U32(a.lanes()), depth.As32())
		a.CMPQ(scratch, depth)
		a.CMOVQGT(depth, scratch)
		a.MOVL(operand.U32(0xffffffff), depth.As32())
		a.BZHIL(scratch.As32(), depth.As32(), depth.As32())
		a.KMOVW(depth.As32(), reg.K1)
		return
	}
	a.LEAQ(maskTable(), scratch)
	a.IMUL3Q(operand.I8(a.size), cols, depth)
	a.SUBQ(depth, scratch)
	a.VMOVUPS(operand.Mem{Base: scratch, Disp: a.vector + before*a.size}, a.v(maskRegister))
}

// maskTable is 32 bytes of ones before 32 of zeros: the mask of n bytes starts n bytes before the middle.
func maskTable() operand.Mem {
	return operand.NewDataAddr(operand.NewStaticSymbol("lanemask"), 0)
}

// dataMask places the mask table in the file.
func (a *assembler) dataMask() {
	if a.wide() {
		return
	}
	a.StaticGlobal("lanemask")
	a.DataAttributes(rodata)
	for i := range 8 {
		word := ^operand.U64(0)
		if i >= 4 {
			word = 0
		}
		a.AddDatum(8*i, word)
	}
}
