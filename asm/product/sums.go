package product

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The general registers of a tile function. Pointers: c and b are at the current tile; walk goes down B's rows.
// rowBase[i] is at A's row 3i, so that rows 3i+1 and 3i+2 are reached by an index. All strides are in bytes.
var (
	cols    = reg.R14 // columns of the vector factor left to do
	cAt     = reg.RDI
	cStride = reg.RAX
	bAt     = reg.RSI
	walk    = reg.RBX
	bStride = reg.RCX
	depth   = reg.RDX
	rowBase = [4]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	aRow    = reg.R12
	aStep   = reg.R13
	scratch = reg.R15
)

// tile is one shape of register tile: rows of the broadcast factor A by vectors of the vector factor B.
type tile struct {
	rows, vectors int
	masked        bool                   // the last vector has masked lanes
	packs         bool                   // B's vectors are copied to a panel on the way
	sum           func(row, vec int) int // register of an accumulator
	free          []int                  // registers besides the accumulators (and the mask)
}

// spread sets rowBase so that row r is at rowBase[r/3] + stride*(r%3), from rowBase[0].
func (a *assembler) spread(rows int, stride reg.Register) {
	for i := 1; 3*i < rows; i++ {
		a.LEAQ(operand.Mem{Base: rowBase[i-1], Index: stride, Scale: 2}, rowBase[i])
		a.ADDQ(stride, rowBase[i])
	}
}

// rowAt is the address of row r after spread.
func rowAt(r int, stride reg.Register, disp int) operand.Mem {
	m := operand.Mem{Base: rowBase[r/3], Disp: disp}
	if r%3 != 0 {
		m.Index, m.Scale = stride, uint8(r%3)
	}
	return m
}

// sums computes one chunk of a tile into its accumulators, k ascending.
func (a *assembler) sums(t tile) {
	for v := range t.vectors {
		for r := range t.rows {
			a.zero(t.sum(r, v))
		}
	}
	a.MOVQ(a.argument("a"), rowBase[0])
	a.spread(t.rows, aRow)
	a.MOVQ(bAt, walk)
	a.MOVQ(a.argument("depth"), depth)
	if t.packs {
		a.MOVQ(a.argument("to"), scratch)
	} else {
		a.MOVQ(a.argument("aBlock"), scratch)
	}
	loop := a.label("loop")
	if t.masked {
		a.place(loop)
		a.step(t)
		a.DECQ(depth)
		a.JNE(loop)
		return
	}
	// Two steps at a time: the end of a short loop is foreseen more often.
	odd, finished := a.label("odd"), a.label("finished")
	a.SUBQ(operand.I8(2), depth)
	a.JLT(odd)
	a.place(loop)
	a.step(t)
	a.step(t)
	a.SUBQ(operand.I8(2), depth)
	a.JGE(loop)
	a.place(odd)
	a.CMPQ(depth, operand.I8(-1))
	a.JNE(finished)
	a.step(t)
	a.place(finished)
}

// step adds one k to all sums and moves on.
func (a *assembler) step(t tile) {
	at := func(v int) operand.Mem { return operand.Mem{Base: walk, Disp: v * a.vector} }
	switch {
	case t.vectors == 1 && a.wide():
		// One vector wide: a broadcast by the multiplication itself saves an instruction a row.
		a.loadVector(t, 0, t.free[0])
		for r := range t.rows {
			a.fmaBroadcast(rowAt(r, aRow, 0), a.v(t.free[0]), a.v(t.sum(r, 0)))
		}
	case t.rows == 1 && !t.masked:
		a.broadcast(rowAt(0, aRow, 0), a.v(t.free[0]))
		for v := range t.vectors {
			a.fma(at(v), a.v(t.free[0]), a.v(t.sum(0, v)))
		}
	case len(t.free) > t.vectors:
		// The vectors of B stay in registers, the rest takes turns to hold A's elements.
		for v := range t.vectors {
			a.loadVector(t, v, t.free[v])
			if t.packs {
				a.VMOVUPS(a.v(t.free[v]), operand.Mem{Base: scratch, Disp: v * a.vector})
			}
		}
		turns := t.free[t.vectors:]
		for r := range t.rows {
			s := turns[r%len(turns)]
			a.broadcast(rowAt(r, aRow, 0), a.v(s))
			for v := range t.vectors {
				a.fma(a.v(t.free[v]), a.v(s), a.v(t.sum(r, v)))
			}
		}
	default:
		// Few rows of many vectors: A's elements stay in registers, the rest takes turns to hold vectors of B.
		for r := range t.rows {
			a.broadcast(rowAt(r, aRow, 0), a.v(t.free[r]))
		}
		turns := t.free[t.rows:]
		for v := range t.vectors {
			s := turns[v%len(turns)]
			a.loadVector(t, v, s)
			for r := range t.rows {
				a.fma(a.v(s), a.v(t.free[r]), a.v(t.sum(r, v)))
			}
		}
	}
	if t.packs {
		a.ADDQ(operand.U32(t.vectors*a.vector), scratch)
	} else {
		// The next block's elements, for when this one is done.
		a.PREFETCHT1(operand.Mem{Base: rowBase[0], Index: scratch, Scale: 1})
	}
	for line := 0; line < t.vectors*a.vector; line += 64 {
		a.PREFETCHT0(operand.Mem{Base: walk, Index: bStride, Scale: 8, Disp: line})
	}
	a.ADDQ(bStride, walk)
	for i := 0; 3*i < t.rows; i++ {
		a.ADDQ(aStep, rowBase[i])
	}
}

func (a *assembler) loadVector(t tile, v, to int) {
	from := operand.Mem{Base: walk, Disp: v * a.vector}
	if t.masked && v == t.vectors-1 {
		a.loadMasked(from, a.v(to))
	} else {
		a.VMOVUPS(from, a.v(to))
	}
}

// newTile lays out a tile's registers, with stride accumulators for each vector.
func (a *assembler) newTile(rows, vectors, stride int, masked bool) tile {
	t := tile{rows: rows, vectors: vectors, masked: masked, sum: func(row, vec int) int { return vec*stride + row }}
	for i := vectors * stride; i < a.bank; i++ {
		if !masked || a.wide() || i != maskRegister {
			t.free = append(t.free, i)
		}
	}
	return t
}
