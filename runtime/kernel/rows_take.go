package kernel

// Selections hold one position per line; CheckSelection says whether all are inside. The functions here rely on it.

// CheckSelection returns the index of the first position outside 0..classes-1, or -1.
func CheckSelection(sel []int32, classes int) int {
	for i, c := range sel {
		if uint(c) >= uint(classes) {
			return i
		}
	}
	return -1
}

// TakeAlong reads one element of each line of x, seen as [outer, n, inner], along its middle axis: dst[o, i] = x[o, sel[o, i], i].
func TakeAlong[F any](dst, x []F, sel []int32, outer, n, inner int) {
	all, few := Volume(outer, n, inner), outer*inner
	dst, x, sel = least("dst", dst, few), least("x", x, all), least("sel", sel, few)
	for o := range outer {
		at, lines := o*inner, x[o*n*inner:][:n*inner]
		for i, c := range sel[at:][:inner] {
			dst[at+i] = lines[int(c)*inner+i]
		}
	}
}

// PutAlong writes g [outer, inner] to the selected element of each line of dst [outer, n, inner], and +0 to all others.
func PutAlong[F Float](dst, g []F, sel []int32, outer, n, inner int) {
	all, few := Volume(outer, n, inner), outer*inner
	dst, g, sel = least("dst", dst, all), least("g", g, few), least("sel", sel, few)
	clear(dst)
	for o := range outer {
		at, lines := o*inner, dst[o*n*inner:][:n*inner]
		for i, c := range sel[at:][:inner] {
			lines[int(c)*inner+i] = g[at+i]
		}
	}
}

// Gather copies the selected rows of table [rows, width] to dst [len(sel), width].
func Gather[F any](dst, table []F, sel []int32, rows, width int) {
	table = least("table", table, Volume(1, rows, width))
	if len(sel) == 0 {
		return
	}
	dst = least("dst", dst, Volume(1, len(sel), width))
	for u, r := range sel {
		copy(dst[u*width:][:width], table[int(r)*width:][:width])
	}
}

// Scatter adds the rows of g [len(sel), width] to the selected rows of dst [rows, width], each starting at +0, in increasing row of g.
func Scatter[F Float](dst, g []F, sel []int32, rows, width int) {
	dst = least("dst", dst, Volume(1, rows, width))
	if len(sel) > 0 {
		g = least("g", g, Volume(1, len(sel), width))
	}
	clear(dst)
	for u, r := range sel {
		sumsAddRow(dst[int(r)*width:][:width], g[u*width:][:width])
	}
}
