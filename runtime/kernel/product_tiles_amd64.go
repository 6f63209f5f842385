//go:build !purego

package kernel

import "unsafe"

//go:generate go run github.com/topos-go/topos/asm/product/cmd

func tiledF32(c, a, b, scratch []float32, m, k, n int, layout Layout) bool {
	if level == Generic {
		return false
	}
	g := grid{isa: level, size: 4, depth: 0}
	g.multiply(unsafe.Pointer(&c[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), unsafe.Pointer(unsafe.SliceData(scratch)), m, k, n, layout)
	return true
}

func tiledF64(c, a, b, scratch []float64, m, k, n int, layout Layout) bool {
	if level == Generic {
		return false
	}
	g := grid{isa: level, size: 8}
	g.multiply(unsafe.Pointer(&c[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), unsafe.Pointer(unsafe.SliceData(scratch)), m, k, n, layout)
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
	ahead      int // from one packed panel of rows to the next, to fetch it in advance
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

func (g *grid) multiply(c, a, b, scratch unsafe.Pointer, m, k, n int, layout Layout) {
	layout = layout.withDepth(k)
	g.tiling = tile(g.isa, g.size, m, k, n, layout)
	rows, cols := factor{a, k * g.size, g.size}, factor{b, g.size, n * g.size}
	if layout.transposedA() {
		rows.across, rows.along = g.size, m*g.size
	}
	if layout.transposedB() {
		cols.across, cols.along = k*g.size, g.size
	}
	g.cStride = n * g.size
	g.cRow, g.cCol = g.cStride, g.size
	if g.swapped {
		rows, cols = cols, rows
		g.cRow, g.cCol = g.cCol, g.cRow
	}
	if g.single {
		g.multiplyRow(c, a, b, scratch, k, n)
		return
	}
	rowScratch := unsafe.Add(scratch, -uintptr(scratch)%cacheLine)
	bytes, _ := g.scratch(g.size, k)
	colScratch := unsafe.Add(rowScratch, bytes)
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
	g.ahead = packedRows.stride
	var p packed
	onTheWay := g.onTheWay && nRows >= g.height && nCols >= g.width
	switch {
	case onTheWay:
		p = packed{scratch, panelBytes(g.width*g.size, g.depth), nCols / g.width * g.width}
	case g.packCols:
		p = g.pack(scratch, cols, nCols, g.panel)
		if g.panel > g.width {
			p.stride = g.width * g.size
		}
	}
	panel := factor{at: p.at, along: g.panel * g.size}
	for i := 0; i < nRows; {
		at, height := rows.from(i, 0), g.nextHeight(nRows-i)
		if i < packedRows.extent {
			at = factor{unsafe.Add(packedRows.at, i/g.height*packedRows.stride+i%g.height*g.size), g.size, g.height * g.size}
		}
		to := unsafe.Add(c, i*g.cRow)
		switch {
		case onTheWay && i == 0:
			height = g.height
			g.packingTiles(to, at, cols, p)
		case p.extent > 0:
			g.tiles(to, at, panel, p.stride, height, p.extent)
		}
		if p.extent < nCols {
			g.tiles(unsafe.Add(to, p.extent*g.cCol), at, cols.from(p.extent, 0), g.width*g.size, height, nCols-p.extent)
		}
		i += height
	}
}

// pack copies rows or columns into panels of so many. Those past the last full panel may be left where they are.
func (g *grid) pack(to unsafe.Pointer, f factor, extent, width int) packed {
	row := width * g.size
	p := packed{at: to, stride: panelBytes(row, g.depth)}
	if f.across == g.size {
		if full := extent / width; full > 0 {
			packPanels((*byte)(to), (*byte)(f.at), p.stride, f.along, full, g.depth, row)
			p.extent = full * width
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

// nextHeight returns the height of the next tile when so many rows are left. It must be one that the tile function has.
// Packed rows come in full panels; others are shared out evenly.
func (g *grid) nextHeight(left int) int {
	switch {
	case g.swapped && g.isa == AVX512 && left < 12:
		if left >= 8 {
			return 8
		}
		return min(4, left)
	case g.swapped || g.packRows:
		return min(g.height, left)
	}
	tiles := (left + g.height - 1) / g.height
	return (left + tiles - 1) / tiles
}
