package pattern

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/runtime/tensor"
)

// Graph is what patterns see of a schedule: the nodes that run, each with its operands and its consumers. It cannot be changed. Its numbers are
// those of the tape, but for entries that recompute: there a node that is computed twice has two.
type Graph struct {
	s         Schedule
	scheduled map[int]bool
	consumers map[int][]int
}

// Schedule is what a graph is made of.
type Schedule struct {
	Elem        string               // the element that is computed in: "f32", "f64"
	Nodes       []int                // what runs, ascending
	Node        func(i int) dsl.Node // a node, with its operands as numbers of the schedule
	Number      func(i int) int      // its number on the tape
	Readable    func(i int) bool     // whether its value must exist after the run
	Elementwise func(i int) bool     // whether a loop can compute it lane by lane
}

// NewGraph is for readers that keep schedules of their own.
func NewGraph(s Schedule) *Graph {
	g := &Graph{s: s, scheduled: map[int]bool{}, consumers: map[int][]int{}}
	for _, i := range s.Nodes {
		g.scheduled[i] = true
		for _, in := range s.Node(i).In {
			g.consumers[in] = append(g.consumers[in], i)
		}
	}
	return g
}

// Nodes lists the scheduled nodes, ascending.
func (g *Graph) Nodes() []int { return slices.Clone(g.s.Nodes) }

// Node is a node as it was recorded: its op with attributes, its operands, its type; the zero Node where it is not scheduled. Its slices must not be
// changed.
func (g *Graph) Node(i int) dsl.Node {
	if g == nil || !g.scheduled[i] {
		return dsl.Node{}
	}
	return g.s.Node(i)
}

// Shape is the shape of a node's value.
func (g *Graph) Shape(i int) tensor.Shape { return g.Node(i).Type.Shape }

// Title names a node for a Miss: "node 7 Tanh", by its number on the tape.
func (g *Graph) Title(i int) string {
	if !g.scheduled[i] {
		return fmt.Sprintf("node %d", i)
	}
	return fmt.Sprintf("node %d %s", g.s.Number(i), g.Node(i).Op.Name())
}

// Scheduled reports whether the node runs.
func (g *Graph) Scheduled(i int) bool { return g.scheduled[i] }

// Consumers lists the scheduled nodes that read a node, ascending, once for each operand that it is.
func (g *Graph) Consumers(i int) []int { return slices.Clone(g.consumers[i]) }

// Readable reports whether the value can be read after the run: it is a root, observed or assigned.
func (g *Graph) Readable(i int) bool { return g.scheduled[i] && g.s.Readable(i) }

// Elementwise reports whether a loop can compute the node lane by lane from operands of its shape.
func (g *Graph) Elementwise(i int) bool { return g.scheduled[i] && g.s.Elementwise(i) }

// Elem is the element of the compiled entry: "f32", "f64".
func (g *Graph) Elem() string { return g.s.Elem }
