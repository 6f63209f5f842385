package kernel

import (
	"fmt"
	"math/bits"
)

// Layout says how the factors of a product C = A·B (M×K by K×N) are stored. All matrices are dense and row-major.
type Layout uint8

const (
	NN Layout = iota // A stored M×K, B stored K×N
	NT               // A stored M×K, B stored N×K
	TN               // A stored K×M, B stored K×N
	TT               // A stored K×M, B stored N×K
)

// String returns the layout's usual name.
func (l Layout) String() string {
	if l > TT {
		return fmt.Sprintf("Layout(%d)", uint8(l))
	}
	return [...]string{NN: "NN", NT: "NT", TN: "TN", TT: "TT"}[l]
}

// transposedA tells whether A is stored K×M.
func (l Layout) transposedA() bool { return l == TN || l == TT }

// transposedB tells whether B is stored N×K.
func (l Layout) transposedB() bool { return l == NT || l == TT }

// Chunk is the number of products that one accumulator takes before it joins the total. It is part of the numeric rule:
// k ascends in chunks of Chunk; in a chunk acc = fma(a, b, acc) from +0; the first chunk's acc is the total as it
// stands, and each later one is added to it, the total on the left.
const Chunk = 512

// MatMulScratchF32 returns the least length of MatMulF32's scratch. It does not depend on the machine.
func MatMulScratchF32(m, k, n int, layout Layout) int { return scratchElements(4, m, k, n, layout) }

// MatMulScratchF64 returns the least length of MatMulF64's scratch. It does not depend on the machine.
func MatMulScratchF64(m, k, n int, layout Layout) int { return scratchElements(8, m, k, n, layout) }

// MatMulF32 sets the M×N matrix c to the product of a and b. c must not overlap a or b.
// The scratch slice must have at least MatMulScratchF32 elements; its content does not matter and is not kept.
func MatMulF32(c, a, b, scratch []float32, m, k, n int, layout Layout) {
	checkProduct(len(c), len(a), len(b), len(scratch), m, k, n, layout, MatMulScratchF32(m, k, n, layout))
	if emptyProduct(c, m, k, n) || tiledF32(c, a, b, scratch, m, k, n, layout) {
		return
	}
	twinF32(c, a, b, m, k, n, layout)
}

// MatMulF64 is MatMulF32 for float64.
func MatMulF64(c, a, b, scratch []float64, m, k, n int, layout Layout) {
	checkProduct(len(c), len(a), len(b), len(scratch), m, k, n, layout, MatMulScratchF64(m, k, n, layout))
	if emptyProduct(c, m, k, n) || tiledF64(c, a, b, scratch, m, k, n, layout) {
		return
	}
	twinF64(c, a, b, m, k, n, layout)
}

// checkProduct is an internal contract: callers have sized their slices at generation time.
func checkProduct(c, a, b, scratch, m, k, n int, layout Layout, need int) {
	if layout > TT {
		panic(fmt.Sprintf("kernel: product %dx%dx%d: unknown layout %d", m, k, n, uint8(layout)))
	}
	if !holdsMatrix(c, m, n) || !holdsMatrix(a, m, k) || !holdsMatrix(b, k, n) || scratch < need {
		panic(fmt.Sprintf("kernel: product %v %dx%dx%d: len(c) = %d, want %d; len(a) = %d, want %d; len(b) = %d, want %d; len(scratch) = %d, want at least %d",
			layout, m, k, n, c, m*n, a, m*k, b, k*n, scratch, need))
	}
}

// holdsMatrix reports whether so many elements are those of a matrix. A product of its extents alone could overflow to their number.
func holdsMatrix(elements, rows, columns int) bool {
	over, all := bits.Mul(uint(rows), uint(columns))
	return rows >= 0 && columns >= 0 && over == 0 && all == uint(elements)
}

// emptyProduct settles products without a single multiplication: their elements are +0.
func emptyProduct[E float32 | float64](c []E, m, k, n int) bool {
	if m != 0 && k != 0 && n != 0 {
		return false
	}
	clear(c)
	return true
}
