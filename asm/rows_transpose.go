package asm

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/topos-go/topos/gen/loop"
)

// The transposes are written in AVX2 alone, which moves as fast as memory allows in both tiers.

// transposeRows are the registers of eight rows: with stride, base[i] + stride*j is row 3i+j.
type transposeRows struct {
	base   [3]reg.GPPhysical
	stride reg.GPPhysical
}

func (r transposeRows) spread(c *build.Context) {
	for i := 1; i < len(r.base); i++ {
		c.LEAQ(operand.Mem{Base: r.base[i-1], Index: r.stride, Scale: 2}, r.base[i])
		c.ADDQ(r.stride, r.base[i])
	}
}

func (r transposeRows) at(row, disp int) operand.Mem {
	m := operand.Mem{Base: r.base[row/3], Disp: disp}
	if row%3 != 0 {
		m.Index, m.Scale = r.stride, uint8(row%3)
	}
	return m
}

// writeTransposes writes a function for each element that transposes blocks of a vector by a vector.
func writeTransposes(c *build.Context) {
	for _, elem := range []loop.Elem{loop.F32, loop.F64} {
		size := ps.size
		if elem == loop.F64 {
			size = pd.size
		}
		name := "transpose" + short(elem)
		c.Function(name)
		c.Pragma("noescape")
		c.Doc(name + " copies columns of so many blocks of rows, each 32 bytes high, to rows of dst; there are so many blocks of columns of that width. Steps are in bytes.")
		c.SignatureExpr("func(dst, src *" + elem.String() + ", rows, columns, dstStep, srcStep int)")
		to := transposeRows{[3]reg.GPPhysical{reg.RDI, reg.R10, reg.R11}, reg.RAX}
		from := transposeRows{[3]reg.GPPhysical{reg.RSI, reg.R8, reg.R9}, reg.RCX}
		firstTo, firstFrom, rows, columns := reg.RDX, reg.RBX, reg.R13, reg.R12
		c.MOVQ(argument(c, "dst"), firstTo)
		c.MOVQ(argument(c, "src"), firstFrom)
		c.MOVQ(argument(c, "columns"), columns)
		c.MOVQ(argument(c, "dstStep"), to.stride)
		c.MOVQ(argument(c, "srcStep"), from.stride)
		c.Label("column")
		c.MOVQ(firstTo, to.base[0])
		c.MOVQ(firstFrom, from.base[0])
		to.spread(c)
		c.MOVQ(argument(c, "rows"), rows)
		c.Label("block")
		from.spread(c)
		lanes := uint8(32 / size)
		if size == 4 {
			transposeBlock32(c, to, from)
		} else {
			transposeBlock64(c, to, from)
		}
		for _, base := range to.base {
			c.ADDQ(operand.U8(32), base)
		}
		c.LEAQ(operand.Mem{Base: from.base[0], Index: from.stride, Scale: lanes}, from.base[0])
		c.DECQ(rows)
		c.JNZ(operand.LabelRef("block"))
		c.ADDQ(operand.U8(32), firstFrom)
		c.LEAQ(operand.Mem{Base: firstTo, Index: to.stride, Scale: lanes}, firstTo)
		c.DECQ(columns)
		c.JNZ(operand.LabelRef("column"))
		c.VZEROUPPER()
		c.RET()
	}
}

// halves loads 16 bytes of each of two rows as the halves of a register.
func halves(c *build.Context, low, high operand.Mem, to int) {
	c.VMOVUPS(low, vectors[to])
	c.VINSERTF128(operand.U8(1), high, vectors[to].AsY(), vectors[to].AsY())
}

// transposeBlock32 handles four columns at a time: a register holds them of rows i and i+4, and four registers are transposed within halves.
func transposeBlock32(c *build.Context, to, from transposeRows) {
	y := func(i int) reg.Register { return vectors[i].AsY() }
	for part := range 2 {
		base := 8 * part
		for i := range 4 {
			halves(c, from.at(i, 16*part), from.at(i+4, 16*part), base+i)
		}
		c.VUNPCKLPS(y(base+1), y(base), y(base+4))
		c.VUNPCKLPS(y(base+3), y(base+2), y(base+5))
		c.VUNPCKHPS(y(base+1), y(base), y(base+6))
		c.VUNPCKHPS(y(base+3), y(base+2), y(base+7))
		for pair := range 2 {
			low, high := y(base+4+2*pair), y(base+5+2*pair)
			c.VUNPCKLPD(high, low, y(base))
			c.VUNPCKHPD(high, low, y(base+1))
			c.VMOVUPS(y(base), to.at(4*part+2*pair, 0))
			c.VMOVUPS(y(base+1), to.at(4*part+2*pair+1, 0))
		}
	}
}

// transposeBlock64 does so for two columns of rows i and i+2.
func transposeBlock64(c *build.Context, to, from transposeRows) {
	y := func(i int) reg.Register { return vectors[i].AsY() }
	for part := range 2 {
		base := 4 * part
		for i := range 2 {
			halves(c, from.at(i, 16*part), from.at(i+2, 16*part), base+i)
		}
		c.VUNPCKLPD(y(base+1), y(base), y(base+2))
		c.VUNPCKHPD(y(base+1), y(base), y(base+3))
		c.VMOVUPS(y(base+2), to.at(2*part, 0))
		c.VMOVUPS(y(base+3), to.at(2*part+1, 0))
	}
}
