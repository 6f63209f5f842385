package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/kernel/internal/tuning"
)

// gain is how much faster a value must be, on the geometric mean of the work that it governs: less is not told from noise.
const gain = 0.98

// tune leaves the best value of one constant in force, and prints what it found.
func tune(tier kernel.ISA, f tuning.Field) {
	work := workloads[f.By]
	if tier == kernel.Generic && inTilesAlone(f.By) {
		return
	}
	threads := 1
	if f.By == "threads" {
		threads = runtime.NumCPU()
		if threads == 1 {
			return
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	place := f.Of(&tuning.Tiers[tier])
	old := *place
	best, ratio := old, gain
	for _, value := range around(f, old) {
		if r := compare(work, place, old, value); r < ratio {
			best, ratio = value, r
		}
	}
	if best != old {
		ratio = compare(work, place, old, best)
		if ratio >= gain { // the first measurement was luck
			best = old
		}
	}
	*place = best
	if best == old {
		fmt.Printf("%-8v %-18s %d\n", tier, f.Name, old)
		return
	}
	fmt.Printf("%-8v %-18s %d, was %d: %.1f %% less time\n", tier, f.Name, best, old, 100*(1-ratio))
}

// inTilesAlone reports whether pure Go has no use for such a constant.
func inTilesAlone(by string) bool { return by == "products" || by == "row products" }

// around lists legal values near one.
func around(f tuning.Field, value int) []int {
	var list []int
	for _, v := range []int{value / 4, value / 2, value * 3 / 4, value * 3 / 2, value * 2, value * 4} {
		if v = max(f.Least, min(f.Most, v)); v != value && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// compare returns the geometric mean of the times with value, as shares of those with old. It leaves old in place.
func compare(work []workload, place *int, old, value int) float64 {
	sum := 0.0
	for _, w := range work {
		*place = value
		with := w()
		*place = old
		without := w()
		sum += math.Log(ratio(with, without, place, value, old))
	}
	return math.Exp(sum / float64(len(work)))
}

// ratio compares the least times of two calls that take turns, so that a neighbour on the machine disturbs both alike.
func ratio(with, without func(), place *int, value, old int) float64 {
	const rounds, least = 15, 200 * time.Microsecond
	calls := 1
	for ; calls < 1<<20; calls *= 2 {
		if elapsed(without, calls) >= least {
			break
		}
	}
	a, b := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range rounds {
		*place = value
		a = min(a, elapsed(with, calls))
		*place = old
		b = min(b, elapsed(without, calls))
	}
	return float64(a) / float64(b)
}

func elapsed(run func(), calls int) time.Duration {
	began := time.Now()
	for range calls {
		run()
	}
	return time.Since(began)
}
