package kernel

// MaxBuffers is the largest number of buffers that a task on lines has.
const MaxBuffers = 10

// Buffers are what a task on lines reads and writes.
type Buffers[F Float] [MaxBuffers][]F

// linesTask is a fused loop whose outermost positions are shared out.
type linesTask[F Float] struct {
	run     func(from, to int, b Buffers[F])
	buffers Buffers[F]
	n, band int
}

func (t *linesTask[F]) part(i int, _ *worker) {
	t.run(i*t.band, min(t.n, (i+1)*t.band), t.buffers)
}

func (t *linesTask[F]) forget() { *t = linesTask[F]{} }

// Lines calls run for ranges that together make up 0 to n, on several goroutines where there are some to spare. Positions must be
// independent of each other; there are at most MaxBuffers buffers.
func Lines[F Float](n int, run func(from, to int, b Buffers[F]), buffers ...[]F) {
	t := linesTask[F]{run: run, n: n, band: n}
	copy(t.buffers[:], buffers)
	if p, goroutines := claim(n); p != nil {
		t.band = (n + goroutines - 1) / goroutines
		shared := &tasksOf[F](p).lines
		*shared = t
		p.run((n+t.band-1)/t.band, goroutines, shared)
		return
	}
	run(0, n, t.buffers)
}
