package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// shape is a width of tile: so many vectors, the last one masked or not, which make up a panel of B or not.
type shape struct {
	vectors int
	masked  bool
	panel   bool
}

// directRows is the greatest number of rows of a direct tile.
func (t target) directRows() int {
	if t.wide() {
		return 12
	}
	return 6
}

// widths lists the tiles for so many rows, widest first: few rows need many vectors to keep enough sums in flight.
func (t target) widths(rows int) []shape {
	tail := []shape{{2, false, true}, {2, true, false}, {1, true, false}}
	if t.wide() {
		tail = []shape{{2, true, true}, {1, true, false}}
	}
	widest := 2
	switch {
	case t.wide() && rows <= 2:
		widest = 8
	case t.wide() && rows <= 5:
		widest = 4
	case !t.wide() && rows == 1:
		widest = 8
	case !t.wide() && rows <= 3:
		widest = 4
	}
	if widest == 2 {
		return tail
	}
	return append([]shape{{widest, false, false}}, tail...)
}

// direct writes the function whose tiles lie in C as they lie in the registers: A's rows are C's rows.
func (a *assembler) direct() {
	a.dataMask()
	a.Function("tile" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("tile%s%s sets rows (1 to %d) rows of C, cols columns wide, to one chunk's sums, or adds them to C.", a.elem, a.tier, a.directRows()),
		"Strides are in bytes: cStride and aRow from row to row; aStep and bStep from one k to the next;",
		"panel from two vectors of B to the next two. There are blocks of so many rows, aBlock bytes apart in A.",
	)
	a.SignatureExpr(tileSignature)
	a.begin()
	for rows := a.directRows(); rows >= 1; rows-- {
		a.blocks(rows, func(end operand.LabelRef) {
			for _, s := range a.widths(rows) {
				a.sweep(s, end, func() { a.directTile(a.newTile(rows, a.directRows(), s.vectors, rows, s.masked)) }, func() {
					a.ADDQ(operand.U32(s.vectors*a.vector), cAt)
				})
			}
		}, func() {
			a.IMUL3Q(operand.I8(rows), cStride, scratch)
		})
	}
	a.end()
}

const tileSignature = "func(c, a, b *byte, cStride, aRow, aStep, aBlock, bStep, panel, rows, blocks, depth, cols int, add bool)"

// blocks repeats body for blocks of so many rows, if those are what is asked for. The body may jump to its end.
// Down leaves in scratch the bytes from a block of C to the next.
func (a *assembler) blocks(rows int, body func(end operand.LabelRef), down func()) {
	next, block, end := a.label("rows"), a.label("block"), a.label("end")
	a.CMPQ(a.argument("rows"), operand.I8(rows))
	a.JNE(next)
	a.place(block)
	a.MOVQ(a.argument("c"), cAt)
	a.MOVQ(a.argument("b"), bAt)
	a.MOVQ(a.argument("cols"), cols)
	body(end)
	a.place(end)
	down()
	a.ADDQ(scratch, a.argument("c"))
	a.MOVQ(a.argument("aBlock"), scratch)
	a.ADDQ(scratch, a.argument("a"))
	a.DECQ(a.argument("blocks"))
	a.JNE(block)
	a.end()
	a.place(next)
}

