// Command prove grades random programs: go run ./proof/cmd/prove -n 1000 -seed 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/topos-go/topos/proof"
)

// flags are apart from those that linked packages add to the command line.
var flags = flag.NewFlagSet("prove", flag.ExitOnError)

var (
	count  = flags.Int("n", 1000, "how many programs")
	seed   = flags.Uint64("seed", 1, "the seed of the first; each later one has the next seed")
	size   = flags.Int("batch", 250, "how many programs are compiled into one binary")
	jobs   = flags.Int("jobs", 2, "how many batches are worked on at the same time: while one is run, the next is checked or built")
	replay = flags.String("replay", "", "grade the .tape cases of this folder instead")
	out    = flags.String("out", "", "shrink one failure of each kind and write it to this folder")
	faults = flags.String("faults", "", "plant the faults whose names match this expression, and say which of them the programs find")
	table  = flags.String("table", "", "with -faults: also write the outcomes into the table of this page, docs/proof.md")
	vet    = flags.Bool("vet", false, "also compile the emitted tests, and let go vet look at all packages")
	tags   = flags.String("tags", "", "build tags of the compiled programs, such as purego")
)

func main() {
	flags.Parse(os.Args[1:])
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := prove
	if *faults != "" {
		run = plant
	}
	failures, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "prove:", err)
		os.Exit(1)
	}
	if failures > 0 {
		os.Exit(1)
	}
}

// prove grades all programs and returns how many failed, and how many floors of the coverage were missed. Interrupted, it reports what was done.
func prove(ctx context.Context) (int, error) {
	o := proof.Options{Root: ".", Tags: *tags, Vet: *vet}
	t := newTally()
	var err error
	if *replay != "" {
		var programs []*proof.Program
		if programs, err = proof.ReadCases(*replay); err != nil {
			return 0, err
		}
		err = t.grade(ctx, programs, o)
	} else {
		err = gradeRandom(ctx, t, o)
	}
	if err != nil && ctx.Err() == nil {
		return 0, err
	}
	missing := t.report()
	if ctx.Err() != nil {
		return 0, fmt.Errorf("interrupted after %d of %d programs", t.programs, *count)
	}
	if *out != "" {
		if err := t.shrink(ctx, o, *out); err != nil {
			return 0, err
		}
	}
	return len(t.failed) + missing, nil
}

// gradeRandom grades batches of random programs, a few at the same time.
func gradeRandom(ctx context.Context, t *tally, o proof.Options) error {
	starts := make(chan int)
	ended := make(chan error, *jobs)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range *jobs {
		go func() {
			for first := range starts {
				programs, err := random(first)
				if err == nil {
					err = t.grade(ctx, programs, o)
				}
				if err != nil {
					cancel()
					ended <- err
					return
				}
			}
			ended <- nil
		}()
	}
	for first := 0; first < *count && ctx.Err() == nil; first += *size {
		select {
		case starts <- first:
		case <-ctx.Done():
		}
	}
	close(starts)
	var problem error
	for range *jobs {
		if err := <-ended; problem == nil {
			problem = err
		}
	}
	return problem
}

// random makes the batch that begins with the first program after so many.
func random(first int) (programs []*proof.Program, err error) {
	for k := first; k < min(*count, first+*size); k++ {
		p, err := proof.Random(*seed + uint64(k))
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// short is the beginning of a long report.
func short(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) <= 4 {
		return text
	}
	return strings.Join(lines[:4], "\n") + fmt.Sprintf("\n(and %d lines more)", len(lines)-4)
}
