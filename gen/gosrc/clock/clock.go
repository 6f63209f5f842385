// Package clock times the steps of a compiled entry from inside. The program that toposgen bench builds calls it between steps; no other generated
// code does.
package clock

import (
	"encoding/json"
	"fmt"
	"io"
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

// Measure runs an entry for about as long as budget: in turn with and without laps, of which a run has one for each visit of its steps.
func Measure(entry string, rows int, visits []int, budget time.Duration, run func() error) (*Result, error) {
	laps = make([]time.Duration, len(visits))
	for range 2 { // kernels and pools warm up
		if err := run(); err != nil {
			return nil, err
		}
	}
	var plain []time.Duration
	var lapped []sample
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range least {
		if err := run(); err != nil {
			return nil, err
		}
	}
	runtime.ReadMemStats(&after)
	for first := time.Since(began); len(plain) < least || time.Since(began)-first < budget; {
		start := time.Since(began)
		err := run()
		plain = append(plain, time.Since(began)-start)
		if err != nil {
			return nil, err
		}
		s, err := withLaps(run)
		if err != nil {
			return nil, err
		}
		lapped = append(lapped, s)
	}
	r := &Result{Entry: entry, Rows: rows, Runs: len(plain), Allocs: float64((after.Mallocs - before.Mallocs) / least)}
	// Neighbours on the machine only ever slow a run down: the slower half says more of them than of the entry.
	slices.Sort(plain)
	r.Run = median(plain[:(len(plain)+1)/2]) - tick()
	slices.SortFunc(lapped, func(a, b sample) int { return int(a.total - b.total) })
	lapped = lapped[:(len(lapped)+1)/2]
	for k, n := range visits {
		var list []time.Duration
		for _, s := range lapped {
			list = append(list, s.laps[k])
		}
		slices.Sort(list)
		r.Laps = append(r.Laps, max(0, median(list)-float64(n)*tick()))
	}
	return r, nil
}

// A sample is one run with laps.
type sample struct {
	total time.Duration
	laps  []time.Duration
}

func withLaps(run func() error) (sample, error) {
	clear(laps)
	running = true
	start := time.Since(began)
	last = start
	err := run()
	lap(0)
	running = false
	return sample{last - start, slices.Clone(laps)}, err
}

// median of a sorted list.
func median(list []time.Duration) float64 {
	return float64(list[(len(list)-1)/2]+list[len(list)/2]) / 2
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
	list := make([]time.Duration, 50)
	for i := range list {
		start := time.Since(began)
		last = start
		for range turns {
			lap(0)
		}
		list[i] = last - start
	}
	laps = kept
	slices.Sort(list)
	ticked = median(list) / turns
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
