package cli

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/bench/ceiling"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/gosrc/clock"
	"github.com/topos-go/topos/runtime/kernel"
)

// benchDocument is the JSON form of what bench prints.
type benchDocument struct {
	ISA     string         `json:"isa"`
	Cores   int            `json:"cores"`
	Peaks   *ceiling.Peaks `json:"peaks,omitempty"`
	Entries []*benchmark   `json:"entries"`
}

// benchmark is what was measured of an entry.
type benchmark struct {
	Entry       string       `json:"entry"`
	Rows        int          `json:"rows,omitempty"` // of the bucket
	Place       string       `json:"place"`
	Element     string       `json:"element"`
	Runs        int          `json:"runs"`
	Nanoseconds float64      `json:"nanoseconds"` // of a run
	GFLOPs      float64      `json:"gflops"`      // a second
	Allocations float64      `json:"allocations"` // of a run
	Arena       int          `json:"arenaBytes"`
	Sum         float64      `json:"sumNanoseconds,omitempty"` // of the steps
	Steps       []*benchStep `json:"steps,omitempty"`
}

// benchStep is one call among the steps of an entry.
type benchStep struct {
	Name        string  `json:"name"`
	Kind        string  `json:"kind"`
	From        string  `json:"from,omitempty"` // lines of the recording
	Times       int     `json:"times,omitempty"`
	Nanoseconds float64 `json:"nanoseconds"` // of a run
	Share       float64 `json:"share"`       // of all steps
	GFLOPs      float64 `json:"gflops,omitempty"`
	GBs         float64 `json:"gbs,omitempty"`
	Peak        float64 `json:"peakShare,omitempty"` // of what the cores can do: multiply-adds for products, reads for the rest
	bytes       int     // of one call
}

// edges is the kind of what lies before and behind the steps.
const edges = "edges"

func newBenchmark(t *gosrc.Timed, r *clock.Result) *benchmark {
	b := &benchmark{Entry: t.Entry, Rows: t.Rows, Place: t.Place, Element: t.Elem, Runs: r.Runs, Nanoseconds: r.Run, GFLOPs: perSecond(t.Flops, r.Run), Allocations: r.Allocs, Arena: t.Arena}
	for k, c := range t.Calls {
		time := r.Laps[k+1]
		b.Steps = append(b.Steps, &benchStep{
			Name: c.Name, Kind: c.Kind, From: c.From, Times: c.Times, Nanoseconds: time, GFLOPs: perSecond(c.Flops, time), GBs: perSecond(c.Bytes, time), bytes: c.Bytes / c.Times,
		})
	}
	b.Steps = append(b.Steps, &benchStep{Name: "checks of what is handed over, and results", Kind: edges, Nanoseconds: r.Laps[0]})
	for _, s := range b.Steps {
		b.Sum += s.Nanoseconds
	}
	for _, s := range b.Steps {
		s.Share = s.Nanoseconds / max(b.Sum, 1)
	}
	return b
}

// perSecond is a rate in billions; 0 of a time too short to be measured.
func perSecond(units int, nanoseconds float64) float64 {
	if nanoseconds < 1 {
		return 0
	}
	return float64(units) / nanoseconds
}

// rate compares the steps with what the cores can do.
func (b *benchmark) rate(peaks ceiling.Peaks) {
	multiplies := map[string]float64{"f32": peaks.FMA32, "f64": peaks.FMA64}[b.Element]
	for _, s := range b.Steps {
		peak, rate := peaks.Read(s.bytes), s.GBs
		if s.Kind == "product" {
			peak, rate = multiplies, s.GFLOPs
		}
		if peak > 0 {
			s.Peak = rate * 1e9 / peak
		}
	}
}

func (b *benchmark) title() string {
	if b.Rows > 0 {
		return fmt.Sprintf("%s/%d", b.Entry, b.Rows)
	}
	return b.Entry
}

// benchText prints a line per entry, and below it a line per step where there are any.
func benchText(isa kernel.ISA, cores int, peaks *ceiling.Peaks, list []*benchmark) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%v, %s\n", isa, count(cores, "core"))
	if peaks != nil && peaks.FMA32 > 0 {
		fmt.Fprintf(&out, "peaks: multiply-adds %.1f GFLOP/s (f32), %.1f (f64); reads", peaks.FMA32/1e9, peaks.FMA64/1e9)
		for k, r := range peaks.Reads {
			if k > 0 {
				out.WriteString(",")
			}
			fmt.Fprintf(&out, " %.1f GB/s of %s", r.Rate/1e9, sizeText(r.Bytes))
		}
		out.WriteString("\n")
	}
	var titles, places int
	for _, b := range list {
		titles, places = max(titles, len(b.title())), max(places, len(b.Place))
	}
	for _, b := range list {
		if b.Steps != nil {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%-*s  %-*s  %9s  %6.1f GFLOP/s, %.0f allocations, arena %s\n", titles, b.title(), places, b.Place, timeText(b.Nanoseconds), b.GFLOPs, b.Allocations, sizeText(b.Arena))
		if b.Steps != nil {
			b.steps(&out)
		}
	}
	return out.String()
}

// steps prints the table of the steps in the order in which they run, the sum of each kind, and the sum of all beside the time of a run.
func (b *benchmark) steps(out *strings.Builder) {
	names := 0
	for _, s := range b.Steps {
		names = max(names, len(s.label()))
	}
	fmt.Fprintf(out, "  %9s  %7s  %8s  %7s  %7s  %-*s  %s\n", "time", "share", "GFLOP/s", "GB/s", "of peak", names, "step", "recorded at")
	kinds := map[string]float64{}
	for _, s := range b.Steps {
		kinds[s.Kind] += s.Nanoseconds
		line := fmt.Sprintf("  %9s  %5.1f %%  %8s  %7s  %7s  %-*s  %s", timeText(s.Nanoseconds), 100*s.Share, rateText(s.GFLOPs), rateText(s.GBs), shareText(s.Peak), names, s.label(), s.From)
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	var parts []string
	for _, kind := range []string{"product", "loop", "row kernel", "movement", "pattern"} {
		if time, any := kinds[kind]; any {
			parts = append(parts, fmt.Sprintf("%ss %.1f %%", kind, 100*time/max(b.Sum, 1)))
		}
	}
	fmt.Fprintf(out, "  %s\n", strings.Join(parts, ", "))
	fmt.Fprintf(out, "  sum %s of a run's %s: %+.1f %%\n", timeText(b.Sum), timeText(b.Nanoseconds), 100*(b.Sum/max(b.Nanoseconds, 1)-1))
}

// label is the name of a step, and how often it runs.
func (s *benchStep) label() string {
	if s.Times > 1 {
		return fmt.Sprintf("%s, %d times", s.Name, s.Times)
	}
	return s.Name
}

// timeText prints nanoseconds with three digits or four.
func timeText(ns float64) string {
	switch {
	case ns >= 1e9:
		return fmt.Sprintf("%.3f s", ns/1e9)
	case ns >= 1e6:
		return fmt.Sprintf("%.3f ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.2f us", ns/1e3)
	}
	return fmt.Sprintf("%.0f ns", ns)
}

// sizeText prints bytes in the largest binary unit that gives at least one.
func sizeText(bytes int) string {
	switch {
	case bytes >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%d B", bytes)
}

func rateText(rate float64) string {
	if rate == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", rate)
}

func shareText(share float64) string {
	if share == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
