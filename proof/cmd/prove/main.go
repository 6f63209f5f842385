// Command prove grades random programs: go run ./proof/cmd/prove -n 1000 -seed 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/topos-go/topos/proof"
)

// flags are apart from those that linked packages add to the command line.
var flags = flag.NewFlagSet("prove", flag.ExitOnError)

var (
	count  = flags.Int("n", 1000, "how many programs")
	seed   = flags.Uint64("seed", 1, "the seed of the first; each later one has the next seed")
	size   = flags.Int("batch", 250, "how many programs are compiled into one binary")
	replay = flags.String("replay", "", "grade the .tape cases of this folder instead")
	out    = flags.String("out", "", "shrink one failure of each kind and write it to this folder")
	faults = flags.String("faults", "", "plant the faults whose names match this expression, and say which of them the programs find")
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

// prove grades all programs and returns how many failed, and how many floors of the coverage were missed.
func prove(ctx context.Context) (int, error) {
	o := proof.Options{Root: ".", Tags: *tags}
	coverage := proof.Coverage{}
	kinds := map[string][]proof.Failure{}
	failed := map[*proof.Program]bool{}
	report := func(list []proof.Failure) {
		for _, f := range list {
			if kinds[f.Kind()] == nil {
				fmt.Println(short(f.String()))
			}
			kinds[f.Kind()] = append(kinds[f.Kind()], f)
			failed[f.Program] = true
		}
	}
	if *replay != "" {
		programs, err := proof.ReadCases(*replay)
		if err != nil {
			return 0, err
		}
		if err := grade(ctx, programs, o, coverage, report); err != nil {
			return 0, err
		}
	}
	for done := 0; done < *count && *replay == ""; done += *size {
		var programs []*proof.Program
		for k := done; k < min(*count, done+*size); k++ {
			p, err := proof.Random(*seed + uint64(k))
			if err != nil {
				return 0, err
			}
			programs = append(programs, p)
		}
		if err := grade(ctx, programs, o, coverage, report); err != nil {
			return 0, err
		}
	}
	missing := 0
	if *replay == "" {
		fmt.Print(coverage)
		for _, name := range coverage.Missing() {
			fmt.Println("never occurred:", name)
			missing++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("%5d  %s\n", len(kinds[kind]), kind)
		if *out == "" {
			continue
		}
		smallest := slices.MinFunc(kinds[kind], func(a, b proof.Failure) int { return a.Program.Net.Len() - b.Program.Net.Len() })
		p, err := proof.Shrink(ctx, smallest.Program, kind, proof.Judged(kind, o))
		if err != nil {
			return 0, err
		}
		path, err := proof.WriteCase(*out, p, kind)
		if err != nil {
			return 0, err
		}
		fmt.Printf("%s\n%s", path, p.Net.Text())
	}
	return len(failed) + missing, nil
}

// grade runs one batch and prints a line of it.
func grade(ctx context.Context, programs []*proof.Program, o proof.Options, coverage proof.Coverage, report func([]proof.Failure)) error {
	start := time.Now()
	for _, p := range programs {
		report(proof.Check(p, o))
		coverage.Add(p)
	}
	checked := time.Since(start)
	r, err := proof.Grade(ctx, programs, o)
	if err != nil {
		return err
	}
	report(r.Failures)
	coverage.Reached(r)
	fmt.Printf("%d programs, %d runs, %d failures; checked %.1f s, emitted %.1f s, built %.1f s, run %.1f s, all %.1f s\n", r.Programs, r.Runs, len(r.Failures),
		checked.Seconds(), r.Emitting.Seconds(), r.Building.Seconds(), r.Running.Seconds(), time.Since(start).Seconds())
	return nil
}

// short is the beginning of a long report.
func short(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) <= 4 {
		return text
	}
	return strings.Join(lines[:4], "\n") + fmt.Sprintf("\n(and %d lines more)", len(lines)-4)
}
