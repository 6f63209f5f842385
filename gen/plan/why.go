package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/gen/plan/pattern"
)

// Why is what was computed in one call though it was recorded as several nodes, and what almost was.
type Why struct {
	Matches []pattern.Match
	Misses  []pattern.Miss
}

// chainName is the form that fuse makes: a loop over several elementwise nodes.
const chainName = "chain"

// missed notes why two elementwise nodes are in different loops.
func (l *lowering) missed(root int, m *pattern.Miss) {
	miss := pattern.Miss{Pattern: chainName, Root: root, Node: m.Node, Reason: m.Reason}
	if !slices.Contains(l.why.Misses, miss) {
		l.why.Misses = append(l.why.Misses, miss)
	}
}

// chains notes the loops that hold several nodes.
func (l *lowering) chains() {
	seen := map[*group]bool{}
	for _, i := range l.plan.calls {
		g := l.group[i]
		if g == nil || seen[g] || len(g.nodes) < 2 {
			continue
		}
		seen[g] = true
		c := &pattern.Candidate{Root: slices.Max(g.nodes), Flops: len(g.nodes) * l.net.Node(i).Type.Shape.Volume()}
		for _, m := range g.nodes {
			switch {
			case m == c.Root:
			case l.written(g, m):
				c.Results = append(c.Results, m)
			default:
				c.Interior = append(c.Interior, m)
			}
			for _, in := range l.net.Node(m).In {
				if v := l.view[in]; !v.splat && !slices.Contains(g.nodes, v.base) && !slices.Contains(c.Operands, in) {
					c.Operands = append(c.Operands, in)
				}
			}
		}
		l.why.Matches = append(l.why.Matches, pattern.Match{Pattern: chainName, Candidate: c})
	}
}

// title names a node by its number on the tape.
func (l *lowering) title(i int) string {
	return fmt.Sprintf("node %d %s", l.net.calls[i].node, l.net.Node(i).Op.Name())
}

// name turns the numbers of the schedule into those of recorded nodes.
func (w *Why) name(by *schedule) {
	named := func(calls []int) []int {
		nodes := make([]int, len(calls))
		for k, i := range calls {
			nodes[k] = by.calls[i].node
		}
		slices.Sort(nodes)
		return slices.Compact(nodes)
	}
	for k, m := range w.Matches {
		c := *m.Candidate
		c.Root, c.Interior, c.Results, c.Operands = by.calls[c.Root].node, named(c.Interior), named(c.Results), named(c.Operands)
		w.Matches[k].Candidate = &c
	}
	for k := range w.Misses {
		m := &w.Misses[k]
		m.Root, m.Node = by.calls[m.Root].node, by.calls[m.Node].node
	}
}

// DescribeWhy prints a line per match, then one per near miss with the node that blocked, and a summary.
func (c *Code) DescribeWhy() string {
	var b strings.Builder
	list := func(nodes []int) string {
		words := make([]string, len(nodes))
		for k, i := range nodes {
			words[k] = strconv.Itoa(i)
			if name := c.Plan.Net.Node(i).Name; name != "" {
				words[k] += " " + name
			}
		}
		return strings.Join(words, ", ")
	}
	node := func(i int) string {
		n := c.Plan.Net.Node(i)
		text := fmt.Sprintf("node %d %s", i, n.Op.Name())
		if n.Source.At.Line > 0 {
			text += ", " + n.Source.At.Base()
		}
		return text
	}
	width := 0
	for _, m := range c.Why.Matches {
		width = max(width, len(m.Pattern))
	}
	for _, m := range c.Why.Misses {
		width = max(width, len(m.Pattern))
	}
	for _, m := range c.Why.Matches {
		fmt.Fprintf(&b, "%-*s  at %s: computes %s", width, m.Pattern, node(m.Root), list(m.Nodes()))
		if len(m.Operands) > 0 {
			fmt.Fprintf(&b, "; reads %s", list(m.Operands))
		}
		if len(m.Results) > 0 {
			fmt.Fprintf(&b, "; also writes %s", list(m.Results))
		}
		b.WriteByte('\n')
	}
	for _, m := range c.Why.Misses {
		fmt.Fprintf(&b, "%-*s  not at %s: node %d %s %s\n", width, m.Pattern, node(m.Root), m.Node, c.Plan.Net.Node(m.Node).Op.Name(), m.Reason)
	}
	noun := "misses"
	if len(c.Why.Misses) == 1 {
		noun = "miss"
	}
	fmt.Fprintf(&b, "why: %d matched, %d near %s\n", len(c.Why.Matches), len(c.Why.Misses), noun)
	return b.String()
}
