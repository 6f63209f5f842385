package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dotRows is the greatest number of rows of A that dots take.
const dotRows = 5

const (
	dotLine  = 64  // bytes of each row of B that are staged at once: the lines of many rows may not stay in the cache together
	dotAhead = 192 // bytes by which lines are fetched ahead
)

// The registers of dots: dotBase[i] is at row 8i of the current rows of B, and these strides reach the seven rows after it.
// Rows of A are reached from aRow0 and aRow3.
var (
	dotBase  = rowBase
	bStride1 = bStride
	bStride3 = reg.R12
	bStride5 = reg.R13
	bStride7 = reg.RBX
	aRow0    = reg.RAX
	aRow3    = reg.R15
	aStride  = reg.R14
	dotStage = reg.RSI
)

// dots writes the function for a few rows of A by rows of B that lie along k. Each sum runs along k, so its products
// cannot share a vector: vectors hold the sums of as many rows of B, whose elements change places in registers on the way.
func (a *assembler) dots() {
	a.Function("dots" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("dots%s%s sets rows (1 to %d) rows of C, cols columns wide, to one chunk's sums, or adds them to C.", a.elem, a.tier, dotRows),
		fmt.Sprintf("Columns are a multiple of %d. Strides are in bytes, from row to row; B's rows are C's columns.", dotGroup),
	)
	a.SignatureExpr("func(c, a, b *byte, cStride, aRow, bRow, rows, depth, cols int, add bool)")
	a.labels = 0
	a.AllocLocal(33 * dotLine)
	a.LEAQ(operand.Mem{Base: reg.StackPointer, Disp: dotLine - 1}, dotStage)
	a.ANDQ(operand.I8(-dotLine), dotStage)
	a.MOVQ(a.argument("c"), cAt)
	a.MOVQ(a.argument("aRow"), aStride)
	a.dotStrides("bRow")
	for rows := dotRows; rows >= 1; rows-- {
		next := a.label("rows")
		a.CMPQ(a.argument("rows"), operand.I8(rows))
		a.JNE(next)
		a.dotSweep(rows, a.dotVectors(rows))
		if least := dotGroup / a.lanes(); least < a.dotVectors(rows) {
			a.dotSweep(rows, least)
		}
		a.end()
		a.place(next)
	}
	a.end()
}

// dotStrides sets the strides of rows of B.
func (a *assembler) dotStrides(argument string) {
	a.MOVQ(a.argument(argument), bStride1)
	a.LEAQ(operand.Mem{Base: bStride1, Index: bStride1, Scale: 2}, bStride3)
	a.LEAQ(operand.Mem{Base: bStride1, Index: bStride1, Scale: 4}, bStride5)
	a.LEAQ(operand.Mem{Base: bStride3, Index: bStride1, Scale: 4}, bStride7)
}

// dotGroup is the least number of B's rows that are done at once.
const dotGroup = 16

// dotVectors is how many vectors of sums each of so many rows of A has in flight.
func (t target) dotVectors(rows int) int {
	vectors := 32 / t.lanes()
	for rows*vectors+max(rows+1, t.unit()+2) > t.bank { // what multiply and columns need
		vectors /= 2
	}
	return vectors
}

// dotSweep goes over B with so many vectors of its rows at a time, while there are as many.
func (a *assembler) dotSweep(rows, vectors int) {
	again, next := a.label("again"), a.label("next")
	width := vectors * a.lanes()
	a.place(again)
	a.CMPQ(a.argument("cols"), operand.I8(width))
	a.JLT(next)
	d := &dotTile{assembler: a, rows: rows, vectors: vectors}
	d.sums()
	d.store()
	a.ADDQ(operand.U32(vectors*a.vector), cAt)
	a.IMUL3Q(operand.I8(width), bStride1, depth)
	a.ADDQ(depth, a.argument("b"))
	a.SUBQ(operand.I8(width), a.argument("cols"))
	a.JMP(again)
	a.place(next)
}

// dotTile is so many rows of A by vectors of B's rows. Its sums are in the first registers.
type dotTile struct {
	*assembler
	rows, vectors int
}

