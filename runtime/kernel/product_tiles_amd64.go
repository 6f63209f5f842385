//go:build !purego

package kernel

import "unsafe"

func tiledF32(c, a, b, scratch []float32, m, k, n int, layout Layout) bool {
	if level == Generic {
		return false
	}
	m, n, layout, exchanged := straighten(m, k, n, layout)
	if exchanged {
		a, b = b, a
	}
	t := productTask{isa: level, size: 4, c: unsafe.Pointer(&c[0]), a: unsafe.Pointer(&a[0]), b: unsafe.Pointer(&b[0]), m: m, k: k, n: n, layout: layout}
	t.multiply(unsafe.Pointer(unsafe.SliceData(scratch)))
	return true
}

func tiledF64(c, a, b, scratch []float64, m, k, n int, layout Layout) bool {
	if level == Generic {
		return false
	}
	m, n, layout, exchanged := straighten(m, k, n, layout)
	if exchanged {
		a, b = b, a
	}
	t := productTask{isa: level, size: 8, c: unsafe.Pointer(&c[0]), a: unsafe.Pointer(&a[0]), b: unsafe.Pointer(&b[0]), m: m, k: k, n: n, layout: layout}
	t.multiply(unsafe.Pointer(unsafe.SliceData(scratch)))
	return true
}

// grid runs the tiles of one product. Strides are in bytes.
type grid struct {
	tiling
	isa        ISA
	size       int // of an element
	cStride    int // between C's rows
	cRow, cCol int // between C's elements along the tiles' rows and columns
	depth      int // of the current chunk
	add        bool
}

// factor is where a factor of the product, or a packed panel of it, begins.
type factor struct {
	at     unsafe.Pointer
	across int // from one row of tiles, or column of tiles, to the next
	along  int // from one k to the next
}

// from returns the factor without its first rows or columns and first k.
func (f factor) from(index, k int) factor {
	f.at = unsafe.Add(f.at, index*f.across+k*f.along)
	return f
}

// packed is a packed block: its first extent rows or columns, in panels that are stride bytes apart.
type packed struct {
	at     unsafe.Pointer
	stride int
	extent int
}

// multiply sets a region of C.
func (g *grid) multiply(t *productTask, r region, scratch unsafe.Pointer) {
	k := t.k
	g.tiling = t.tiling(r)
	g.cStride = t.n * g.size
	rows, cols := factor{t.a, k * g.size, g.size}, factor{t.b, g.size, t.n * g.size}
	if t.layout.transposedA() {
		rows.across, rows.along = g.size, t.m*g.size
	}
	if t.layout.transposedB() {
		cols.across, cols.along = k*g.size, g.size
	}
	rows, cols = rows.from(r.row, 0), cols.from(r.col, 0)
	c := unsafe.Add(t.c, r.row*g.cStride+r.col*g.size)
	if dots := g.dotCols; dots > 0 {
		g.multiplyDots(c, rows.at, cols.at, k, r.rows, dots)
		if r.cols > dots {
			g.multiply(t, region{row: r.row, rows: r.rows, col: r.col + dots, cols: r.cols - dots}, scratch)
		}
		return
	}
	if g.single {
		g.multiplyRow(c, rows.at, cols.at, scratch, k, r.cols, g.cStride)
		return
	}
	g.cRow, g.cCol = g.cStride, g.size
	if g.swapped {
		rows, cols = cols, rows
		g.cRow, g.cCol = g.cCol, g.cRow
	}
	var rowScratch, colScratch unsafe.Pointer
	if rowBytes, colBytes := g.scratch(g.size, k); rowBytes+colBytes > 0 {
		rowScratch = unsafe.Add(scratch, -uintptr(scratch)%cacheLine)
		colScratch = unsafe.Add(rowScratch, rowBytes)
	}
	for k0 := 0; k0 < k; k0 += Chunk {
		g.depth, g.add = min(Chunk, k-k0), k0 > 0
		for i := 0; i < g.rows; i += g.rowBlock {
			rows, extent := rows.from(i, k0), min(g.rowBlock, g.rows-i)
			var p packed
			if g.packRows {
				p = g.pack(rowScratch, rows, extent, g.height)
			}
			for j := 0; j < g.cols; j += g.colBlock {
				g.block(unsafe.Add(c, i*g.cRow+j*g.cCol), rows, p, extent, cols.from(j, k0), colScratch, min(g.colBlock, g.cols-j))
			}
		}
	}
}

