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
	many          bool                   // more than three fifths of the rows that fit
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
	a.MOVQ(bAt, walk)
	a.MOVQ(a.argument("depth"), depth)
	if t.packs {
		a.MOVQ(a.argument("to"), scratch)
	} else {
		a.MOVQ(a.argument("aBlock"), scratch)
	}
	// Either A's elements lie side by side along k, or, in packed panels and where A is transposed, from row to row.
	along, done := a.label("along"), a.label("done")
	a.CMPQ(a.argument("aStep"), operand.U32(a.size))
	a.JEQ(along)
	a.acrossRows(t)
	a.JMP(done)
	a.place(along)
	a.alongK(t)
	a.place(done)
}

// together is how many steps share one move of the pointers, displacements and indices reaching the places between.
// A processor takes in only so many instructions a cycle, half of them where two threads share it; twice as wide a
// vector leaves it twice the time. Few rows wait for memory instead.
func (a *assembler) together(t tile) int {
	switch {
	case t.vectors == 1 || !t.many:
		return 1
	case a.wide():
		return 2
	default:
		return 4
	}
}

// walker goes down the rows of A and B.
type walker struct {
	element func(row, step int) operand.Mem // of A
	move    func(steps int)                 // to A's next step, or by those together
	thrice  reg.Register                    // holds 3 bStride
}

// alongK goes along k in A, whose step is known: its register holds 3 bStride.
func (a *assembler) alongK(t tile) {
	a.spread(t.rows, aRow)
	a.steps(t, walker{
		element: func(row, step int) operand.Mem { return rowAt(row, aRow, step*a.size) },
		move: func(steps int) {
			for i := 0; 3*i < t.rows; i++ {
				a.ADDQ(operand.U32(steps*a.size), rowBase[i])
			}
		},
		thrice: aStep,
	})
}

func (a *assembler) acrossRows(t tile) {
	thriceA, thriceB := rowBase[1], rowBase[2]
	a.triple(aStep, thriceA)
	a.triple(bStride, thriceB)
	a.steps(t, walker{
		element: func(row, step int) operand.Mem {
			return after(operand.Mem{Base: rowBase[0], Disp: row * a.size}, step, aStep, thriceA)
		},
		move:   func(steps int) { a.LEAQ(operand.Mem{Base: rowBase[0], Index: aStep, Scale: uint8(steps)}, rowBase[0]) },
		thrice: thriceB,
	})
}

// triple sets a register to three times another.
func (a *assembler) triple(stride, to reg.Register) {
	a.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, to)
}

// after is the place up to three strides after another.
func after(m operand.Mem, strides int, stride, thrice reg.Register) operand.Mem {
	switch strides {
	case 1, 2:
		m.Index, m.Scale = stride, uint8(strides)
	case 3:
		m.Index, m.Scale = thrice, 1
	}
	return m
}

// steps adds all products of a chunk.
func (a *assembler) steps(t tile, w walker) {
	single, groups, finished := a.label("single"), a.label("groups"), a.label("finished")
	n := a.together(t)
	a.place(single)
	if n > 1 {
		a.TESTQ(operand.U32(n-1), depth)
		a.JEQ(groups)
	}
	a.multiply(t, w, 0, 0, t.rows)
	if n == 1 {
		for line := 0; line < t.vectors*a.vector; line += 64 {
			a.PREFETCHT0(operand.Mem{Base: walk, Index: bStride, Scale: 8, Disp: line})
		}
	}
	a.move(t, w, 1)
	a.DECQ(depth)
	if n == 1 {
		a.JNE(single)
		return
	}
	a.JMP(single)
	loop, final := a.label("loop"), a.label("final")
	a.place(groups)
	a.SUBQ(operand.U32(n), depth)
	a.JEQ(final)
	a.JLT(finished)
	a.place(loop)
	for step := range n {
		a.multiply(t, w, step, 0, t.rows)
	}
	a.move(t, w, n)
	a.SUBQ(operand.U32(n), depth)
	a.JNE(loop)
	// Zen waits with everything behind it when more than six stores wait for their sums. Half of the rows finish first, so
	// that there is work while it waits.
	a.place(final)
	half := (t.rows + 1) / 2
	for step := range n {
		a.multiply(t, w, step, 0, half)
	}
	for step := range n {
		a.multiply(t, w, step, half, t.rows)
	}
	a.place(finished)
}

// move goes on by so many steps.
func (a *assembler) move(t tile, w walker, steps int) {
	if t.packs {
		a.ADDQ(operand.U32(steps*t.vectors*a.vector), scratch)
	} else {
		// The next block's elements, for when this one is done.
		a.PREFETCHT1(operand.Mem{Base: rowBase[0], Index: scratch, Scale: 1})
	}
	a.LEAQ(operand.Mem{Base: walk, Index: bStride, Scale: uint8(steps)}, walk)
	w.move(steps)
}

// multiply adds the products of one k to the sums of rows from to end.
func (a *assembler) multiply(t tile, w walker, step, from, end int) {
	vector := func(v int) operand.Mem {
		return after(operand.Mem{Base: walk, Disp: v * a.vector}, step, bStride, w.thrice)
	}
	load := func(v, to int) {
		if t.masked && v == t.vectors-1 {
			a.loadMasked(vector(v), a.v(to))
		} else {
			a.VMOVUPS(vector(v), a.v(to))
		}
	}
	switch {
	case t.vectors == 1 && a.wide():
		// One vector wide: a broadcast by the multiplication itself saves an instruction a row.
		load(0, t.free[0])
		for r := from; r < end; r++ {
			a.fmaBroadcast(w.element(r, step), a.v(t.free[0]), a.v(t.sum(r, 0)))
		}
	case t.rows == 1 && !t.masked:
		a.broadcast(w.element(0, step), a.v(t.free[0]))
		for v := range t.vectors {
			a.fma(vector(v), a.v(t.free[0]), a.v(t.sum(0, v)))
		}
	case len(t.free) > t.vectors:
		// The vectors of B stay in registers, the rest takes turns to hold A's elements.
		for v := range t.vectors {
			load(v, t.free[v])
			if t.packs && from == 0 {
				a.VMOVUPS(a.v(t.free[v]), operand.Mem{Base: scratch, Disp: (step*t.vectors + v) * a.vector})
			}
		}
		turns := t.free[t.vectors:]
		for r := from; r < end; r++ {
			s := turns[r%len(turns)]
			a.broadcast(w.element(r, step), a.v(s))
			for v := range t.vectors {
				a.fma(a.v(t.free[v]), a.v(s), a.v(t.sum(r, v)))
			}
		}
	default:
		// Few rows of many vectors: A's elements stay in registers, the rest takes turns to hold vectors of B.
		for r := from; r < end; r++ {
			a.broadcast(w.element(r, step), a.v(t.free[r]))
		}
		turns := t.free[t.rows:]
		for v := range t.vectors {
			s := turns[v%len(turns)]
			load(v, s)
			for r := from; r < end; r++ {
				a.fma(a.v(s), a.v(t.free[r]), a.v(t.sum(r, v)))
			}
		}
	}
}

// newTile lays out the registers of a tile of some of the full rows, with stride accumulators for each vector.
func (a *assembler) newTile(rows, full, vectors, stride int, masked bool) tile {
	t := tile{rows: rows, vectors: vectors, many: 5*rows > 3*full, masked: masked, sum: func(row, vec int) int { return vec*stride + row }}
	for i := vectors * stride; i < a.bank; i++ {
		if !masked || a.wide() || i != maskRegister {
			t.free = append(t.free, i)
		}
	}
	return t
}