func (d *dotTile) sum(row, vec int) int { return row*d.vectors + vec }

// bases is how many bases its rows of B need.
func (d *dotTile) bases() int { return (d.vectors*d.lanes() + 7) / 8 }

// rowOfB is the address of a row of B.
func (d *dotTile) rowOfB(i, disp int) operand.Mem {
	m := operand.Mem{Base: dotBase[i/8], Disp: disp}
	switch i % 8 {
	case 1, 2, 4:
		m.Index, m.Scale = bStride1, uint8(i%8)
	case 3, 6:
		m.Index, m.Scale = bStride3, uint8(i%8/3)
	case 5:
		m.Index, m.Scale = bStride5, 1
	case 7:
		m.Index, m.Scale = bStride7, 1
	}
	return m
}

func (d *dotTile) rowOfA(r, disp int) operand.Mem {
	m := operand.Mem{Base: [2]reg.GPPhysical{aRow0, aRow3}[r/3], Disp: disp}
	if r%3 != 0 {
		m.Index, m.Scale = aStride, uint8(r%3)
	}
	return m
}

// sums computes one chunk into the sums, k ascending: cache lines of B's rows, then 16 bytes of them, then elements.
func (d *dotTile) sums() {
	for r := range d.rows {
		for v := range d.vectors {
			d.zero(d.sum(r, v))
		}
	}
	d.MOVQ(d.argument("b"), dotBase[0])
	for i := 1; i < d.bases(); i++ {
		d.LEAQ(operand.Mem{Base: dotBase[i-1], Index: bStride1, Scale: 8}, dotBase[i])
	}
	d.MOVQ(d.argument("a"), aRow0)
	if d.rows > 3 {
		d.LEAQ(operand.Mem{Base: aRow0, Index: aStride, Scale: 2}, aRow3)
		d.ADDQ(aStride, aRow3)
	}
	d.MOVQ(d.argument("depth"), depth)
	if d.vectors == d.dotVectors(d.rows) { // fewer are left once: not worth the code
		d.along(dotLine/d.size, func() {
			d.stage(dotLine)
			d.multiply(dotLine / d.size)
		})
	}
	d.along(d.unit(), func() {
		d.stage(16)
		d.multiply(d.unit())
	})
	d.along(1, d.one)
}

// along repeats a body that takes so many k while there are as many.
func (d *dotTile) along(steps int, body func()) {
	again, next := d.label("along"), d.label("done")
	d.SUBQ(operand.I8(steps), depth)
	d.JLT(next)
	d.place(again)
	body()
	for i := range d.bases() {
		d.ADDQ(operand.I8(steps*d.size), dotBase[i])
	}
	if d.rows > 0 {
		d.ADDQ(operand.I8(steps*d.size), aRow0)
	}
	if d.rows > 3 {
		d.ADDQ(operand.I8(steps*d.size), aRow3)
	}
	d.SUBQ(operand.I8(steps), depth)
	d.JGE(again)
	d.place(next)
	d.ADDQ(operand.I8(steps), depth)
}

// stage copies so many bytes of each row of B to the stack, turned: all rows' elements of one k side by side.
func (d *dotTile) stage(bytes int) {
	for v := range d.vectors {
		for disp := 0; disp < bytes; disp += 16 {
			for k, column := range d.columns(v, disp, d.rows*d.vectors) {
				d.VMOVUPS(d.v(column), d.staged(disp/d.size+k, v))
			}
			// A quarter of the lines to come.
			for i := disp / 16; i < d.lanes(); i += 4 {
				d.PREFETCHT0(d.rowOfB(v*d.lanes()+i, dotAhead))
			}
		}
	}
}

func (d *dotTile) staged(k, v int) operand.Mem {
	return operand.Mem{Base: dotStage, Disp: (k*d.vectors + v) * d.vector}
}

// multiply takes so many k from the stack.
func (d *dotTile) multiply(steps int) {
	free := d.rows * d.vectors
	for k := range steps {
		for r := range d.rows {
			d.broadcast(d.rowOfA(r, k*d.size), d.v(free+r))
		}
		for v := range d.vectors {
			if d.rows == 1 {
				d.fma(d.staged(k, v), d.v(free), d.v(d.sum(0, v)))
				continue
			}
			d.VMOVUPS(d.staged(k, v), d.v(free+d.rows))
			for r := range d.rows {
				d.fma(d.v(free+d.rows), d.v(free+r), d.v(d.sum(r, v)))
			}
		}
	}
}