// block multiplies a block of rows, some of them packed, by a block of columns, which it packs if the tiling says so.
func (g *grid) block(c unsafe.Pointer, rows factor, packedRows packed, nRows int, cols factor, scratch unsafe.Pointer, nCols int) {
	var p packed
	first := 0 // rows that the packing of the columns has done
	switch {
	case g.onTheWay && nRows >= g.height && nCols >= g.width:
		p = packed{scratch, panelBytes(g.width*g.size, g.depth), nCols / g.width * g.width}
		first = g.height
		at, _ := g.rowsAt(rows, packedRows, 0)
		g.packingTiles(c, at, cols, p)
		if p.extent < nCols {
			g.tiles(unsafe.Add(c, p.extent*g.cCol), at, cols.from(p.extent, 0), 0, g.width*g.size, g.height, 1, nCols-p.extent)
		}
	case g.packCols:
		p = g.pack(scratch, cols, nCols, g.panel)
		if g.panel > g.width {
			p.stride = g.width * g.size
		}
	}
	panel := factor{at: p.at, along: g.panel * g.size}
	for i := first; i < nRows; {
		height, blocks := g.nextRows(nRows-i, nCols)
		at, toNext := g.rowsAt(rows, packedRows, i)
		if toNext == 0 {
			toNext = height * at.across
		}
		to := unsafe.Add(c, i*g.cRow)
		if p.extent > 0 {
			g.tiles(to, at, panel, toNext, p.stride, height, blocks, p.extent)
		}
		if p.extent < nCols {
			g.tiles(unsafe.Add(to, p.extent*g.cCol), at, cols.from(p.extent, 0), toNext, g.width*g.size, height, blocks, nCols-p.extent)
		}
		i += height * blocks
	}
}

// rowsAt returns where row i lies, and if it is packed the distance to the next packed panel.
func (g *grid) rowsAt(rows factor, p packed, i int) (at factor, stride int) {
	if i >= p.extent {
		return rows.from(i, 0), 0
	}
	return factor{unsafe.Add(p.at, i/g.height*p.stride+i%g.height*g.size), g.size, g.height * g.size}, p.stride
}

// pack copies rows or columns into panels of so many. Those past the last full panel may be left where they are.
func (g *grid) pack(to unsafe.Pointer, f factor, extent, width int) packed {
	row := width * g.size
	p := packed{at: to, stride: panelBytes(row, g.depth)}
	if f.across == g.size {
		full := extent / width
		p.extent = full * width
		if full == 0 {
			return p
		}
		for k, atOnce := 0, max(1, maxSteps/16/p.extent); k < g.depth; k += atOnce {
			packPanels((*byte)(unsafe.Add(to, k*row)), (*byte)(f.from(0, k).at), p.stride, f.along, full, min(atOnce, g.depth-k), row)
		}
		return p
	}
	for i := 0; i < extent; {
		within := i % width
		i += packTransposed(g.size, (*byte)(unsafe.Add(to, i/width*p.stride+within*g.size)), (*byte)(f.from(i, 0).at), row, f.across, extent-i, width-within, g.depth)
	}
	p.extent = extent
	return p
}

// maxSteps bounds the multiply-adds of one call, which cannot be interrupted. A call that packs moves a sixteenth of it.
const maxSteps = 1 << 19

// nextRows returns the height of the next tiles when so many rows are left, and how many blocks of it to do at once.
// A height must be one that the tile function has. Packed rows come in full panels; others are shared out evenly.
func (g *grid) nextRows(left, cols int) (height, blocks int) {
	switch {
	case left >= g.height && (g.swapped || g.packRows):
		height, blocks = g.height, left/g.height
	case g.swapped && left >= 8: // AVX-512
		height, blocks = 8, 1
	case g.swapped:
		height, blocks = min(4, left), 1
	case g.packRows:
		height, blocks = left, 1
	default:
		n := (left + g.height - 1) / g.height
		height = (left + n - 1) / n
		blocks = left - (height-1)*n // the rest is one row less high
	}
	return height, max(1, min(blocks, maxSteps/(height*cols*g.depth)))
}
