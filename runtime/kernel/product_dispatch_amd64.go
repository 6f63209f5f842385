//go:build !purego

package kernel

import "unsafe"

// tiles sets blocks of height rows, toNext bytes apart, by extent columns. The assembly is called by name so that no
// slice escapes.
func (g *grid) tiles(to unsafe.Pointer, rows, cols factor, toNext, panel, height, blocks, extent int) {
	c, a, b := (*byte)(to), (*byte)(rows.at), (*byte)(cols.at)
	switch {
	case g.isa == AVX2 && g.size == 4 && !g.swapped:
		tileF32AVX2(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case g.isa == AVX2 && g.size == 4:
		transposedTileF32AVX2(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case g.isa == AVX2 && !g.swapped:
		tileF64AVX2(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case g.isa == AVX2:
		transposedTileF64AVX2(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case g.size == 4 && !g.swapped:
		tileF32AVX512(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case g.size == 4:
		transposedTileF32AVX512(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	case !g.swapped:
		tileF64AVX512(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	default:
		transposedTileF64AVX512(c, a, b, g.cStride, rows.across, rows.along, toNext, cols.along, panel, height, blocks, g.depth, extent, g.add)
	}
}

// packingTiles sets the first row of full tiles, and packs the columns into p.
func (g *grid) packingTiles(to unsafe.Pointer, rows, cols factor, p packed) {
	c, a, b, panels := (*byte)(to), (*byte)(rows.at), (*byte)(cols.at), (*byte)(p.at)
	switch {
	case g.isa == AVX2 && g.size == 4:
		packingTileF32AVX2(c, a, b, panels, g.cStride, rows.across, rows.along, cols.along, p.stride, g.depth, p.extent, g.add)
	case g.isa == AVX2:
		packingTileF64AVX2(c, a, b, panels, g.cStride, rows.across, rows.along, cols.along, p.stride, g.depth, p.extent, g.add)
	case g.size == 4:
		packingTileF32AVX512(c, a, b, panels, g.cStride, rows.across, rows.along, cols.along, p.stride, g.depth, p.extent, g.add)
	default:
		packingTileF64AVX512(c, a, b, panels, g.cStride, rows.across, rows.along, cols.along, p.stride, g.depth, p.extent, g.add)
	}
}

// row takes depth rows of B into the sums of one row of C.
func (g *grid) row(to, from, total, a, b unsafe.Pointer, bStep, depth, cols int) {
	switch {
	case g.isa == AVX2 && g.size == 4:
		rowF32AVX2((*byte)(to), (*byte)(from), (*byte)(total), (*byte)(a), (*byte)(b), bStep, depth, cols)
	case g.isa == AVX2:
		rowF64AVX2((*byte)(to), (*byte)(from), (*byte)(total), (*byte)(a), (*byte)(b), bStep, depth, cols)
	case g.size == 4:
		rowF32AVX512((*byte)(to), (*byte)(from), (*byte)(total), (*byte)(a), (*byte)(b), bStep, depth, cols)
	default:
		rowF64AVX512((*byte)(to), (*byte)(from), (*byte)(total), (*byte)(a), (*byte)(b), bStep, depth, cols)
	}
}

// dots sets some columns of a few rows of C, or adds to them. A's rows and B's are stride bytes apart.
func (g *grid) dots(to, a, b unsafe.Pointer, stride, rows, depth, cols int, add bool) {
	switch {
	case g.isa == AVX2 && g.size == 4:
		dotsF32AVX2((*byte)(to), (*byte)(a), (*byte)(b), g.cStride, stride, stride, rows, depth, cols, add)
	case g.isa == AVX2:
		dotsF64AVX2((*byte)(to), (*byte)(a), (*byte)(b), g.cStride, stride, stride, rows, depth, cols, add)
	case g.size == 4:
		dotsF32AVX512((*byte)(to), (*byte)(a), (*byte)(b), g.cStride, stride, stride, rows, depth, cols, add)
	default:
		dotsF64AVX512((*byte)(to), (*byte)(a), (*byte)(b), g.cStride, stride, stride, rows, depth, cols, add)
	}
}

// packPanels copies depth rows of panels times width bytes. Widths are those of the tilings.
func packPanels(to, from *byte, toPanel, fromStride, panels, depth, width int) {
	switch width {
	case 24:
		packPanels24(to, from, toPanel, fromStride, panels, depth)
	case 48:
		packPanels48(to, from, toPanel, fromStride, panels, depth)
	case 64:
		packPanels64(to, from, toPanel, fromStride, panels, depth)
	case 96:
		packPanels96(to, from, toPanel, fromStride, panels, depth)
	case 128:
		packPanels128(to, from, toPanel, fromStride, panels, depth)
	default:
		panic("kernel: no panels of this width")
	}
}

// packTransposed turns up to room of rows into columns, and returns how many.
func packTransposed(size int, to, from *byte, toStride, fromStride, rows, room, depth int) int {
	switch {
	case size == 8 && min(rows, room) >= 4:
		packColumnsF64(to, from, toStride, fromStride, depth)
		return 4
	case size == 4 && min(rows, room) >= 8:
		packColumnsF32(to, from, toStride, fromStride, depth)
		return 8
	case size == 8:
		packTransposed2F64(to, from, toStride, fromStride, rows, depth)
		return 2
	case room < 4:
		packTransposed2F32(to, from, toStride, fromStride, rows, depth)
		return 2
	}
	packTransposed4F32(to, from, toStride, fromStride, rows, depth)
	return 4
}
