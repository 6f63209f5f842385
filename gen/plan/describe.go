package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl/op"
)

// Line is one computation of a plan.
type Line struct {
	Node  int    // as recorded
	Again bool   // it is computed a second time
	Fate  string // what becomes of its value: "kept", "freed after 12"
	Live  int    // elements alive when it has been computed
	Last  int    // the index of the line that reads it last, where it is not kept; else -1
}

// Lines lists what runs, in order.
func (p *Plan) Lines() []Line {
	live := p.Live()
	lines := make([]Line, len(p.calls))
	at := map[int]int{}
	for k, i := range p.calls {
		at[i] = k
	}
	for k, i := range p.calls {
		c := p.schedule.calls[i]
		lines[k] = Line{Node: c.node, Again: c.again, Fate: p.fate(i), Live: live[k], Last: -1}
		if !p.kept[i] && !p.retained[i] {
			lines[k].Last = at[p.lastUse[i]]
		}
		if c.again {
			lines[k].Fate = "again, " + lines[k].Fate
		}
	}
	return lines
}

// Describe prints a line per computation with what becomes of its value, and a summary.
func (p *Plan) Describe() string {
	var b strings.Builder
	for _, l := range p.Lines() {
		b.WriteString(p.Text(l) + "\n")
	}
	return b.String() + p.Summary()
}

// Text prints a line.
func (p *Plan) Text(l Line) string {
	return fmt.Sprintf("%-52s %s", p.Net.Node(l.Node).Line(l.Node), l.Fate)
}

// RetainAll is the number of elements of all values together: what a run needs that frees nothing.
func (p *Plan) RetainAll() int {
	total := 0
	for _, i := range p.calls {
		if !p.schedule.calls[i].again {
			total += p.volume(i)
		}
	}
	return total
}

// Posture is how the entry is run: forward, or retain where the run is differentiated afterwards.
func (p *Plan) Posture() string {
	if p.Entry != nil && p.Entry.Retains() {
		return "retain"
	}
	return "forward"
}

// Summary prints counts and the volume alive.
func (p *Plan) Summary() string {
	if p == nil || p.Net == nil || p.Entry == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "plan: %s; %d of %d nodes evaluated, %d readable", p.Posture(), len(p.Nodes), p.Net.Len(), len(p.readable))
	if n := len(p.assigns); n > 0 {
		fmt.Fprintf(&b, ", %d assigned", n)
	}
	if p.Entry.IsFast() {
		b.WriteString("; fast")
	}
	peak, at := p.peak()
	if p.Entry.Retains() {
		fmt.Fprintf(&b, "\nlive volume: retain-all %d, release floor %d at %s\n", p.RetainAll(), peak, p.numbered(at))
	} else {
		fmt.Fprintf(&b, "\nlive volume: peak %d elements at %s, retain-all %d\n", peak, p.numbered(at), p.RetainAll())
	}
	if _, recomputes := p.Entry.Recomputes(); recomputes {
		without, node := scheduled(p.Entry, recorded(p.Net)).Peak()
		fmt.Fprintf(&b, "recompute: %d nodes evaluated again; without it the peak is %d elements at node %d\n", p.Recomputed(), without, node)
	}
	return b.String()
}

// fate says what becomes of a value.
func (p *Plan) fate(i int) string {
	after := func() string { return " after " + strings.TrimPrefix(p.numbered(p.lastUse[i]), "node ") }
	switch {
	case slices.Contains(p.readable, i):
		return "kept"
	case p.kept[i]:
		return "assigned"
	case p.retained[i]:
		return "retained"
	case p.Entry.Retains():
		return "releasable" + after()
	}
	return "freed" + after()
}

// contract marks what the derivative rules of the nodes that run read, where the run is to be differentiated afterwards.
func (p *Plan) contract() []bool {
	marked := make([]bool, len(p.schedule.calls))
	if !p.Entry.Retains() {
		return marked
	}
	for _, i := range p.calls {
		n := p.schedule.Node(i)
		reads := n.Op.Reads()
		for k, flag := range []op.Reads{op.ReadA, op.ReadB} {
			if reads&flag != 0 {
				marked[n.In[k]] = true
			}
		}
		if reads&op.ReadOut != 0 {
			marked[i] = true
		}
	}
	return marked
}
