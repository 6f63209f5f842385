package kernel

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// threads sets GOMAXPROCS for one test.
func threads(t testing.TB, n int) {
	old := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(old) })
}

// double writes twice in0, plus in1 where the position is odd.
func double(from, to int, b Buffers[float32]) {
	out, in0, in1 := b[0], b[1], b[2]
	for i := from; i < to; i++ {
		out[i] = float32(2 * in0[i])
		if i%2 == 1 {
			out[i] += in1[0]
		}
	}
}

// TestLinesRunEachPositionOnce shares lines out from many goroutines at once, awake and after a rest.
func TestLinesRunEachPositionOnce(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8} {
		threads(t, n)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for round := range 200 {
					if round%50 == 0 {
						time.Sleep(2 * time.Millisecond) // the workers fall asleep
					}
					lines := 1 + round*7%61
					out, in := make([]float32, lines), uniform[float32](lines)
					Lines(lines, double, out, in, []float32{3})
					for i, v := range out {
						want := float32(2 * in[i])
						if i%2 == 1 {
							want += 3
						}
						if v != want {
							t.Errorf("GOMAXPROCS %d, %d lines: [%d] = %v, want %v", n, lines, i, v, want)
							return
						}
					}
				}
			})
		}
		group.Wait()
	}
}

// TestProductsOnThreads wants the bits of one goroutine from several, whatever the cut.
func TestProductsOnThreads(t *testing.T) {
	for _, s := range []struct{ m, k, n int }{{1, 1030, 1029}, {3, 700, 600}, {129, 96, 129}, {700, 513, 5}, {64, 784, 61}, {385, 65, 97}, {12, 1100, 300}} {
		for _, layout := range []Layout{NN, NT, TN, TT} {
			a, b := uniform[float32](s.m*s.k), uniform[float32](s.k*s.n)
			scratch := make([]float32, MatMulScratchF32(s.m, s.k, s.n, layout))
			var want []float32
			for n := 1; n <= 4; n++ {
				threads(t, n)
				c := make([]float32, s.m*s.n)
				MatMulF32(c, a, b, scratch, s.m, s.k, s.n, layout)
				if n == 1 {
					want = c
				} else if !slices.Equal(c, want) {
					t.Errorf("%v %dx%dx%d: GOMAXPROCS %d changes bits", layout, s.m, s.k, s.n, n)
				}
			}
		}
	}
}

// TestRowsOnThreads does so for rows: lines, strips of columns, and both.
func TestRowsOnThreads(t *testing.T) {
	for _, s := range []struct{ outer, n, inner int }{{61, 700, 1}, {3, 5000, 1}, {1, 100, 1400}, {7, 40, 600}, {5, 9000, 4}, {2, 70000, 1}} {
		x := uniform[float32](s.outer * s.n * s.inner)
		scratch := make([]float32, SoftmaxScratch(s.outer, s.n, s.inner)+SumAlongScratch(s.outer, s.n, s.inner))
		for name, run := range map[string]func(dst, x []float32, outer, n, inner int, scratch []float32){
			"Softmax": Softmax[float32], "LogSoftmax": LogSoftmax[float32], "LogSumExp": LogSumExp[float32], "SumAlong": SumAlong[float32],
		} {
			var want []float32
			for n := 1; n <= 4; n++ {
				threads(t, n)
				dst := make([]float32, len(x))
				run(dst, x, s.outer, s.n, s.inner, scratch)
				if n == 1 {
					want = dst
				} else if !slices.Equal(dst, want) {
					t.Errorf("%s %v: GOMAXPROCS %d changes bits", name, s, n)
				}
			}
		}
	}
}

// TestThreadsDoNotAllocate counts allocations of calls that are shared out. testing.AllocsPerRun would run them on one thread.
func TestThreadsDoNotAllocate(t *testing.T) {
	threads(t, 2)
	const size, runs = 128, 200
	a, c, scratch := uniform[float32](size*size), make([]float32, size*size), make([]float32, MatMulScratchF32(size, size, size, NN))
	addend, row := []float32{1}, make([]float32, SoftmaxScratch(40, 1000, 1))
	a, c = append(a, make([]float32, 1<<16)...), append(c, make([]float32, 1<<16)...)
	for name, run := range map[string]func(){
		"product": func() { MatMulF32(c[:size*size], a[:size*size], a[:size*size], scratch, size, size, size, NN) },
		"lines":   func() { Lines(len(c), double, c, a, addend) },
		"rows":    func() { Softmax(c[:40000], a[:40000], 40, 1000, 1, row) },
	} {
		run()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			run()
		}
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; n > runs/10 { // the runtime itself allocates now and then
			t.Errorf("%s: %d allocations in %d runs", name, n, runs)
		}
	}
}

// BenchmarkHandOver is the price of sharing out: an empty task.
func BenchmarkHandOver(b *testing.B) {
	x := make([]float32, 2)
	for b.Loop() {
		Lines(2, func(from, to int, _ Buffers[float32]) {}, x)
	}
}
