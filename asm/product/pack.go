package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// packers writes the functions that pack. They are written in AVX2 and serve both tiers.
func (a *assembler) packers() {
	a.target = targets[0]
	a.packTransposed(2)
	a.packTransposed(4)
	a.packColumns()
	a.target = targets[1]
	a.packTransposed(2)
	a.packColumns()
	for _, width := range []int{24, 48, 64, 96, 128} {
		a.packPanels(width)
	}
}

// packTransposed writes the function that turns so many rows, contiguous along k, into columns.
func (a *assembler) packTransposed(rows int) {
	a.Function(fmt.Sprintf("packTransposed%d%s", rows, a.elem))
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("packTransposed%d%s copies depth elements of each of %d rows, fromStride bytes apart, to to, to+toStride, ...:", rows, a.elem, rows),
		"the k-th elements side by side. If there are fewer rows, the last stands in for the missing.",
	)
	a.SignatureExpr("func(to, from *byte, toStride, fromStride, rows, depth int)")
	a.labels = 0
	a.Attributes(nosplit)
	to, stride, left, tmp := reg.RDI, reg.RAX, reg.RDX, reg.RCX
	row := []reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}[:rows]
	a.MOVQ(a.argument("to"), to)
	a.MOVQ(a.argument("toStride"), stride)
	a.MOVQ(a.argument("depth"), left)
	a.MOVQ(a.argument("from"), row[0])
	for i := 1; i < rows; i++ {
		a.MOVQ(row[i-1], row[i])
		a.MOVQ(row[i-1], tmp)
		a.ADDQ(a.argument("fromStride"), tmp)
		a.CMPQ(a.argument("rows"), operand.I8(i))
		a.CMOVQGT(tmp, row[i])
	}
	lanes := a.lanes()
	scalar, loop, last, end := a.label("scalar"), a.label("loop"), a.label("last"), a.label("end")
	a.SUBQ(operand.I8(lanes), left)
	a.JLT(scalar)
	a.place(loop)
	for i := range row {
		a.VMOVUPS(operand.Mem{Base: row[i]}, a.v(i))
	}
	a.storeColumns(rows, to, stride)
	a.CMPQ(left, operand.I8(lanes))
	a.JLT(last)
	a.LEAQ(operand.Mem{Base: to, Index: stride, Scale: uint8(lanes)}, to)
	for i := range row {
		a.ADDQ(operand.I8(a.vector), row[i])
	}
	a.SUBQ(operand.I8(lanes), left)
	a.JMP(loop)

	// What is left is less than a vector: step back and do the last full vector again.
	a.place(last)
	a.TESTQ(left, left)
	a.JEQ(end)
	a.MOVQ(left, tmp)
	a.IMULQ(stride, tmp)
	a.ADDQ(tmp, to)
	for i := range row {
		a.LEAQ(operand.Mem{Base: row[i], Index: left, Scale: uint8(a.size)}, row[i])
	}
	a.XORL(left.As32(), left.As32())
	a.JMP(loop)

	a.place(scalar)
	a.ADDQ(operand.I8(lanes), left)
	one := a.label("one")
	a.place(one)
	for i := range row {
		if a.size == 4 {
			a.MOVL(operand.Mem{Base: row[i]}, tmp.As32())
			a.MOVL(tmp.As32(), operand.Mem{Base: to, Disp: i * a.size})
		} else {
			a.MOVQ(operand.Mem{Base: row[i]}, tmp)
			a.MOVQ(tmp, operand.Mem{Base: to, Disp: i * a.size})
		}
		a.ADDQ(operand.I8(a.size), row[i])
	}
	a.ADDQ(stride, to)
	a.DECQ(left)
	a.JNE(one)
	a.place(end)
	a.end()
}

// packColumns writes the function that turns as many rows, contiguous along k, as a vector has lanes. Rows are read by cache lines, as in dots.
func (a *assembler) packColumns() {
	a.Function("packColumns" + a.elem)
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("packColumns%s copies depth elements of each of %d rows, fromStride bytes apart, to to, to+toStride, ...:", a.elem, a.lanes()),
		"the k-th elements side by side.",
	)
	a.SignatureExpr("func(to, from *byte, toStride, fromStride, depth int)")
	a.labels = 0
	a.Attributes(nosplit)
	to, stride, stride3 := reg.RDI, reg.RAX, reg.R9
	a.MOVQ(a.argument("to"), to)
	a.MOVQ(a.argument("from"), dotBase[0])
	a.MOVQ(a.argument("toStride"), stride)
	a.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	a.dotStrides("fromStride")
	a.MOVQ(a.argument("depth"), depth)
	d := &dotTile{assembler: a, vectors: 1}
	at := []operand.Mem{{Base: to}, {Base: to, Index: stride, Scale: 1}, {Base: to, Index: stride, Scale: 2}, {Base: to, Index: stride3, Scale: 1}}
	unit := func(disp int) {
		for k, column := range d.columns(0, disp, 0) {
			a.VMOVUPS(a.v(column), at[k])
		}
		a.LEAQ(operand.Mem{Base: to, Index: stride, Scale: uint8(a.unit())}, to)
	}
	d.along(dotLine/a.size, func() {
		for disp := 0; disp < dotLine; disp += 16 {
			unit(disp)
		}
	})
	d.along(a.unit(), func() { unit(0) })
	d.along(1, func() {
		d.gather(0, 0)
		a.VMOVUPS(a.v(0), at[0])
		a.ADDQ(stride, to)
	})
	a.end()
}

