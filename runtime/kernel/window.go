package kernel

import "fmt"

// Values are seen as [outer, n, inner] around one axis, as in the kernels of rows.

// Place copies x [outer, n, inner] into dst [outer, full, inner] from start on and leaves the rest of dst as it is.
func Place[F any](dst, x []F, outer, n, inner, start, full int) {
	dst, x = least("dst", dst, Volume(outer, full, inner)), least("x", x, Volume(outer, n, inner))
	if start < 0 || start > full-n {
		panic(fmt.Sprintf("kernel: %d elements from %d on do not fit into %d", n, start, full))
	}
	for o := range outer {
		copy(dst[(o*full+start)*inner:][:n*inner], x[o*n*inner:])
	}
}

// Pad places x among zeros.
func Pad[F Float](dst, x []F, outer, n, inner, start, full int) {
	clear(least("dst", dst, Volume(outer, full, inner)))
	Place(dst, x, outer, n, inner, start, full)
}

// Fold adds windows x [outer, count, size, inner], step apart and with dilation between their elements, into dst [outer, extent, inner]: each element
// from +0, by increasing index in the window, which is the order in which it meets the windows from the last to the first.
func Fold[F Float](dst, x []F, outer, extent, inner, size, step, dilation int) {
	count := Windows(extent, size, step, dilation)
	dst, x = least("dst", dst, Volume(outer, extent, inner)), least("x", x, Volume(outer, Volume(1, count, size), inner))
	clear(dst)
	rows, width := size, inner
	if dilation == 1 {
		rows, width = 1, size*inner
	}
	if width < sumsLanes {
		foldShort(dst, x, outer, extent, inner, size, step, dilation, count)
		return
	}
	for o := range outer {
		for c := count - 1; c >= 0; c-- {
			to, from := dst[(o*extent+c*step)*inner:], x[(o*count+c)*size*inner:]
			for k := range rows {
				sumsAddRow(to[k*dilation*inner:][:width], from[k*width:])
			}
		}
	}
}

// foldShort is Fold for rows that are too short for a call each.
func foldShort[F Float](dst, x []F, outer, extent, inner, size, step, dilation, count int) {
	for o := range outer {
		for k := range size {
			to, from := (o*extent+k*dilation)*inner, (o*count*size+k)*inner
			for range count {
				for i, v := range x[from:][:inner] {
					dst[to+i] += v
				}
				to, from = to+step*inner, from+size*inner
			}
		}
	}
}

// Windows is how many windows of so many elements an axis holds. It panics where the window is longer than the axis, or has no elements or steps.
func Windows(extent, size, step, dilation int) int {
	if extent < 1 || size < 1 || step < 1 || dilation < 1 || size > extent || Volume(1, size, dilation)-dilation >= extent {
		panic(fmt.Sprintf("kernel: no window of %d elements, %d apart and %d on from each other, lies in %d", size, dilation, step, extent))
	}
	return (extent-dilation*(size-1)-1)/step + 1
}

// CumSum writes running sums along the middle axis, from the first element or, in reverse, from the last. The first sum is the element itself.
func CumSum[F Float](dst, x []F, outer, n, inner int, reverse bool) {
	all := Volume(outer, n, inner)
	dst, x = least("dst", dst, all), least("x", x, all)
	step := inner
	if reverse {
		step = -inner
	}
	if inner == 1 {
		cumSumLines(dst, x, outer, n, step)
		return
	}
	copy(dst, x)
	for o := range outer {
		at := o * n * inner
		if reverse {
			at += (n - 1) * inner
		}
		for range n - 1 {
			next := at + step
			sumsAddRow(dst[next:][:inner], dst[at:])
			at = next
		}
	}
}

// cumSumLines runs along lines of n neighbours, four at a time: one alone would wait for each of its sums.
func cumSumLines[F Float](dst, x []F, lines, n, step int) {
	first := 0
	if step < 0 {
		first = n - 1
	}
	for ; lines >= 4; lines -= 4 {
		at := first
		a, b, c, d := x[at], x[n+at], x[2*n+at], x[3*n+at]
		dst[at], dst[n+at], dst[2*n+at], dst[3*n+at] = a, b, c, d
		for range n - 1 {
			at += step
			a += x[at]
			b += x[n+at]
			c += x[2*n+at]
			d += x[3*n+at]
			dst[at], dst[n+at], dst[2*n+at], dst[3*n+at] = a, b, c, d
		}
		dst, x = dst[4*n:], x[4*n:]
	}
	for ; lines > 0; lines-- {
		at := first
		total := x[at]
		dst[at] = total
		for range n - 1 {
			at += step
			total += x[at]
			dst[at] = total
		}
		dst, x = dst[n:], x[n:]
	}
}
