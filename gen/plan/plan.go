// Package plan schedules one entry of a network: which nodes run, when each value dies, what must be kept. Lower turns a plan into the
// steps that a compiler emits.
package plan

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
)

// Plan is the frozen schedule of one entry. It holds no values.
type Plan struct {
	Net      *dsl.Network
	Entry    *dsl.Entry
	Nodes    []int // the recorded nodes that run, ascending
	schedule *schedule

	// What follows speaks of the schedule's numbers.
	calls    []int // what runs, ascending
	lastUse  []int // by call: the last consumer that runs, or -1
	readable []int
	wanted   []int // readable or assigned
	assigns  []assign
	kept     []bool // whether it is wanted
	retained []bool // whether a derivative rule reads it after the run, where the entry is declared Backward
}

// assign gives a slot the value of a call.
type assign struct{ slot, value int }

// New schedules the entry: the ancestors of what it reads and assigns, in recording order, and what it recomputes before its readers.
// An entry that names values of another network schedules nothing.
func New(net *dsl.Network, e *dsl.Entry) *Plan {
	if net == nil {
		net = &dsl.Network{}
	}
	if e == nil || !owns(net, e) {
		e = dsl.Roots()
	}
	if boundaries, yes := e.Recomputes(); yes {
		return scheduled(e, recomputing(net, e.Wanted(), boundaries))
	}
	return scheduled(e, recorded(net))
}

// owns reports whether all values of the entry are the network's.
func owns(net *dsl.Network, e *dsl.Entry) bool {
	values, _ := e.Recomputes()
	values = slices.Concat(values, e.Roots(), e.Observes())
	for _, a := range e.Assigns() {
		values = append(values, a.Slot, a.Value)
	}
	return !slices.ContainsFunc(values, func(v dsl.Value) bool { return !net.Owns(v) })
}

// scheduled takes what the entry wants from a schedule.
func scheduled(e *dsl.Entry, s *schedule) *Plan {
	p := &Plan{
		Net: s.net, Entry: e, schedule: s, readable: s.at(e.Readable()), wanted: s.at(e.Wanted()),
		lastUse: make([]int, len(s.calls)), kept: make([]bool, len(s.calls)),
	}
	for _, a := range e.Assigns() {
		p.assigns = append(p.assigns, assign{s.first[a.Slot.Index()], s.first[a.Value.Index()]})
	}
	for i := range p.lastUse {
		p.lastUse[i] = -1
	}
	p.calls = s.ancestors(p.wanted)
	for _, i := range p.calls {
		if !s.calls[i].again {
			p.Nodes = append(p.Nodes, s.calls[i].node)
		}
		for _, in := range s.calls[i].in {
			p.lastUse[in] = i
		}
	}
	slices.Sort(p.Nodes)
	for _, i := range p.wanted {
		p.kept[i] = true
	}
	p.retained = p.contract()
	return p
}

// Recomputed is the number of nodes that are computed a second time.
func (p *Plan) Recomputed() int { return len(p.calls) - len(p.Nodes) }

// Live is the number of elements alive at each computation, before what it consumed last is freed. What a later Backward reads is never freed.
func (p *Plan) Live() []int {
	series := make([]int, len(p.calls))
	live := 0
	dying := map[int]int{}
	for _, i := range p.calls {
		if !p.kept[i] && !p.retained[i] && p.lastUse[i] >= 0 {
			dying[p.lastUse[i]] += p.volume(i)
		}
	}
	for k, i := range p.calls {
		live += p.volume(i)
		series[k] = live
		live -= dying[i]
	}
	return series
}

// Peak is the largest live volume and the first node at which it is reached.
func (p *Plan) Peak() (elements, node int) {
	elements, at := p.peak()
	return elements, p.schedule.calls[at].node
}

// peak is the largest live volume and the first call at which it is reached.
func (p *Plan) peak() (elements, at int) {
	for k, live := range p.Live() {
		if live > elements {
			elements, at = live, p.calls[k]
		}
	}
	return elements, at
}

// numbered names a call by the number of its node.
func (p *Plan) numbered(i int) string {
	c := p.schedule.calls[i]
	if c.again {
		return fmt.Sprintf("node %d again", c.node)
	}
	return fmt.Sprintf("node %d", c.node)
}

func (p *Plan) volume(i int) int { return p.schedule.Node(i).Type.Shape.Volume() }
