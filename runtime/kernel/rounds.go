package kernel

import "unsafe"

// A Repetition runs rounds from, from+step, ... below to of a repetition. local and scratch belong to the goroutine that runs it.
type Repetition[F Float] func(from, to, step int, local, scratch []F, b Buffers[F])

// roundsTask is a repetition whose rounds are shared out.
type roundsTask[F Float] struct {
	run            Repetition[F]
	buffers        Buffers[F]
	n, band, step  int
	local, scratch int // elements
}

func (t *roundsTask[F]) part(i int, w *worker) {
	var zero F
	all := t.local + t.scratch
	own := unsafe.Slice((*F)(w.scratch(all*int(unsafe.Sizeof(zero)))), all)
	if t.step > 1 {
		t.run(i, t.n, t.step, own[:t.local], own[t.local:], t.buffers)
		return
	}
	t.run(i*t.band, min(t.n, (i+1)*t.band), 1, own[:t.local], own[t.local:], t.buffers)
}

func (t *roundsTask[F]) forget() { *t = roundsTask[F]{} }

// Rounds runs rounds 0 to n, on several goroutines where there are some to spare. Rounds must be independent of each other; where phases is
// not 0, those that are a multiple of it apart need not be, and run in order. On other goroutines than the caller's a round has as much local
// memory and scratch of their own. There are at most MaxBuffers buffers.
func Rounds[F Float](n, phases int, run Repetition[F], local, scratch []F, buffers ...[]F) {
	t := roundsTask[F]{run: run, n: n, step: max(phases, 1), local: len(local), scratch: len(scratch)}
	copy(t.buffers[:], buffers)
	parts := n
	if phases > 0 {
		parts = min(n, phases)
	}
	if p, goroutines := claim(parts); p != nil {
		if t.step == 1 {
			t.band = (n + 8*goroutines - 1) / (8 * goroutines) // short ones, as a goroutine may be held up
			parts = (n + t.band - 1) / t.band
		}
		shared := &tasksOf[F](p).rounds
		*shared = t
		p.run(parts, goroutines, shared)
		return
	}
	run(0, n, 1, local, scratch, t.buffers)
}
