package kernel

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// The pool lets several goroutines share one large kernel call. It is started by the first call that wants it, and its goroutines stay. The
// caller works too. There is one task at a time: a kernel that finds the pool busy does its work alone, and so does one that runs in a part of a
// task. Parts are independent outputs, so no bit depends on how many goroutines there are or on which of them runs a part.
var shared pool

// task is work in parts that may run in any order and at the same time. forget lets go of what the task refers to.
type task interface {
	part(i int, w *worker)
	forget()
}

type pool struct {
	busy    atomic.Bool  // whether a task is set
	left    atomic.Int64 // parts that nobody has taken: one is taken by counting down to a number of at least 0
	done    atomic.Int64 // parts that are finished
	task    task
	workers []*worker // started so far; only whoever holds busy touches the list
	caller  worker    // lends scratch to the parts that the caller runs
	f32     tasks[float32]
	f64     tasks[float64]
}

// tasks holds what the pool is busy with, so that sharing out allocates nothing.
type tasks[F Float] struct {
	lines  linesTask[F]
	rounds roundsTask[F]
	rows   rowsTask[F]
}

// tasksOf is the pool's tasks over an element.
func tasksOf[F Float](p *pool) *tasks[F] {
	if t, ok := any(&p.f32).(*tasks[F]); ok {
		return t
	}
	return any(&p.f64).(*tasks[F])
}

// worker is one goroutine of the pool.
type worker struct {
	pool   *pool
	parked atomic.Bool
	wake   chan struct{}
	room   []uint64
}

// spins is how often a worker looks for the next task before it goes to sleep: about as long as a network computes between two large kernels.
const spins = 2000

// claim takes hold of the pool for a task in at most so many parts, and returns it with how many goroutines there are to run them: nil if
// there is just one, or the pool is busy.
func claim(parts int) (p *pool, goroutines int) {
	if parts < 2 {
		return nil, 1
	}
	n := min(parts, runtime.GOMAXPROCS(0))
	if n < 2 || !shared.busy.CompareAndSwap(false, true) {
		return nil, 1
	}
	for len(shared.workers) < n-1 {
		w := &worker{pool: &shared, wake: make(chan struct{}, 1)}
		shared.workers = append(shared.workers, w)
		go w.loop()
	}
	return &shared, n
}

// run runs the parts of a task on so many goroutines, and gives the pool back when all are finished.
func (p *pool) run(parts, goroutines int, t task) {
	p.task = t
	p.done.Store(0)
	p.left.Store(int64(parts))
	for _, w := range p.workers[:goroutines-1] {
		if w.parked.CompareAndSwap(true, false) {
			w.wake <- struct{}{}
		}
	}
	p.take(&p.caller)
	for p.done.Load() < int64(parts) {
		runtime.Gosched()
	}
	t.forget()
	p.task = nil
	p.busy.Store(false)
}

// take runs parts until none is left.
func (p *pool) take(w *worker) {
	for p.left.Load() > 0 {
		i := p.left.Add(-1)
		if i < 0 {
			return
		}
		p.task.part(int(i), w)
		p.done.Add(1)
	}
}

func (w *worker) loop() {
	for {
		for i := 0; i < spins && w.pool.left.Load() <= 0; i++ {
			runtime.Gosched()
		}
		if w.pool.left.Load() <= 0 {
			w.parked.Store(true)
			// A task that was set before the line above has not seen this worker asleep.
			if w.pool.left.Load() <= 0 || !w.parked.CompareAndSwap(true, false) {
				<-w.wake
			}
		}
		// A thread whose rounding something else has changed leaves the parts to the others.
		if controlIsDefault() {
			w.pool.take(w)
		}
	}
}

// scratch lends memory for one part, aligned to a cache line.
func (w *worker) scratch(bytes int) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	if need := bytes/8 + 1 + cacheLine/8; len(w.room) < need {
		w.room = make([]uint64, need)
	}
	at := unsafe.Pointer(&w.room[0])
	return unsafe.Add(at, -uintptr(at)%cacheLine)
}
