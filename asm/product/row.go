package product

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowDepth is the number of rows of B that one pass over a row of C takes.
const rowDepth = 8

// The registers of a pass: to, from and total share the offset done.
var (
	fromAt  = reg.RSI
	totalAt = reg.RBX
	done    = reg.RDX
)

// row writes the function for products of a single row. They are bound by the reading of B, so it reads rows of B side by
// side from left to right, as they lie in memory, while the sums wait in the cache.
func (a *assembler) row() {
	a.dataMask()
	a.Function("row" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc(
		"row"+a.elem+a.tier+" takes depth (1 or 8) rows of B, bStep bytes apart, into cols sums, one step after the other:",
		"to = from + a[0]*b[0] + a[1]*b[1] + ... Without from, sums begin at +0; where total is given they are added to it at last.",
	)
	a.SignatureExpr("func(to, from, total, a, b *byte, bStep, depth, cols int)")
	a.labels = 0
	a.Attributes(nosplit)
	a.MOVQ(a.argument("to"), cAt)
	a.MOVQ(a.argument("from"), fromAt)
	a.MOVQ(a.argument("total"), totalAt)
	a.MOVQ(a.argument("cols"), cols)
	a.MOVQ(a.argument("a"), scratch)
	a.MOVQ(a.argument("b"), rowBase[0])
	a.MOVQ(a.argument("bStep"), aRow)
	a.XORL(done.As32(), done.As32())
	single := a.label("single")
	a.CMPQ(a.argument("depth"), operand.I8(rowDepth))
	a.JNE(single)
	a.passes(rowDepth)
	a.place(single)
	a.passes(1)
}

// passes goes over the columns with so many rows of B.
func (a *assembler) passes(depth int) {
	a.spread(depth, aRow)
	for r := range depth {
		a.broadcast(operand.Mem{Base: scratch, Disp: r * a.size}, a.v(rowFactor+r))
	}
	for _, s := range []shape{{vectors: 4}, {vectors: 1}, {vectors: 1, masked: true}} {
		again, next := a.label("again"), a.label("next")
		a.place(again)
		least := s.vectors * a.lanes()
		if s.masked {
			least = 1
		}
		a.CMPQ(cols, operand.I8(least))
		a.JLT(next)
		if s.masked {
			// The mask takes registers of the sums' addresses.
			a.maskRow()
		}
		a.pass(depth, s)
		if s.masked {
			a.end()
		} else {
			a.ADDQ(operand.U32(s.vectors*a.vector), done)
			for i := 0; 3*i < depth; i++ {
				a.ADDQ(operand.U32(s.vectors*a.vector), rowBase[i])
			}
			a.SUBQ(operand.U32(s.vectors*a.lanes()), cols)
			a.JMP(again)
		}
		a.place(next)
	}
	a.end()
}

// rowFactor is the first of the registers that hold A's elements; the sums are in the first four.
const rowFactor = 5

// maskRow is mask, which needs the register of done.
func (a *assembler) maskRow() {
	a.ADDQ(done, cAt)
	for _, optional := range []reg.GPPhysical{fromAt, totalAt} {
		none := a.label("none")
		a.TESTQ(optional, optional)
		a.JEQ(none)
		a.ADDQ(done, optional)
		a.place(none)
	}
	a.mask(cols, 1)
	a.XORL(done.As32(), done.As32())
}

// pass takes depth products into the sums of one tile of columns.
func (a *assembler) pass(depth int, s shape) {
	at := func(base reg.Register, v int) operand.Mem {
		return operand.Mem{Base: base, Index: done, Scale: 1, Disp: v * a.vector}
	}
	load := func(from operand.Mem, to int) {
		if s.masked {
			a.loadMasked(from, a.v(to))
		} else {
			a.VMOVUPS(from, a.v(to))
		}
	}
	begin, sums, store := a.label("begin"), a.label("sums"), a.label("store")
	a.TESTQ(fromAt, fromAt)
	a.JEQ(begin)
	for v := range s.vectors {
		load(at(fromAt, v), v)
	}
	a.JMP(sums)
	a.place(begin)
	for v := range s.vectors {
		a.zero(v)
	}
	a.place(sums)
	for r := range depth {
		for v := range s.vectors {
			b := rowAt(r, aRow, v*a.vector)
			if s.masked {
				load(b, 4)
				a.fma(a.v(4), a.v(rowFactor+r), a.v(v))
			} else {
				a.fma(b, a.v(rowFactor+r), a.v(v))
			}
		}
	}
	a.TESTQ(totalAt, totalAt)
	a.JEQ(store)
	for v := range s.vectors {
		if s.masked {
			load(at(totalAt, v), 4)
			a.add(a.v(4), a.v(v), a.v(v))
		} else {
			a.add(at(totalAt, v), a.v(v), a.v(v))
		}
	}
	a.place(store)
	for v := range s.vectors {
		if s.masked {
			a.storeMasked(a.v(v), at(cAt, v))
		} else {
			a.VMOVUPS(a.v(v), at(cAt, v))
		}
	}
}
