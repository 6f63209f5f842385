package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/topos-go/topos/proof"
	"github.com/topos-go/topos/runtime/kernel"
)

// tally sums up what several batches have shown.
type tally struct {
	start          time.Time
	mutex          sync.Mutex
	programs, runs int
	coverage       proof.Coverage
	kinds          map[string][]proof.Failure
	failed         map[*proof.Program]bool
	checked        time.Duration
	emitted        time.Duration
	built          time.Duration
	run            time.Duration
}

func newTally() *tally {
	return &tally{start: time.Now(), coverage: proof.Coverage{}, kinds: map[string][]proof.Failure{}, failed: map[*proof.Program]bool{}}
}

// grade grades one batch, adds it and prints a line of it.
func (t *tally) grade(ctx context.Context, programs []*proof.Program, o proof.Options) error {
	start := time.Now()
	coverage := proof.Coverage{}
	var failures []proof.Failure
	for _, p := range programs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failures = append(failures, proof.Check(p, o)...)
		coverage.Add(p)
	}
	checked := time.Since(start)
	r, err := proof.Compare(ctx, programs, o)
	if err != nil {
		return err
	}
	coverage.Reached(r)
	failures = append(failures, r.Failures...)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, f := range failures {
		if t.kinds[f.Kind()] == nil {
			fmt.Println(short(f.String()))
		}
		t.kinds[f.Kind()] = append(t.kinds[f.Kind()], f)
		t.failed[f.Program] = true
	}
	for name, n := range coverage {
		t.coverage[name] += n
	}
	t.programs += len(programs)
	t.runs += r.Runs
	t.checked += checked
	t.emitted += r.Emitting
	t.built += r.Building
	t.run += r.Running
	fmt.Printf("%d programs after %.0f s: the last %d with %d runs, %d failures; checked %.1f s, emitted %.1f s, built %.1f s, run %.1f s\n",
		t.programs, time.Since(t.start).Seconds(), len(programs), r.Runs, len(failures), checked.Seconds(), r.Emitting.Seconds(), r.Building.Seconds(), r.Running.Seconds())
	return nil
}

// report prints what all batches have shown, and returns how many floors were missed.
func (t *tally) report() (missing int) {
	for _, kind := range slices.Sorted(maps.Keys(t.kinds)) {
		fmt.Printf("%5d  %s\n", len(t.kinds[kind]), kind)
	}
	var tiers []string
	for _, tier := range kernel.Tiers() {
		tiers = append(tiers, tier.String())
	}
	fmt.Printf("\nprove %s\n", strings.Join(os.Args[1:], " "))
	fmt.Printf("%s %s/%s, tiers %s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.Join(tiers, ", "))
	fmt.Printf("%d programs from seed %d, %d runs, %d programs with differences\n", t.programs, *seed, t.runs, len(t.failed))
	fmt.Printf("%s in all; batches: checked %s, emitted %s, built %s, run %s\n", seconds(time.Since(t.start)), seconds(t.checked), seconds(t.emitted), seconds(t.built), seconds(t.run))
	if *replay != "" {
		return 0
	}
	floors, missed := t.coverage.Floors(), t.coverage.Missing()
	fmt.Printf("%d of %d floors reached, and how often:\n%s", len(floors)-len(missed), len(floors), t.coverage.Only(floors))
	for _, name := range missed {
		fmt.Println("never occurred:", name)
	}
	return len(missed)
}

func seconds(d time.Duration) string { return d.Round(time.Second).String() }

// shrink makes one failing program of each kind smaller and writes it.
func (t *tally) shrink(ctx context.Context, o proof.Options, folder string) error {
	for _, kind := range slices.Sorted(maps.Keys(t.kinds)) {
		smallest := slices.MinFunc(t.kinds[kind], func(a, b proof.Failure) int { return a.Program.Net.Len() - b.Program.Net.Len() })
		p, err := proof.Shrink(ctx, smallest.Program, kind, proof.Judged(kind, o))
		if err != nil {
			return err
		}
		path, err := proof.WriteCase(folder, p, kind)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n%s", path, p.Net.Text())
	}
	return nil
}
