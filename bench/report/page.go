package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// writePage writes the report as Markdown.
func writePage(w io.Writer, m *measurement, machine []fact, commit, picture string) error {
	p := &page{m: m, ceilings: m.ceilings()}
	p.line("# Benchmarks")
	p.line("")
	p.line("Written by `go run ./bench/report`; do not edit. Commit %s.", commit)
	p.line("")
	p.machine(machine)
	p.line("")
	p.method()
	p.line("")
	p.line("![ratios against the fastest peer](%s)", picture)
	p.targets()
	for _, k := range kinds {
		p.part(k.title, k, 1)
	}
	for _, k := range kinds {
		p.part(k.title+", two threads", k, 2)
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

type page struct {
	m        *measurement
	ceilings ceilings
	text     strings.Builder
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// cells writes a line of a table.
func (p *page) cells(list ...string) { p.line("| %s |", strings.Join(list, " | ")) }

// head writes the first two lines of a table whose first columns hold words.
func (p *page) head(words int, list ...string) {
	p.cells(list...)
	rules := make([]string, len(list))
	for i := range rules {
		rules[i] = "---:"
		if i < words {
			rules[i] = "---"
		}
	}
	p.cells(rules...)
}

func (p *page) machine(facts []fact) {
	p.head(2, "what", "here")
	for _, f := range facts {
		p.cells(f.what, f.value)
	}
	for _, peer := range p.m.peers {
		p.cells(peer.name, peer.version)
	}
	for _, a := range p.m.missing {
		p.cells(a.name, "**not measured**: "+a.why)
	}
}

func (p *page) method() {
	p.line("Every workload was measured %d times on each side in turn, %v at a time after a warm-up; the times are medians. A ratio is the peer's time over", p.m.rounds, p.m.span)
	p.line("ours: above 1 topos is faster. In brackets are the lowest and the highest ratio of the rounds. One thread is measured in processor time, two in")
	p.line("wall time. Shares are of the multiply-adds on registers (%s GFLOP/s in float32, %s in float64), for maps, rows and products of one row", rounded(p.ceilings.f32), rounded(p.ceilings.f64))
	p.line("of the reads from the last cache (%s GB/s). A dash: the peer has no such workload.", rounded(p.ceilings.read))
	if busy() {
		p.line("**The machine was busy with other work: take all figures as rough, and those of two threads as hardly more than a guess.**")
	}
}

func (p *page) targets() {
	p.line("")
	p.line("## Targets")
	p.line("")
	p.line("The targets are for one core with AVX-512 unless said; a set of workloads counts with its worst.")
	p.line("")
	p.head(2, "work", "unit", "target", "stretch", "here", "met", "worst at")
	for _, t := range targets {
		stretch, here, met, where := "", "not measured", "", ""
		if t.stretch != 0 {
			stretch = rounded(t.stretch)
		}
		if f, ok := t.measure(p.m); ok {
			here, where, met = rounded(f.value), f.where, "no"
			if t.met(f) {
				met = "yes"
			}
		}
		p.cells(t.work, t.unit, rounded(t.need), stretch, here, met, where)
	}
}

// part writes the table of one kind of workload on a number of threads, if any was measured.
func (p *page) part(title string, k kind, threads int) {
	var rows []row
	for _, r := range p.m.rows {
		if r.threads == threads && strings.HasPrefix(r.name, k.prefix) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return
	}
	var peers []string
	for _, peer := range p.m.peers {
		if slices.ContainsFunc(rows, func(r row) bool { return len(r.theirs[peer.name]) > 0 }) {
			peers = append(peers, peer.name)
		}
	}
	p.line("")
	p.line("## %s", title)
	p.line("")
	columns := []string{"workload", "topos", "rate"}
	if k.share != nil {
		columns = append(columns, "share")
	}
	if peers != nil {
		columns = append(columns, "against the fastest")
	}
	p.head(1, append(columns, peers...)...)
	for _, r := range rows {
		list := []string{"`" + r.name + "`", duration(median(r.nanoseconds())), rate(r)}
		if k.share != nil {
			cell := ""
			if percent, ok := k.share(r, p.ceilings); ok {
				cell = fmt.Sprintf("%.0f %%", percent)
			}
			list = append(list, cell)
		}
		if peers != nil {
			cell := "–"
			if x, ok := r.best(); ok {
				cell = fmt.Sprintf("**%s** %s", rounded(x.value), x.peer)
			}
			list = append(list, cell)
		}
		for _, peer := range peers {
			list = append(list, compared(r, peer))
		}
		p.cells(list...)
	}
}

// compared is the cell of one peer: its time, and the ratio with its range.
func compared(r row, peer string) string {
	x, ok := r.against(peer)
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%s, %s (%s–%s)", duration(median(r.theirs[peer])), rounded(x.value), rounded(x.low), rounded(x.high))
}

// rate is the most telling of our rates.
func rate(r row) string {
	units := []string{"Gelem/s", "examples/s", "GFLOP/s", "GB/s"}
	if _, ok := r.metric("GB/s"); ok && asProduct(r.name) != "" {
		units = []string{"GB/s"} // one row
	}
	for _, unit := range units {
		if x, ok := r.metric(unit); ok {
			return rounded(x) + " " + unit
		}
	}
	return ""
}

// duration prints nanoseconds in the unit that suits.
func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return rounded(ns) + " ns"
	case ns < 1e6:
		return rounded(ns/1e3) + " µs"
	case ns < 1e9:
		return rounded(ns/1e6) + " ms"
	}
	return rounded(ns/1e9) + " s"
}

// rounded prints three significant digits, or all digits before the point.
func rounded(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.01:
		return fmt.Sprintf("%.2g", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
