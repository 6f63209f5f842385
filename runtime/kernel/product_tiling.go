package kernel

import "github.com/topos-go/topos/runtime/kernel/internal/tuning"

// tiling says how one product is cut on one tier. Tiles read one factor in vectors and broadcast the other's elements:
// B and A, or A and B if swapped, when the tiles leave their registers transposed. The broadcast factor gives the
// tiles' rows, the vector factor their columns.
//
// No bit depends on it: every element's sum runs along k, whatever tile it lies in.
type tiling struct {
	single     bool // the whole product is one row, without tiles
	dotCols    int  // columns of few rows that are done without tiles: dots with rows of B, which lie along k
	swapped    bool
	rows, cols int // of the product in tiles' terms
	height     int // rows of a full tile
	width      int // columns of a full tile
	packRows   bool
	packCols   bool
	onTheWay   bool // the first row of tiles packs the columns
	panel      int  // columns that lie side by side when packed
	rowBlock   int  // rows that are packed at once
	rowCols    int  // sums of a single row that wait in the cache
	colBlock   int  // columns that are packed, and multiplied by a block of rows, at once
}

// tile elects the tiling of a product whose elements have size bytes.
func tile(isa ISA, size, m, k, n int, layout Layout) tiling {
	if layout == NT && m <= tuning.Tiers[isa].Dots && n >= dotGroup {
		var rest tiling
		if n%dotGroup > 0 {
			rest = tile(isa, size, m, k, n%dotGroup, NT)
		}
		rest.dotCols = n - n%dotGroup
		return rest
	}
	c := &tuning.Tiers[isa]
	lanes := 32 / size
	if isa == AVX512 {
		lanes *= 2
	}
	t := tiling{rows: m, cols: n, height: 6, width: 2 * lanes, rowCols: c.RowCols}
	if isa == AVX512 {
		t.height = 12
	}
	switch layout {
	case NT:
		// One factor must be transposed on its way into the vectors: the smaller one. Few rows do not fill a vector.
		t.swapped = m >= c.SwapFrom && m < c.SwapBelow && m <= n
	case TT:
		// Swapped, nothing needs to be transposed.
		t.swapped = m >= c.SwapFrom && m < c.SwapBelow
	case TN:
		// Few columns do not fill a vector.
		t.swapped = n < t.width && m >= 2*t.width
	}
	rowsAlongK, colsAlongK := !layout.transposedA(), layout.transposedB()
	if t.swapped {
		t.rows, t.cols = n, m
		rowsAlongK, colsAlongK = colsAlongK, rowsAlongK
		if isa == AVX2 {
			t.height, t.width = 4, 3*lanes
		}
	}
	depth := min(k, Chunk)
	t.panel, t.rowBlock = t.width, t.rows
	// A block of columns takes half of the second-level cache: 512 KiB or more, 1 MiB or more where AVX-512 is.
	t.colBlock = c.ColPanels * Chunk / depth * t.width
	t.single = m == 1 && !layout.transposedB() && k*n*size >= c.RowBytes
	switch {
	case colsAlongK:
		t.packCols = true
		if t.rows <= t.height {
			t.panel = min(t.colBlock, roundUp(t.cols, t.width)) // few rows take more than a tile's width at a time
		}
	default:
		// A tile packs what it reads at next to no cost, unless each k lies in another page: then a pass from row to
		// row is faster, and pays even for few rows if the block would not stay in the cache.
		bytes := t.cols * depth * size
		t.packCols = t.rows >= c.PackColsRows && t.cols > t.width || t.rows >= c.PackFewRows && bytes > c.PackFewBytes ||
			t.rows >= c.PackFarRows && t.cols*size >= pageSize && bytes > c.PackFarBytes
		t.onTheWay = t.packCols && !t.swapped && t.rows >= t.height && t.rows < c.PackOnTheWay && t.cols*size < pageSize
	}
	if rowsAlongK {
		// Rows that are a multiple of 4 KiB apart evict each other from the first-level cache; many are not in the second.
		t.packRows = t.cols >= c.PackRowsCols && (t.rows >= c.PackRowsPages && k*size%pageSize == 0 || t.rows*k*size > c.PackRowsBytes)
	} else {
		// A tile's elements of one k fill a part of a cache line, and each k has a line of its own.
		t.packRows = !t.swapped && depth >= c.PackAcrossDepth && t.cols >= c.PackAcrossCols
	}
	if t.packRows {
		blocks := (t.rows + c.RowBlock - 1) / c.RowBlock
		t.rowBlock = roundUp((t.rows+blocks-1)/blocks, t.height)
	}
	return t
}

// scratch returns the bytes of a packed block of rows and of one of columns.
func (t tiling) scratch(size, k int) (rows, cols int) {
	depth := min(k, Chunk)
	if t.single {
		if k > Chunk {
			cols = min(t.rowCols, t.cols) * size
		}
		return 0, cols
	}
	if t.packRows {
		rows = (min(t.rowBlock, t.rows) + t.height - 1) / t.height * panelBytes(t.height*size, depth)
	}
	if t.packCols {
		cols = (min(t.colBlock, t.cols) + t.panel - 1) / t.panel * panelBytes(t.panel*size, depth)
	}
	return rows, cols
}

// Products of few rows are dots with groups of dotGroup rows of B, dotRows rows at a time.
const (
	dotRows  = 5
	dotGroup = 16
)

// panelBytes returns the distance of packed panels: an odd number of cache lines, so that the same place in
// many panels does not fall into few sets of the cache.
func panelBytes(row, depth int) int {
	return ((row*depth+cacheLine-1)/cacheLine | 1) * cacheLine
}

const (
	cacheLine = 64
	pageSize  = 4096
)

// scratchElements returns the elements of scratch that suffice on every tier, with room to align them.
func scratchElements(size, m, k, n int, layout Layout) int {
	if m <= 0 || k <= 0 || n <= 0 {
		return 0
	}
	m, n, layout, _ = straighten(m, k, n, layout)
	most := 0
	for _, isa := range []ISA{AVX2, AVX512} {
		if rows, cols := tile(isa, size, m, k, n, layout).scratch(size, k); rows+cols > 0 {
			most = max(most, rows+cols+cacheLine)
		}
	}
	return most / size
}

// straighten names a product by the layout in which the fewest strides matter: a factor of one row or column lies in memory the same
// way in all layouts. A product of one column is one of a row, its factors exchanged.
func straighten(m, k, n int, layout Layout) (rows, cols int, as Layout, exchanged bool) {
	if n == 1 && m > 1 {
		m, n, exchanged = 1, m, true
		if layout.transposedA() {
			layout = NN
		} else {
			layout = NT
		}
	}
	switch {
	case k == 1:
		layout = NN
	case m == 1 && layout == TN:
		layout = NN
	case m == 1 && layout == TT:
		layout = NT
	}
	return m, n, layout, exchanged
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }
