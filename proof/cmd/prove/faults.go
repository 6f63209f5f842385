package main

import (
	"context"
	"fmt"
	"iter"
	"regexp"

	"github.com/topos-go/topos/proof"
)

// plant lets random programs look for planted faults, and returns how many of these they do not find.
func plant(ctx context.Context) (int, error) {
	which, err := regexp.Compile(*faults)
	if err != nil {
		return 0, err
	}
	o := proof.Options{Root: ".", Tags: *tags}
	alive := 0
	for _, f := range proof.Faults {
		if !which.MatchString(f.Name) {
			continue
		}
		out, err := f.Try(ctx, programs(*seed), o)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", f.Name, err)
		}
		fmt.Println(out)
		if !out.Killed {
			alive++
		}
	}
	return alive, nil
}

// programs makes random programs, one seed after another.
func programs(seed uint64) iter.Seq[*proof.Program] {
	return func(yield func(*proof.Program) bool) {
		for ; ; seed++ {
			p, err := proof.Random(seed)
			if err == nil && !yield(p) {
				return
			}
		}
	}
}
