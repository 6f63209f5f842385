package proof

import (
	"context"
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
)

// Judge reports, for each program, the kind of its failure, or nothing.
type Judge func(ctx context.Context, programs []*Program) ([]string, error)

// Judged is the judge that Compare and the checks without compilation make, for failures of one kind.
func Judged(kind string, o Options) Judge {
	return func(ctx context.Context, programs []*Program) ([]string, error) {
		kinds := make([]string, len(programs))
		note := func(failures []Failure) {
			for _, f := range failures {
				i := slices.Index(programs, f.Program)
				if k := f.Kind(); kinds[i] == "" || k == kind {
					kinds[i] = k
				}
			}
		}
		for _, p := range programs {
			note(Check(p, o))
		}
		if slices.Contains(inProcess, stageOf(kind)) {
			return kinds, nil
		}
		r, err := Compare(ctx, programs, o)
		if err != nil {
			return nil, err
		}
		note(r.Failures)
		return kinds, nil
	}
}

// limit bounds how many candidates are compiled at a time.
const limit = 64

// Shrink makes a failing program smaller as long as it fails in the same way. Each round tries many smaller programs at once and goes on from
// the smallest that fails.
func Shrink(ctx context.Context, p *Program, kind string, judge Judge) (*Program, error) {
	if p == nil || p.Net == nil || judge == nil {
		return nil, errNoProgram
	}
	best, err := start(ctx, p, kind, judge)
	if err != nil {
		return nil, err
	}
	refused := map[string]bool{} // texts that were tried
	for round := 0; ; round++ {
		texts, nets := candidates(best, refused)
		if len(texts) == 0 {
			return p, nil
		}
		var programs []*Program
		for k, net := range nets {
			programs = append(programs, &Program{Name: fmt.Sprintf("%sr%dc%d", p.Name, round, k), Elem: p.Elem, Seed: p.Seed, Net: net})
		}
		kinds, err := judge(ctx, programs)
		if err != nil {
			return nil, err
		}
		for k, x := range texts[:min(len(texts), len(kinds))] {
			if kinds[k] == kind && x.size() < best.size() {
				best = x
				p = &Program{Name: p.Name, Elem: p.Elem, Seed: p.Seed, Net: programs[k].Net}
			}
		}
	}
}

// start is the text to begin with: that of the nodes alone where it fails as the program does, else the one that keeps derivatives and what is recomputed.
func start(ctx context.Context, p *Program, kind string, judge Judge) (*text, error) {
	plain, err := parse(p.Net.Text())
	if err != nil {
		return nil, err
	}
	kept, err := whole(p.Net)
	if err != nil || !kept.keeps() {
		return plain, nil // there is no more to keep, or it cannot be edited
	}
	net, err := plain.network()
	if err != nil {
		return nil, err
	}
	kinds, err := judge(ctx, []*Program{{Name: p.Name + "plain", Elem: p.Elem, Seed: p.Seed, Net: net}})
	if err != nil || len(kinds) == 1 && kinds[0] == kind {
		return plain, err
	}
	return kept, nil
}

// candidates lists smaller texts that read as networks and were not tried yet. Where there are too many, those that are left wait for a later round.
func candidates(x *text, tried map[string]bool) (list []*text, nets []*dsl.Network) {
	now := x.size()
	for _, c := range edits(x) {
		if len(list) == limit {
			break
		}
		s := c.String()
		if tried[s] || c.size() >= now {
			continue
		}
		tried[s] = true
		if net, err := c.network(); err == nil {
			list, nets = append(list, c), append(nets, net)
		}
	}
	return list, nets
}

// size is what shrinking makes smaller: nodes and entries first, then what they say, then how much they hold.
func (x *text) size() int {
	size := 0
	for _, n := range x.nodes {
		size += 10_000
		if !n.source() {
			size += 5_000
		}
		for _, w := range n.words {
			size += 100 + len(w)
		}
		size += min(n.shape().Volume(), 4_000)
	}
	for _, e := range x.entries {
		if e.recomputes {
			size += 500 + 100*len(e.boundaries)
		}
		size += 10_000 + 1_000*(len(e.roots)+len(e.observes)+len(e.assignSlots)) + 100*len(e.element) + e.bucket
	}
	return size
}
