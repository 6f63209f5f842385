package pattern

import (
	"fmt"
	"math"
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// Discover lets each pattern look at each scheduled node, and sorts what they find: first by pattern, in the order given, then by root.
//
// A candidate is legal if nothing outside can tell that it was computed in one call: every interior is scheduled, is not read after the run, and
// all its consumers are inside; a result's consumers are inside or run after the root. What is not legal is a near miss by the node that blocked.
// A candidate that contradicts itself is an error: its pattern has a bug.
func (g *Graph) Discover(patterns []Pattern) (matches []Match, misses []Miss, err error) {
	for _, p := range patterns {
		if p == nil {
			return nil, nil, fmt.Errorf("a pattern is nil")
		}
		for _, root := range g.s.Nodes {
			c, miss := p.Match(g, root)
			if c != nil {
				if err := g.consistent(c, root); err != nil {
					at := g.Node(root)
					return nil, nil, fmt.Errorf("%s: pattern %s has a bug: at %s %w", at.Source.At, p.Name(), g.Title(root), err)
				}
				miss = g.illegal(c)
				if miss == nil {
					matches = append(matches, Match{p.Name(), c})
				}
			}
			if miss != nil {
				misses = append(misses, Miss{p.Name(), root, miss.Node, miss.Reason})
			}
		}
	}
	return matches, misses, nil
}

// Elect takes the matches that a reader supports, in order; it says why where it does not. Who comes first claims the nodes, and a match that
// has lost one of them is a near miss.
func (g *Graph) Elect(matches []Match, refuse func(Match) *Miss) (elected []Match, misses []Miss) {
	claimed := map[int]Match{}
next:
	for _, m := range matches {
		if m.Candidate == nil {
			continue
		}
		var miss *Miss
		if refuse != nil {
			miss = refuse(m)
		}
		if miss != nil {
			misses = append(misses, Miss{m.Pattern, m.Root, miss.Node, miss.Reason})
			continue
		}
		for _, i := range m.Nodes() {
			if by, taken := claimed[i]; taken {
				misses = append(misses, Miss{m.Pattern, m.Root, i, fmt.Sprintf("is part of the %s at %s", by.Pattern, g.Title(by.Root))})
				continue next
			}
		}
		for _, i := range m.Nodes() {
			claimed[i] = m
		}
		elected = append(elected, m)
	}
	return elected, misses
}

// Nodes lists what the call computes, ascending.
func (c *Candidate) Nodes() []int {
	if c == nil {
		return nil
	}
	nodes := slices.Concat(c.Interior, c.Results, []int{c.Root})
	slices.Sort(nodes)
	return nodes
}

// illegal finds the node because of which a candidate would be seen from outside.
func (g *Graph) illegal(c *Candidate) *Miss {
	inside := c.Nodes()
	for _, i := range c.Interior {
		if g.Readable(i) {
			return Blocked(i, "is read after the run")
		}
		for _, consumer := range g.consumers[i] {
			if !slices.Contains(inside, consumer) {
				return Blocked(i, "is also read by %s", g.Title(consumer))
			}
		}
	}
	for _, i := range c.Results {
		for _, consumer := range g.consumers[i] {
			if consumer < c.Root && !slices.Contains(inside, consumer) {
				return Blocked(i, "is read by %s, before the form is complete", g.Title(consumer))
			}
		}
	}
	return nil
}

// consistent checks what a pattern must keep to.
func (g *Graph) consistent(c *Candidate, root int) error {
	inside := c.Nodes()
	if c.Root != root {
		return fmt.Errorf("it returns a candidate of another root, %d", c.Root)
	}
	for k, i := range inside {
		if !g.scheduled[i] || i > root || k > 0 && inside[k-1] == i {
			return fmt.Errorf("it lists node %d, which is not scheduled, comes after the root or is listed twice", i)
		}
		for _, in := range g.Node(i).In {
			if _, leaf := g.Node(in).Op.(op.Leaf); !leaf && !slices.Contains(inside, in) && !slices.Contains(c.Operands, in) {
				return fmt.Errorf("it forgets node %d, an operand of node %d", in, i)
			}
		}
	}
	for _, i := range c.Operands {
		if !g.scheduled[i] || i >= root || slices.Contains(inside, i) {
			return fmt.Errorf("it reads node %d, which is not computed before the root, or is inside", i)
		}
	}
	if c.Call == nil {
		return g.consistentLoop(c)
	}
	return c.Call.consistent(c)
}

// consistentLoop checks a candidate that a loop is to compute.
func (g *Graph) consistentLoop(c *Candidate) error {
	n := g.Node(c.Root)
	along, last := n.Op.(op.SumAlong)
	if _, sum := n.Op.(op.Sum); !sum && (!last || along.Axis != g.Shape(n.In[0]).Rank()-1) {
		return fmt.Errorf("it gives no call, though %s is not a sum over the last axis", n.Op.Name())
	}
	if len(c.Results) > 0 || !slices.Contains(c.Interior, n.In[0]) {
		return fmt.Errorf("it gives no call, though what is summed is not an interior, or results are named")
	}
	for _, i := range c.Interior {
		if !g.Elementwise(i) || !g.Shape(i).Equal(g.Shape(n.In[0])) {
			return fmt.Errorf("it gives no call, though node %d is not elementwise in the shape that is summed", i)
		}
	}
	return nil
}

// consistent checks that a call's arguments are the candidate's.
func (call *Call) consistent(c *Candidate) error {
	passed := map[int]bool{}
	for _, a := range call.Args {
		if i, buffer := a.Node(); buffer {
			passed[i] = true
			if i != c.Root && !slices.Contains(c.Results, i) && !slices.Contains(c.Operands, i) {
				return fmt.Errorf("it passes node %d, which is neither root nor result nor operand", i)
			}
		}
		if x, literal := a.value.(float64); literal && (x-x != 0 || x == 0 && math.Signbit(x)) {
			return fmt.Errorf("it passes the literal %v, which Go cannot spell: pass the buffer of a leaf", x)
		}
		if a.IsWork() && call.Scratch == nil {
			return fmt.Errorf("it passes scratch that it does not ask for")
		}
	}
	for _, i := range slices.Concat([]int{c.Root}, c.Results) {
		if !passed[i] {
			return fmt.Errorf("it does not pass node %d, which the call must write", i)
		}
	}
	if call.Package == "" || call.Function == "" {
		return fmt.Errorf("it names no function to call")
	}
	return nil
}
