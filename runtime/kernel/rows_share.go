package kernel

import "unsafe"

// rowsKind names a kernel whose positions are independent: lines, or strips of columns of at most Strip of the tuning.
type rowsKind uint8

const (
	rowsOfSoftmax rowsKind = iota
	rowsOfLogSoftmax
	rowsOfLogSumExp
	rowsOfSums
)

// rowsTask is one of these kernels over positions that are shared out.
type rowsTask[F Float] struct {
	kind            rowsKind
	fast            bool // the functions are those of the posture Fast
	dst, x          []F
	n, inner, extra int // extra: elements of scratch
	positions, band int
}

func (t *rowsTask[F]) forget() { *t = rowsTask[F]{} }

func (t *rowsTask[F]) part(i int, w *worker) {
	var zero F
	scratch := unsafe.Slice((*F)(w.scratch(t.extra*int(unsafe.Sizeof(zero)))), t.extra)
	t.run(i*t.band, min(t.positions, (i+1)*t.band), scratch)
}

func (t *rowsTask[F]) run(from, to int, scratch []F) {
	switch t.kind {
	case rowsOfSoftmax:
		softmaxOf(t.fast, t.dst, t.x, from, to, t.n, t.inner, scratch)
	case rowsOfLogSoftmax:
		logSoftmaxOf(t.fast, t.dst, t.x, from, to, t.n, t.inner, scratch)
	case rowsOfLogSumExp:
		logSumExpOf(t.fast, t.dst, t.x, from, to, t.n, t.inner, scratch)
	default:
		sumAlongOf(t.dst, t.x, from, to, t.n, t.inner, scratch)
	}
}

// rowsShare runs a kernel over x, seen as [outer, n, inner], into size elements of dst: on the pool if it is large, else on the calling goroutine with its own scratch.
func rowsShare[F Float](kind rowsKind, fast bool, dst, x []F, size, outer, n, inner int, scratch []F, extra int) {
	all := Volume(outer, n, inner)
	dst, x, scratch = least("dst", dst, size), least("x", x, all), least("scratch", scratch, extra)
	t := rowsTask[F]{kind: kind, fast: fast, dst: dst, x: x, n: n, inner: inner, extra: extra, positions: outer * rowsStrips(inner)}
	enough := tuned().ShareExponentials
	if kind == rowsOfSums {
		enough = tuned().ShareSums
	}
	if all >= enough {
		if p, goroutines := claim(t.positions); p != nil {
			t.band = (t.positions + 2*goroutines - 1) / (2 * goroutines)
			shared := &tasksOf[F](p).rows
			*shared = t
			p.run((t.positions+t.band-1)/t.band, goroutines, shared)
			return
		}
	}
	t.run(0, t.positions, scratch)
}

// rowsStrips is the number of positions that make up inner columns.
func rowsStrips(inner int) int { return roundUp(inner, tuned().Strip) / tuned().Strip }

// rowsStrip is where a position lies: its place in the outer axis, its first column and how many columns it has.
func rowsStrip(position, inner int) (o, j, w int) {
	strip, strips := tuned().Strip, rowsStrips(inner)
	o, j = position/strips, position%strips*strip
	return o, j, min(strip, inner-j)
}
