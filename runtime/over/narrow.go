package over

import (
	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// The 16-bit elements of this module accumulate in float32, so a kernel of float32 on widened numbers, rounded once at the end, is the rule of every
// function here. They go through float32 piece by piece.

// piece is how many numbers are widened at a time, where no scratch holds them.
const piece = 2048

// isNarrow reports whether an arithmetic is that of a 16-bit element of this module.
func isNarrow[E, W any](a num.Arithmetic[E, W]) bool {
	switch any(a).(type) {
	case num.BF16, num.F16:
		return true
	}
	return false
}

// widen sets dst to the numbers of src, which are of a 16-bit element.
func widen[E any](dst []float32, src []E) {
	switch src := any(src).(type) {
	case []num.BFloat16:
		kernel.Widen(dst, src)
	case []float16.Float16:
		kernel.Widen(dst, src)
	}
}

// round sets dst, which is of a 16-bit element, to src.
func round[E any](dst []E, src []float32) {
	switch dst := any(dst).(type) {
	case []num.BFloat16:
		kernel.Round(dst, src)
	case []float16.Float16:
		kernel.Round(dst, src)
	}
}

// canonicalNarrow is CanonicalNaN.
func canonicalNarrow[E any](x []E) {
	switch x := any(x).(type) {
	case []num.BFloat16:
		canonicalBits(x, 0x7F80, num.CanonicalNaNBF16)
	case []float16.Float16:
		canonicalBits(x, 0x7C00, num.CanonicalNaNF16)
	}
}

func canonicalBits[E kernel.Narrow](x []E, infinity, nan E) {
	for i, v := range x {
		if v&0x7FFF > infinity {
			x[i] = nan
		}
	}
}

// sumNarrow adds at most a block of neighbours.
func sumNarrow[E any](x []E) float32 {
	var room [block]float32
	widen(room[:], x)
	return kernel.Sum(room[:len(x)])
}

// sumLines is SumAlong of lines of neighbours, at most a block each.
func sumLines[E any](dst, x []E, n int) {
	var room [block]float32
	var sums [block / lanes]float32
	for len(dst) > 0 {
		count := min(block/n, len(sums), len(dst))
		widen(room[:], x[:count*n])
		for i := range count {
			sums[i] = kernel.Sum(room[i*n:][:n])
		}
		round(dst, sums[:count])
		dst, x = dst[count:], x[count*n:]
	}
}

// sumColumns sums len(dst) neighbouring columns of at most a block of numbers, stride apart.
func sumColumns[E any](dst, x []E, n, stride int) {
	const strip = block / lanes
	var totals [block]float32
	var row [strip]float32
	for first := 0; first < len(dst); first += strip {
		w := min(strip, len(dst)-first)
		clear(totals[:lanes*w])
		for k := range n {
			widen(row[:], x[k*stride+first:][:w])
			kernel.AddTo(totals[k%lanes*w:][:w], row[:w])
		}
		for h := lanes / 2; h > 0; h /= 2 {
			kernel.AddTo(totals[:h*w], totals[h*w:][:h*w])
		}
		round(dst[first:], totals[:w])
	}
}

// cumSumNarrow is CumSum of one line of neighbours.
func cumSumNarrow[E any](dst, x []E, reverse bool) {
	var room [piece]float32
	var total float32
	begun := false
	for done, n := 0, len(x); done < n; done += piece {
		count := min(piece, n-done)
		first := done
		if reverse {
			first = n - done - count
		}
		list := room[:count]
		widen(list, x[first:][:count])
		for k := range list {
			if reverse {
				k = count - 1 - k
			}
			if begun {
				list[k] += total
			}
			total, begun = list[k], true
		}
		round(dst[first:], list)
	}
}

// cumSumColumns is CumSum of neighbouring columns of n numbers, stride apart, which run on by step from the first one.
func cumSumColumns[E any](dst, x []E, n, first, step, width int) {
	var totals, row [piece]float32
	for from := 0; from < width; from += piece {
		w := min(piece, width-from)
		for k := range n {
			at := first + k*step + from
			if k == 0 {
				widen(totals[:], x[at:][:w])
			} else {
				widen(row[:], x[at:][:w])
				kernel.AddTo(totals[:w], row[:w])
			}
			round(dst[at:], totals[:w])
		}
	}
}

// scatterNarrow is Scatter.
func scatterNarrow[E any](dst, g []E, sel []int32, width int, totals []float32) {
	var row [piece]float32
	clear(totals)
	for u, r := range sel {
		for from := 0; from < width; from += piece {
			w := min(piece, width-from)
			widen(row[:], g[u*width+from:][:w])
			kernel.AddTo(totals[int(r)*width+from:][:w], row[:w])
		}
	}
	round(dst, totals)
}

// foldNarrow is Fold where a line of dst is at most a piece. An element's addends come by increasing index in the window where the windows
// come by decreasing place.
func foldNarrow[E any](dst, x []E, outer, extent, inner, size, step, dilation, count int) {
	var totals, row [piece]float32
	line := totals[:extent*inner]
	for o := range outer {
		clear(line)
		for c := count - 1; c >= 0; c-- {
			for k := range size {
				widen(row[:], x[((o*count+c)*size+k)*inner:][:inner])
				kernel.AddTo(line[(c*step+k*dilation)*inner:][:inner], row[:inner])
			}
		}
		round(dst[o*extent*inner:], line)
	}
}

// largestNarrow is largest, on the bits.
func largestNarrow[E any](x []E, n, stride int) int {
	switch x := any(x).(type) {
	case []num.BFloat16:
		return largestBits(x, n, stride, 0x7F80)
	case []float16.Float16:
		return largestBits(x, n, stride, 0x7C00)
	}
	return 0
}

func largestBits[E kernel.Narrow](x []E, n, stride int, infinity E) int {
	at, best := 0, int16(-1<<15)
	for k := range n {
		v := x[k*stride]
		if v&0x7FFF > infinity {
			return k
		}
		// The bits of numbers below zero are turned, so that integers have the order of the numbers.
		if key := int16(v) ^ int16(v)>>15&0x7FFF; k == 0 || key > best {
			at, best = k, key
		}
	}
	return at
}
