package kernel

import "math"

// MaxAlong takes the maximum of each line of x, seen as [outer, n, inner], along its middle axis into dst [outer, inner].
// The order is that of Go's max: NaN wins, and -0 is below +0. n is at least 1.
func MaxAlong[F Float](dst, x []F, outer, n, inner int) {
	all := Volume(outer, n, inner)
	dst, x = least("dst", dst, outer*inner), least("x", x, all)
	if inner == 1 {
		rowsMaxLines(dst, x, n)
		return
	}
	for o := range outer {
		rowsMaxColumns(dst[o*inner:][:inner], x[o*n*inner:], n, inner)
	}
}

// rowsMaxLines takes the maxima of lines of n elements each.
func rowsMaxLines[F Float](dst, x []F, n int) {
	if vectorMaxLines(dst, x, n) {
		return
	}
	for o := range dst {
		dst[o] = rowsMax(x[o*n : (o+1)*n])
	}
}

// rowsMax may take the elements in any order, since a maximum does not depend on it; four chains hide the latency.
func rowsMax[F Float](x []F) F {
	a, b, c, d := x[0], x[0], x[0], x[0]
	for len(x) >= 4 {
		a, b, c, d = max(a, x[0]), max(b, x[1]), max(c, x[2]), max(d, x[3])
		x = x[4:]
	}
	for _, v := range x {
		a = max(a, v)
	}
	return max(max(a, b), max(c, d))
}

// rowsMaxColumns takes the maxima of len(dst) neighbouring columns of n elements, stride apart.
func rowsMaxColumns[F Float](dst, x []F, n, stride int) {
	if vectorMaxColumns(dst, x, n, stride) {
		return
	}
	copy(dst, x)
	for k := 1; k < n; k++ {
		for i, v := range x[k*stride:][:len(dst)] {
			dst[i] = max(dst[i], v)
		}
	}
}

// ArgMax finds where each line of x, seen as [outer, n, inner], has its maximum along the middle axis: dst [outer, inner] receives the positions.
// A later element replaces the best so far only if Go's max would choose it and not the other: the lowest position among equals wins,
// the first NaN wins over all, and +0 is above -0. So the element at the position is the one that MaxAlong takes. n is at least 1.
func ArgMax[F Float](dst []int32, x []F, outer, n, inner int) {
	all := Volume(outer, n, inner)
	dst, x = least("dst", dst, outer*inner), least("x", x, all)
	if inner == 1 {
		rowsArgMaxLines(dst, x, n)
		return
	}
	clear(dst)
	for o := range outer {
		at, lines := dst[o*inner:][:inner], x[o*n*inner:]
		if vectorArgMaxColumns(at, lines, n, inner) {
			continue
		}
		for k := 1; k < n; k++ {
			for i, v := range lines[k*inner:][:inner] {
				best := lines[int(at[i])*inner+i]
				if v < best {
					continue
				}
				if rowsAbove(v, best) {
					at[i] = int32(k)
				}
			}
		}
	}
}

// rowsArgMaxLines finds the maxima first, where there are vectors to do so, and then where they are.
func rowsArgMaxLines[F Float](dst []int32, x []F, n int) {
	var most [rowsAtOnce]F
	for o := 0; o < len(dst); {
		lines := dst[o:][:rowsLines(len(dst)-o, n)]
		if !vectorMaxLines(most[:len(lines)], x[o*n:], n) || !vectorFindLines(lines, x[o*n:], most[:], n) {
			for i := range lines {
				lines[i] = rowsArgMax(x[(o+i)*n:][:n])
			}
		}
		o += len(lines)
	}
}

func rowsArgMax[F Float](x []F) int32 {
	best, at := x[0], 0
	for i, v := range x {
		if v < best {
			continue
		}
		if rowsAbove(v, best) {
			best, at = v, i
		}
	}
	return int32(at)
}

// rowsAbove reports whether v is strictly above best in the order of Go's max, in which all NaNs are one.
func rowsAbove[F Float](v, best F) bool {
	switch {
	case v > best:
		return true
	case v < best, best != best:
		return false
	case v != v:
		return true
	}
	// Equal: only the sign of a zero can still decide. Widening keeps it.
	return v == 0 && math.Float64bits(float64(v)) < math.Float64bits(float64(best))
}
