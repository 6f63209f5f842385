package kernel

// MaxBuffers is the largest number of buffers that a task on lines has.
const MaxBuffers = 10

// Buffers are what a task on lines reads and writes.
type Buffers[E any] [MaxBuffers][]E

// linesTask is a fused loop whose outermost positions are shared out.
type linesTask[E any] struct {
	run     func(from, to int, b Buffers[E])
	buffers Buffers[E]
	n, band int
}

func (t *linesTask[E]) part(i int, _ *worker) {
	t.run(i*t.band, min(t.n, (i+1)*t.band), t.buffers)
}

func (t *linesTask[E]) forget() { *t = linesTask[E]{} }

// Lines calls run for ranges that together make up 0 to n, on several goroutines where there are some to spare. Positions must be
// independent of each other. Other elements than float32 and float64 run on the calling goroutine.
func Lines[E any](n int, run func(from, to int, b Buffers[E]), buffers ...[]E) {
	if p, goroutines := claim(n); p != nil {
		var t any = &p.lines32
		if _, ok := t.(*linesTask[E]); !ok {
			t = &p.lines64
		}
		if t, ok := t.(*linesTask[E]); ok {
			parts := min(n, goroutines)
			t.run, t.n, t.band = run, n, (n+parts-1)/parts
			copy(t.buffers[:], buffers)
			p.run((n+t.band-1)/t.band, goroutines, t)
			return
		}
		p.busy.Store(false)
	}
	var b Buffers[E]
	copy(b[:], buffers)
	run(0, n, b)
}
