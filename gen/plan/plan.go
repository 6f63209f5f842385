// Package plan schedules one entry of a network: which nodes run, when each value dies, what must be kept. Lower turns a plan into the
// steps that a compiler emits.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// Plan is the frozen schedule of one entry. It holds no values.
type Plan struct {
	Net      *dsl.Network
	Entry    *dsl.Entry
	Nodes    []int // the nodes that run, ascending
	lastUse  []int // by node: the last scheduled consumer, or -1
	readable []int
	kept     []bool // readable or assigned
}

// New schedules the entry: the ancestors of what it reads and assigns, in recording order.
func New(net *dsl.Network, e *dsl.Entry) *Plan {
	p := &Plan{Net: net, Entry: e, readable: e.Readable(), lastUse: make([]int, net.Len()), kept: make([]bool, net.Len())}
	for i, wanted := range net.Ancestors(e.Wanted()...) {
		p.lastUse[i] = -1
		if !wanted {
			continue
		}
		p.Nodes = append(p.Nodes, i)
		for _, in := range net.Node(i).In {
			p.lastUse[in] = i
		}
	}
	for _, i := range e.Wanted() {
		p.kept[i] = true
	}
	return p
}

// Live is the number of elements alive at each scheduled node, before what it consumed last is freed.
func (p *Plan) Live() []int {
	series := make([]int, len(p.Nodes))
	live := 0
	dying := map[int]int{}
	for _, i := range p.Nodes {
		if !p.kept[i] && p.lastUse[i] >= 0 {
			dying[p.lastUse[i]] += p.volume(i)
		}
	}
	for k, i := range p.Nodes {
		live += p.volume(i)
		series[k] = live
		live -= dying[i]
	}
	return series
}

// Peak is the largest live volume and the first node at which it is reached.
func (p *Plan) Peak() (elements, node int) {
	for k, live := range p.Live() {
		if live > elements {
			elements, node = live, p.Nodes[k]
		}
	}
	return elements, node
}

// Describe prints a line per scheduled node with what becomes of its value, and a summary.
func (p *Plan) Describe() string {
	var b strings.Builder
	retain := 0
	for _, i := range p.Nodes {
		retain += p.volume(i)
		fmt.Fprintf(&b, "%-52s %s\n", p.Net.Node(i).Line(i), p.fate(i))
	}
	fmt.Fprintf(&b, "plan: forward; %d of %d nodes evaluated, %d readable", len(p.Nodes), p.Net.Len(), len(p.readable))
	if n := len(p.Entry.Assigns()); n > 0 {
		fmt.Fprintf(&b, ", %d assigned", n)
	}
	peak, at := p.Peak()
	fmt.Fprintf(&b, "\nlive volume: peak %d elements at node %d, retain-all %d\n", peak, at, retain)
	return b.String()
}

// fate says what becomes of a node's value.
func (p *Plan) fate(i int) string {
	switch {
	case slices.Contains(p.readable, i):
		return "kept"
	case p.kept[i]:
		return "assigned"
	}
	return fmt.Sprintf("freed after %d", p.lastUse[i])
}

func (p *Plan) volume(i int) int { return p.Net.Node(i).Type.Shape.Volume() }