// columns loads 16 bytes at disp of as many rows as a vector has lanes, and returns the registers that hold the columns:
// those from free on, two more than there are columns.
func (d *dotTile) columns(v, disp, free int) []int {
	unit := d.unit()
	for i := range unit {
		to := free + i
		d.VMOVUPS(d.rowOfB(v*d.lanes()+i, disp), d.x(to))
		for part := 1; part < d.vector/16; part++ {
			row := v*d.lanes() + part*unit + i
			if d.wide() {
				d.VINSERTF32X4(operand.U8(part), d.rowOfB(row, disp), d.v(to), d.v(to))
			} else {
				// Quicker than an insertion. The 16 bytes before are those of the row before.
				d.VBLENDPS(operand.U8(0xf0), d.rowOfB(row, disp-16), d.v(to), d.v(to))
			}
		}
	}
	at := func(i int) reg.Register { return d.v(free + i) }
	if d.size == 8 {
		d.VUNPCKLPD(at(1), at(0), at(2))
		d.VUNPCKHPD(at(1), at(0), at(3))
		return []int{free + 2, free + 3}
	}
	d.VUNPCKLPS(at(1), at(0), at(4))
	d.VUNPCKHPS(at(1), at(0), at(0))
	d.VUNPCKLPS(at(3), at(2), at(5))
	d.VUNPCKHPS(at(3), at(2), at(2))
	d.VUNPCKLPD(at(5), at(4), at(1))
	d.VUNPCKHPD(at(5), at(4), at(4))
	d.VUNPCKLPD(at(2), at(0), at(3))
	d.VUNPCKHPD(at(2), at(0), at(0))
	return []int{free + 1, free + 4, free + 3, free}
}

// one takes a single k.
func (d *dotTile) one() {
	free := d.rows * d.vectors
	for v := range d.vectors {
		d.gather(v, free)
		for r := range d.rows {
			d.broadcast(d.rowOfA(r, 0), d.v(free+1))
			d.fma(d.v(free), d.v(free+1), d.v(d.sum(r, v)))
		}
	}
}

// gather loads an element of each of as many rows as a vector has lanes, by way of the next register.
func (d *dotTile) gather(v, to int) {
	for part := range d.vector / 16 {
		x := d.x(to)
		if part > 0 {
			x = d.x(to + 1)
		}
		at := func(i int) operand.Mem { return d.rowOfB(v*d.lanes()+part*d.unit()+i, 0) }
		if d.size == 8 {
			d.VMOVSD(at(0), x)
			d.VMOVHPD(at(1), x, x)
		} else {
			d.VMOVSS(at(0), x)
			for i := 1; i < 4; i++ {
				d.VINSERTPS(operand.U8(i<<4), at(i), x, x)
			}
		}
		switch {
		case part == 0:
		case d.wide():
			d.VINSERTF32X4(operand.U8(part), x, d.v(to), d.v(to))
		default:
			d.VINSERTF128(operand.U8(part), x, d.v(to), d.v(to))
		}
	}
}

// store sets C to the sums, or adds them to it.
func (d *dotTile) store() {
	store := d.label("store")
	each := func(do func(sum int, at operand.Mem)) {
		d.MOVQ(cAt, dotBase[0])
		for r := range d.rows {
			if r > 0 {
				d.ADDQ(d.argument("cStride"), dotBase[0])
			}
			for v := range d.vectors {
				do(d.sum(r, v), operand.Mem{Base: dotBase[0], Disp: v * d.vector})
			}
		}
	}
	d.CMPB(d.argument("add"), operand.U8(0))
	d.JEQ(store)
	each(func(sum int, at operand.Mem) { d.assembler.add(at, d.v(sum), d.v(sum)) })
	d.place(store)
	each(func(sum int, at operand.Mem) { d.VMOVUPS(d.v(sum), at) })
}
