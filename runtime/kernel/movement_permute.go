package kernel

import (
	"fmt"
	"slices"
)

// movementAxis is one axis of a permuted copy: its extent, and how far apart its neighbours lie in the source and in the destination.
type movementAxis struct{ extent, from, to int }

// movementAxes bounds the axes of a copy: those of extent 1 are left out, so more than 63 would hold more elements than an int can count.
const movementAxes = 64

// Permute copies src, whose extents are shape, to dst with its axes in another order: axis d of dst is axis order[d] of src.
func Permute[F any](dst, src []F, shape, order []int) {
	size := movementSize(shape, order)
	dst, src = least("dst", dst, size), least("src", src, size)
	var store [movementAxes]movementAxis
	axes := movementMerge(store[:0], shape, order)

	// The copy runs over one axis that is dense in dst and one that is dense in src; the other axes are counted through.
	last := len(axes) - 1
	if last < 0 {
		dst[0] = src[0]
		return
	}
	row := axes[last]
	if row.from == 1 && last == 0 {
		copy(dst[:row.extent], src)
		return
	}
	if row.from == 1 {
		rows := axes[last-1]
		movementEach(axes[:last-1], func(to, from int) { movementRows(dst[to:], src[from:], rows, row.extent) })
		return
	}
	dense := 0
	for axes[dense].from != 1 {
		dense++
	}
	column := axes[dense]
	copy(axes[dense:], axes[dense+1:last])
	movementEach(axes[:last-1], func(to, from int) {
		movementTranspose(dst[to:], src[from:], row.extent, column.extent, column.to, row.from)
	})
}

// movementSize is the number of elements of a shape. It panics where the order is not one of its axes.
func movementSize(shape, order []int) int {
	if len(order) != len(shape) {
		panic(fmt.Sprintf("kernel: an order of %d axes, want %d", len(order), len(shape)))
	}
	size := 1
	for i, axis := range order {
		if axis < 0 || axis >= len(shape) || slices.Contains(order[:i], axis) {
			panic(fmt.Sprintf("kernel: place %d of the order is axis %d: each of %d has one place", i, axis, len(shape)))
		}
		size = Volume(1, size, shape[axis])
	}
	return size
}

// movementRows copies rows of n elements each.
func movementRows[F any](dst, src []F, rows movementAxis, n int) {
	done := false
	switch dst := any(dst).(type) {
	case []float32:
		done = vectorCopyRows(dst, any(src).([]float32), rows, n)
	case []float64:
		done = vectorCopyRows(dst, any(src).([]float64), rows, n)
	}
	if done {
		return
	}
	for i := range rows.extent {
		copy(dst[i*rows.to:][:n], src[i*rows.from:])
	}
}

// movementMerge lists the axes of the copy in the order of dst, without those of extent 1. Axes that stay neighbours become one.
func movementMerge(axes []movementAxis, shape, order []int) []movementAxis {
	previous := -1
	for _, axis := range order {
		if shape[axis] == 1 {
			continue
		}
		from, next := 1, true
		for i := axis + 1; i < len(shape); i++ {
			from *= shape[i]
		}
		for i := previous + 1; i < axis; i++ {
			next = next && shape[i] == 1
		}
		if last := len(axes) - 1; previous >= 0 && previous < axis && next {
			axes[last].extent *= shape[axis]
			axes[last].from = from
		} else {
			axes = append(axes, movementAxis{extent: shape[axis], from: from})
		}
		previous = axis
	}
	to := 1
	for i := len(axes) - 1; i >= 0; i-- {
		axes[i].to = to
		to *= axes[i].extent
	}
	return axes
}

// movementEach calls move with both offsets of each position of the axes, the last one running fastest.
func movementEach(axes []movementAxis, move func(to, from int)) {
	var at [movementAxes]int
	to, from := 0, 0
	for {
		move(to, from)
		i := len(axes) - 1
		for ; i >= 0; i-- {
			a := axes[i]
			at[i]++
			to += a.to
			from += a.from
			if at[i] < a.extent {
				break
			}
			to -= a.extent * a.to
			from -= a.extent * a.from
			at[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// movementTranspose copies dst[j*to + i] = src[i*from + j] for i < rows, j < columns.
func movementTranspose[F any](dst, src []F, rows, columns, to, from int) {
	doneRows, doneColumns := 0, 0
	switch dst := any(dst).(type) {
	case []float32:
		doneRows, doneColumns = vectorTranspose(dst, any(src).([]float32), rows, columns, to, from)
	case []float64:
		doneRows, doneColumns = vectorTranspose(dst, any(src).([]float64), rows, columns, to, from)
	}
	if doneRows > 0 && doneColumns < columns {
		movementTiles(dst[doneColumns*to:], src[doneColumns:], doneRows, columns-doneColumns, to, from)
	}
	if doneRows < rows {
		movementTiles(dst[doneRows:], src[doneRows*from:], rows-doneRows, columns, to, from)
	}
}

// movementTiles does so tile by tile.
func movementTiles[F any](dst, src []F, rows, columns, to, from int) {
	tileRows, tileCols := tuned().TileRows, tuned().TileCols
	for i := 0; i < rows; i += tileRows {
		h := min(tileRows, rows-i)
		for j := 0; j < columns; j += tileCols {
			w := min(tileCols, columns-j)
			movementTile(dst[j*to+i:], src[i*from+j:], h, w, to, from)
		}
	}
}

func movementTile[F any](dst, src []F, rows, columns, to, from int) {
	i := 0
	for ; i+4 <= rows; i += 4 {
		a, b, c, d := src[i*from:][:columns], src[(i+1)*from:][:columns], src[(i+2)*from:][:columns], src[(i+3)*from:][:columns]
		at := i
		for j, v := range a {
			t := dst[at:][:4]
			t[0], t[1], t[2], t[3] = v, b[j], c[j], d[j]
			at += to
		}
	}
	for ; i < rows; i++ {
		at := i
		for _, v := range src[i*from:][:columns] {
			dst[at] = v
			at += to
		}
	}
}
