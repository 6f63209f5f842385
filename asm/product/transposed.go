package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transposedRows lists the numbers of rows of transposed tiles, greatest first.
func (t target) transposedRows() []int {
	rows := []int{4, 3, 2, 1}
	if t.wide() {
		rows = append([]int{12, 8}, rows...)
	}
	return rows
}

// transposedWidths lists the tiles' widths, widest first. AVX2 has no register left for a mask at full width.
func (t target) transposedWidths() []shape {
	if t.wide() {
		return []shape{{2, true, true}, {1, true, false}}
	}
	return []shape{{3, false, true}, {2, false, false}, {2, true, false}, {1, true, false}}
}

// transposed writes the function whose tiles lie in C across: A's rows are C's columns, and B's columns are C's rows.
func (a *assembler) transposed() {
	a.dataMask()
	a.StaticGlobal("negzero")
	a.DataAttributes(rodata)
	for at := 0; at < a.transposedRows()[0]*a.size; at += 8 {
		negzero := operand.U64(1 << 63)
		if a.size == 4 {
			negzero |= 1 << 31
		}
		a.AddDatum(at, negzero)
	}
	a.Function("transposedTile" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("transposedTile%s%s sets rows (%v) columns of C, cols rows long, to one chunk's sums, or adds them to C.", a.elem, a.tier, a.transposedRows()),
		fmt.Sprintf("Strides are as for tile%s%s, but panel spans %d vectors of B.", a.elem, a.tier, a.transposedWidths()[0].vectors),
	)
	a.SignatureExpr(tileSignature)
	a.begin()
	for _, rows := range a.transposedRows() {
		a.blocks(rows, func(end operand.LabelRef) {
			for _, s := range a.transposedWidths() {
				a.sweep(s, end, func() { a.transposedTile(rows, s) }, func() { a.MOVQ(cRow, cAt) })
			}
		}, func() {
			a.MOVQ(operand.U32(rows*a.size), scratch)
		})
	}
	a.end()
}

// The general registers of the way out of a transposed tile.
var (
	cRow        = rowBase[0] // the current row of C
	totalRow    = rowBase[1] // what is added to it: C itself, or zeros
	totalStride = rowBase[2]
	rowsLeft    = depth
)

func (a *assembler) transposedTile(rows int, s shape) {
	stride := (rows + a.unit() - 1) / a.unit() * a.unit()
	t := a.newTile(rows, a.transposedRows()[0], s.vectors, stride, s.masked)
	a.sums(t)

	// The first chunk's sums are stored as they stand: adding -0 keeps every bit, where adding +0 would lose -0.
	first, ready := a.label("first"), a.label("ready")
	a.MOVQ(cAt, cRow)
	a.CMPB(a.argument("add"), operand.U8(0))
	a.JEQ(first)
	a.MOVQ(cAt, totalRow)
	a.MOVQ(cStride, totalStride)
	a.JMP(ready)
	a.place(first)
	a.LEAQ(operand.NewDataAddr(operand.NewStaticSymbol("negzero"), 0), totalRow)
	a.XORL(totalStride.As32(), totalStride.As32())
	a.place(ready)
	done := a.label("done")
	if s.masked {
		a.MOVQ(cols, rowsLeft)
	}
	// A 16-byte instruction clears the rest of the register that it writes, so the sums move to another.
	moved := 28
	if !a.wide() {
		moved = 12
	}
	for v := range s.vectors {
		for g := 0; g < stride; g += a.unit() {
			in := make([]int, a.unit())
			for i := range in {
				in[i] = t.sum(min(g+i, rows-1), v)
			}
			a.transpose(in, t.sum(g, v), t.free[len(t.free)-a.unit():])
		}
		for part := range a.vector / 16 {
			for q := range a.unit() {
				for g := 0; g < stride; g += a.unit() {
					from := t.sum(g+q, v)
					if part > 0 {
						a.extract(part, from, moved)
						from = moved
					}
					a.addTotal(a.x(from), a.x(moved), min(a.unit(), rows-g), g*a.size)
				}
				if s.masked {
					a.DECQ(rowsLeft)
					a.JEQ(done)
				}
				a.ADDQ(cStride, cRow)
				a.ADDQ(totalStride, totalRow)
			}
		}
	}
	a.place(done)
}

// transpose takes the vectors of four rows of float32, or two of float64, and leaves in registers to, to+1, ... vectors
// whose 16-byte parts hold one column each: part p of register to+q is column unit*p + q. It may overwrite in.
func (a *assembler) transpose(in []int, to int, temporary []int) {
	v := a.v
	if a.size == 8 {
		a.VUNPCKLPD(v(in[1]), v(in[0]), v(temporary[0]))
		a.VUNPCKHPD(v(in[1]), v(in[0]), v(to+1))
		a.VMOVUPS(v(temporary[0]), v(to))
		return
	}
	low01, high01, low23, high23 := v(temporary[0]), v(temporary[1]), v(temporary[2]), v(temporary[3])
	a.VUNPCKLPS(v(in[1]), v(in[0]), low01)
	a.VUNPCKHPS(v(in[1]), v(in[0]), high01)
	a.VUNPCKLPS(v(in[3]), v(in[2]), low23)
	a.VUNPCKHPS(v(in[3]), v(in[2]), high23)
	a.VUNPCKLPD(low23, low01, v(to))
	a.VUNPCKHPD(low23, low01, v(to+1))
	a.VUNPCKLPD(high23, high01, v(to+2))
	a.VUNPCKHPD(high23, high01, v(to+3))
}

// extract copies a 16-byte part of a vector to the low part of another.
func (a *assembler) extract(part, from, to int) {
	if a.wide() {
		a.VEXTRACTF32X4(operand.U8(part), a.v(from), a.x(to))
	} else {
		a.VEXTRACTF128(operand.U8(part), a.v(from), a.x(to))
	}
}

// addTotal stores n elements at cRow, disp bytes on: the total there plus the first elements of from, by way of to.
func (a *assembler) addTotal(from, to reg.Register, n, disp int) {
	total, c := operand.Mem{Base: totalRow, Disp: disp}, operand.Mem{Base: cRow, Disp: disp}
	beyond := func(m operand.Mem, by int) operand.Mem { m.Disp += by; return m }
	switch n * a.size {
	case 16:
		a.add(total, from, to)
		a.VMOVUPS(to, c)
	case 12:
		a.VMOVSD(total, a.x(13))
		a.VINSERTPS(operand.U8(0x20), beyond(total, 8), a.x(13), a.x(13))
		a.VADDPS(a.x(13), from, to)
		a.VMOVSD(to, c)
		a.VEXTRACTPS(operand.U8(2), to, beyond(c, 8))
	case 8:
		if a.size == 8 {
			a.VADDSD(total, from, to)
		} else {
			a.VMOVSD(total, a.x(13))
			a.VADDPS(a.x(13), from, to)
		}
		a.VMOVSD(to, c)
	case 4:
		a.VADDSS(total, from, to)
		a.VMOVSS(to, c)
	}
}
