//go:build !purego

package kernel

import (
	"runtime"
	"unsafe"

	"github.com/topos-go/topos/runtime/kernel/internal/tuning"
)

// productTask is a product whose parts are bands of C: of its columns, or of its rows.
type productTask struct {
	isa     ISA
	size    int // of an element
	c, a, b unsafe.Pointer
	m, k, n int
	layout  Layout
	byRows  bool
	band    int // rows or columns of a part
}

// split cuts a product into bands, as many as there are goroutines to run them, and returns how many there are. More would even out a goroutine that
// is held up, but each of them packs one of the factors again, which costs more.
func (t *productTask) split() (parts int) {
	c, flops := &tuning.Tiers[t.isa], 2*t.m*t.k*t.n
	if t.m == 1 {
		flops *= c.RowFlops
	}
	if flops < c.SplitFlops {
		return 1
	}
	parts = runtime.GOMAXPROCS(0)
	// A band of columns reads all of A, one of rows all of B: the smaller of both is read again. Of two of a size that is B,
	// as packing it is no more work than packing A.
	columns := 2 * cacheLine / t.size // of the widest tile
	const rows = 12                   // of the highest
	t.byRows = t.m >= t.n && t.m >= rows*parts || t.n < columns*parts
	extent, unit := t.n, columns
	if t.byRows {
		extent, unit = t.m, rows
	}
	t.band = roundUp((extent+parts-1)/parts, unit)
	return (extent + t.band - 1) / t.band
}

// part runs one band. Its scratch is the worker's.
func (t *productTask) part(i int, w *worker) {
	r := region{rows: t.m, cols: t.n}
	if t.byRows {
		r.row = i * t.band
		r.rows = min(t.band, t.m-r.row)
	} else {
		r.col = i * t.band
		r.cols = min(t.band, t.n-r.col)
	}
	t.run(r, w)
}

func (t *productTask) forget() { *t = productTask{} }

// region is a rectangle of C.
type region struct{ row, rows, col, cols int }

// sharedProduct is the product that the pool is busy with.
var sharedProduct productTask

// multiply runs a product on the pool, if it is large enough, or on the calling goroutine with its own scratch.
func (t productTask) multiply(scratch unsafe.Pointer) {
	if parts := t.split(); parts > 1 {
		if p, goroutines := claim(parts); p != nil {
			sharedProduct = t
			p.run(parts, goroutines, &sharedProduct)
			return
		}
	}
	g := grid{isa: t.isa, size: t.size}
	g.multiply(&t, region{rows: t.m, cols: t.n}, scratch)
}

// run sets a region of C with scratch of a worker.
func (t *productTask) run(r region, w *worker) {
	g := grid{isa: t.isa, size: t.size}
	rows, cols := t.tiling(r).scratch(t.size, t.k)
	g.multiply(t, r, w.scratch(rows+cols))
}

// tiling elects the tiling of a region. One row of a larger product may not lie along k, as a product of one row does.
func (t *productTask) tiling(r region) tiling {
	cut := tile(t.isa, t.size, r.rows, t.k, r.cols, t.layout)
	cut.single = cut.single && t.m == 1
	return cut
}
