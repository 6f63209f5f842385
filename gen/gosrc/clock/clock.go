// Package clock times the steps of a compiled entry from inside. The program that toposgen bench builds calls it between steps; no other generated
// code does.
package clock

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"time"
)

// A Result is what was measured of an entry. Times are nanoseconds.
type Result struct {
	Entry  string
	Rows   int       // of the bucket, or 0
	Runs   int       // measured without laps; as many had laps
	Run    float64   // one run without laps
	Laps   []float64 // by step, in a run; the first is what lies before and behind the steps
	Allocs float64   // of a run
}

var (
	running bool // laps are taken
	began   = time.Now()
	last    time.Duration // since began, as all moments here: one reading of the clock each
	laps    []time.Duration
)

// Lap gives the time since the previous lap to step k.
func Lap(k int) {
	if running {
		lap(k)
	}
}

func lap(k int) {
	now := time.Since(began)
	laps[k] += now - last
	last = now
}

// least is how many runs of each kind a measurement wants, however long they take.
const least = 7

// allocations counts what a run allocates: the fewest of some runs, as other goroutines allocate now and then.
func allocations(run func() error) (fewest uint64, err error) {
	fewest = math.MaxUint64
	for range least {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := run(); err != nil {
			return 0, err
		}
		runtime.ReadMemStats(&after)
		fewest = min(fewest, after.Mallocs-before.Mallocs)
	}
	return fewest, nil
}

// Measure runs an entry for about as long as budget: in turn with and without laps, of which a run has one for each visit of its steps.
func Measure(entry string, rows int, visits []int, budget time.Duration, run func() error) (*Result, error) {
	laps = make([]time.Duration, len(visits))
	for range 2 { // kernels and pools warm up
		if err := run(); err != nil {
			return nil, err
		}
	}
	var pairs []pair
	allocs, err := allocations(run)
	if err != nil {
		return nil, err
	}
	for first := time.Since(began); len(pairs) < least || time.Since(began)-first < budget; {
		p, err := measure(run)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	r := &Result{Entry: entry, Rows: rows, Runs: len(pairs), Allocs: float64(allocs)}
	// Neighbours on the machine only ever slow a run down: most runs of a busy hour say more of them than of the entry. Of the
	// fastest quarter the means are taken, which add up as medians of steps do not, and both kinds of runs come from the same moments.
	slices.SortFunc(pairs, func(a, b pair) int { return int(a.plain + a.lapped - b.plain - b.lapped) })
	pairs = pairs[:(len(pairs)+3)/4]
	mean := func(of func(p pair) time.Duration, laps int) float64 {
		var sum time.Duration
		for _, p := range pairs {
			sum += of(p)
		}
		return max(0, float64(sum)/float64(len(pairs))-float64(laps)*tick())
	}
	r.Run = mean(func(p pair) time.Duration { return p.plain }, 1)
	for k, n := range visits {
		r.Laps = append(r.Laps, mean(func(p pair) time.Duration { return p.laps[k] }, n))
	}
	return r, nil
}

// A pair is a run without laps and the one after it.
type pair struct {
	plain, lapped time.Duration
	laps          []time.Duration
}

func measure(run func() error) (p pair, err error) {
	start := time.Since(began)
	err = run()
	p.plain = time.Since(began) - start
	if err != nil {
		return p, err
	}
	clear(laps)
	running = true
	start = time.Since(began)
	last = start
	err = run()
	lap(0)
	running = false
	p.lapped, p.laps = last-start, slices.Clone(laps)
	return p, err
}

var ticked float64

// tick is what a lap costs.
func tick() float64 {
	if ticked > 0 {
		return ticked
	}
	kept := laps
	laps = make([]time.Duration, 1)
	const turns = 200
	fastest := time.Duration(math.MaxInt64)
	for range 50 {
		start := time.Since(began)
		last = start
		for range turns {
			lap(0)
		}
		fastest = min(fastest, last-start)
	}
	laps = kept
	ticked = float64(fastest) / turns
	return ticked
}

// Write prints results as the command reads them.
func Write(w io.Writer, results []*Result) error {
	text, err := json.Marshal(results)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