// storeColumns stores the columns of the vectors 0, 1, ... of so many rows at to, to+stride, ...
func (a *assembler) storeColumns(rows int, to, stride reg.Register) {
	base := []reg.Register{to, reg.RBX, reg.RSI}
	for i := 1; 3*i < a.lanes(); i++ {
		a.LEAQ(operand.Mem{Base: base[i-1], Index: stride, Scale: 2}, base[i])
		a.ADDQ(stride, base[i])
	}
	at := func(column int) operand.Mem {
		m := operand.Mem{Base: base[column/3]}
		if column%3 != 0 {
			m.Index, m.Scale = stride, uint8(column%3)
		}
		return m
	}
	if rows == a.unit() {
		a.transpose([]int{0, 1, 2, 3}[:rows], 0, []int{4, 5, 6, 7}[:rows])
		for q := range rows {
			a.VMOVUPS(a.x(q), at(q))
			a.VEXTRACTF128(operand.U8(1), a.v(q), at(rows+q))
		}
		return
	}
	// Two rows of float32: a 16-byte part holds two columns.
	a.VUNPCKLPS(a.v(1), a.v(0), a.v(2))
	a.VUNPCKHPS(a.v(1), a.v(0), a.v(3))
	for part := range 2 {
		for q := range 2 {
			x := a.x(2 + q)
			if part > 0 {
				a.VEXTRACTF128(operand.U8(1), a.v(2+q), x)
			}
			a.VMOVLPS(x, at(4*part+2*q))
			a.VMOVHPS(x, at(4*part+2*q+1))
		}
	}
}

// packPanels writes the function that copies rows of so many bytes times any number into panels of so many bytes.
func (a *assembler) packPanels(width int) {
	a.Function(fmt.Sprintf("packPanels%d", width))
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("packPanels%d copies depth rows of panels times %d bytes, fromStride bytes apart:", width, width),
		"the k-th row's p-th part goes to panel p, which is toPanel bytes after the one before, and there to place k.",
	)
	a.SignatureExpr("func(to, from *byte, toPanel, fromStride, panels, depth int)")
	a.labels = 0
	a.Attributes(nosplit)
	to, from, panel, stride, left := reg.RDI, reg.RSI, reg.RAX, reg.RBX, reg.RDX
	row, read, write := reg.R8, reg.R9, reg.R10
	a.MOVQ(a.argument("to"), to)
	a.MOVQ(a.argument("from"), from)
	a.MOVQ(a.argument("toPanel"), panel)
	a.MOVQ(a.argument("fromStride"), stride)
	a.MOVQ(a.argument("depth"), row)
	rows, parts := a.label("rows"), a.label("parts")
	a.place(rows)
	a.MOVQ(to, write)
	a.MOVQ(from, read)
	a.MOVQ(a.argument("panels"), left)
	a.place(parts)
	for line := 0; line < width; line += 64 {
		a.PREFETCHT0(operand.Mem{Base: read, Index: stride, Scale: 8, Disp: line})
	}
	for at, i := 0, 0; at < width; i++ {
		read, write := operand.Mem{Base: read, Disp: at}, operand.Mem{Base: write, Disp: at}
		switch left := width - at; {
		case left >= 32:
			a.VMOVUPS(read, a.v(i))
			a.VMOVUPS(a.v(i), write)
			at += 32
		case left >= 16:
			a.VMOVUPS(read, a.x(i))
			a.VMOVUPS(a.x(i), write)
			at += 16
		default:
			a.VMOVSD(read, a.x(i))
			a.VMOVSD(a.x(i), write)
			at += 8
		}
	}
	a.ADDQ(operand.I32(width), read)
	a.ADDQ(panel, write)
	a.DECQ(left)
	a.JNE(parts)
	a.ADDQ(operand.I32(width), to)
	a.ADDQ(stride, from)
	a.DECQ(row)
	a.JNE(rows)
	a.end()
}
