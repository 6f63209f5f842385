package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/topos-go/topos/proof"
)

// plant lets random programs look for planted faults, and returns how many of these they do not find.
func plant(ctx context.Context) (int, error) {
	which, err := regexp.Compile(*faults)
	if err != nil {
		return 0, err
	}
	hunt := &proof.Hunt{Options: proof.Options{Root: ".", Tags: *tags}, Programs: programs(*seed)}
	tried, alive := 0, 0
	for _, f := range proof.Faults {
		if !which.MatchString(f.Name) {
			continue
		}
		start := time.Now()
		out, err := hunt.Try(ctx, f)
		if err != nil {
			return alive, fmt.Errorf("%s: %w", f.Name, err)
		}
		fmt.Printf("%s (%.0f s)\n", out, time.Since(start).Seconds())
		tried++
		if !out.Killed {
			alive++
		}
		if *table != "" {
			if err := note(*table, out); err != nil {
				return alive, err
			}
		}
	}
	fmt.Printf("%d faults, %d of them alive\n", tried, alive)
	return alive, nil
}

// programs makes random programs, one seed after another.
func programs(first uint64) iter.Seq[*proof.Program] {
	return func(yield func(*proof.Program) bool) {
		for seed := first; ; seed++ {
			p, err := proof.Random(seed)
			if err == nil && !yield(p) {
				return
			}
		}
	}
}

// The table of outcomes lies between two marks of a page.
const (
	tableBegin = "<!-- faults: begin, written by prove -faults . -table -->\n"
	tableEnd   = "<!-- faults: end -->\n"
	tableHead  = "| fault | in | found after | as |\n|---|---|---|---|\n"
)

// note writes one outcome into the table of a page: a row per fault, in the order of the list.
func note(file string, out *proof.Outcome) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(page), tableBegin)
	inside, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		return fmt.Errorf("%s: the lines %q and %q are missing", file, strings.TrimSpace(tableBegin), strings.TrimSpace(tableEnd))
	}
	rows := map[string]string{}
	for line := range strings.Lines(inside) {
		if name, ok := strings.CutPrefix(line, "| "); ok {
			name, _, _ = strings.Cut(name, " |")
			rows[name] = line
		}
	}
	rows[out.Name] = row(out)
	var b strings.Builder
	b.WriteString(before + tableBegin + tableHead)
	for _, f := range proof.Faults {
		b.WriteString(rows[f.Name])
	}
	b.WriteString(tableEnd + after)
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

// row is the line of one outcome.
func row(out *proof.Outcome) string {
	found, as := "**not found**", ""
	switch {
	case out.Killed && out.Programs == 1:
		found = "1 program"
	case out.Killed:
		found = fmt.Sprintf("%d programs", out.Programs)
	}
	if out.Killed {
		as = strings.ReplaceAll(out.By.Kind(), "|", " ")
		if words := strings.Fields(as); len(words) > 12 {
			as = strings.Join(slices.Concat(words[:12], []string{"..."}), " ")
		}
	}
	return fmt.Sprintf("| %s | `%s` | %s | %s |\n", out.Name, out.File, found, as)
}
