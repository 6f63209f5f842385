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
// from +0, by increasing index in the window.
func Fold[F Float](dst, x []F, outer, extent, inner, size, step, dilation int) {
	count := Windows(extent, size, step, dilation)
	dst, x = least("dst", dst, Volume(outer, extent, inner)), least("x", x, Volume(outer, Volume(1, count, size), inner))
	clear(dst)
	for o := range outer {
		for k := range size {
			for c := range count {
				to := dst[(o*extent+c*step+k*dilation)*inner:][:inner]
				for i, v := range x[((o*count+c)*size+k)*inner:][:inner] {
					to[i] += v
				}
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
	copy(dst, x)
	for o := range outer {
		lines := dst[o*n*inner:][:n*inner]
		for k := 1; k < n; k++ {
			from, to := k-1, k
			if reverse {
				from, to = n-k, n-1-k
			}
			for i := range inner {
				lines[to*inner+i] = lines[from*inner+i] + lines[to*inner+i]
			}
		}
	}
}