// packing writes the function for the first tiles over a block of columns, which pack it while they read it.
func (a *assembler) packing() {
	rows := a.directRows()
	a.Function("packingTile" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc(
		fmt.Sprintf("packingTile%s%s is tile%s%s for %d rows and full panels of two vectors, which it copies:", a.elem, a.tier, a.elem, a.tier, rows),
		"the k-th row of the p-th panel to place k of the panel that is p times toPanel bytes after to.",
	)
	a.SignatureExpr("func(c, a, b, to *byte, cStride, aRow, aStep, bStep, toPanel, depth, cols int, add bool)")
	a.begin()
	a.MOVQ(a.argument("c"), cAt)
	a.MOVQ(a.argument("b"), bAt)
	a.MOVQ(a.argument("cols"), cols)
	again := a.label("again")
	a.place(again)
	t := a.newTile(rows, rows, 2, rows, false)
	t.packs = true
	a.directTile(t)
	a.MOVQ(a.argument("toPanel"), scratch)
	a.ADDQ(scratch, a.argument("to"))
	a.ADDQ(operand.U32(2*a.vector), cAt)
	a.ADDQ(operand.U32(2*a.vector), bAt)
	a.SUBQ(operand.U32(2*a.lanes()), cols)
	a.JNE(again)
	a.end()
}

// begin loads the arguments that stay in registers. Where A lies along k its step is not needed, and aStep holds 3 bStride.
func (a *assembler) begin() {
	a.labels = 0
	a.Attributes(nosplit)
	for _, p := range []struct {
		name string
		to   reg.Register
	}{{"cStride", cStride}, {"aRow", aRow}, {"aStep", aStep}, {"bStep", bStride}} {
		a.MOVQ(a.argument(p.name), p.to)
	}
	across := a.label("across")
	a.CMPQ(aStep, operand.U32(a.size))
	a.JNE(across)
	a.triple(bStride, aStep)
	a.place(across)
}

func (a *assembler) end() {
	a.VZEROUPPER()
	a.RET()
}

// sweep repeats a tile while the columns last, advance moving c on. An unmasked tile needs all its columns.
// A masked one runs if any are left for its last vector: in AVX-512, where masks cost nothing, for full tiles
// too; in AVX2 once, before it jumps to the end.
func (a *assembler) sweep(s shape, end operand.LabelRef, body, advance func()) {
	again, next := a.label("again"), a.label("next")
	if !s.panel && !s.masked && s.vectors > 2 {
		// Wider than a panel: only where panels lie side by side.
		a.CMPQ(a.argument("panel"), operand.U32(2*a.vector))
		a.JNE(next)
	}
	full := s.vectors * a.lanes()
	least := full
	if s.masked {
		least -= a.lanes() - 1
	}
	a.place(again)
	a.CMPQ(cols, operand.U32(least))
	a.JLT(next)
	if s.masked {
		a.mask(cols, s.vectors)
	}
	body()
	if !s.masked || a.wide() && s.vectors > 1 {
		advance()
		if s.panel {
			a.ADDQ(a.argument("panel"), bAt)
		} else {
			a.ADDQ(operand.U32(s.vectors*a.vector), bAt)
		}
		a.SUBQ(operand.U32(full), cols)
		a.JMP(again)
	} else {
		a.JMP(end)
	}
	a.place(next)
}

func (a *assembler) directTile(t tile) {
	a.MOVQ(cAt, rowBase[0])
	a.spread(t.rows, cStride)
	for r := range t.rows {
		a.PREFETCHT0(rowAt(r, cStride, 0))
	}
	a.sums(t)

	a.MOVQ(cAt, rowBase[0])
	a.spread(t.rows, cStride)
	store, done := a.label("store"), a.label("done")
	a.CMPB(a.argument("add"), operand.U8(0))
	a.JEQ(store)
	each := func(do func(sum int, at operand.Mem, masked bool)) {
		for r := range t.rows {
			for v := range t.vectors {
				do(t.sum(r, v), rowAt(r, cStride, v*a.vector), t.masked && v == t.vectors-1)
			}
		}
	}
	each(func(sum int, at operand.Mem, masked bool) {
		if masked {
			a.loadMasked(at, a.v(t.free[0]))
			a.add(a.v(sum), a.v(t.free[0]), a.v(sum))
		} else {
			a.add(at, a.v(sum), a.v(sum))
		}
	})
	a.place(store)
	if t.masked && !a.wide() {
		// AVX2's masked stores are slow on some machines, and the last vector is often full.
		partial := a.label("partial")
		a.CMPQ(cols, operand.I8(t.vectors*a.lanes()))
		a.JNE(partial)
		each(func(sum int, at operand.Mem, _ bool) { a.VMOVUPS(a.v(sum), at) })
		a.JMP(done)
		a.place(partial)
	}
	each(func(sum int, at operand.Mem, masked bool) {
		if masked {
			a.storeMasked(a.v(sum), at)
		} else {
			a.VMOVUPS(a.v(sum), at)
		}
	})
	a.place(done)
}
