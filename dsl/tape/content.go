// Package tape holds what a recording is made of, as plain data, and its two printed forms: the listing of Describe and the .tape text, which
// reads back. Package dsl records it and checks it.
package tape

import (
	"slices"
	"strconv"

	"github.com/topos-go/topos/dsl/op"
)

// Content is what a tape holds. Nodes are known by their numbers.
type Content struct {
	Nodes       []Node
	Entries     []Entry
	Derivatives []Derivative
}

// Node is one line of the tape.
type Node struct {
	Op     op.Op
	In     []int
	Type   op.Type
	Name   string   // of a source or by Named; empty otherwise
	Axes   []string // names of the axes; nil where none were given
	Source Source
}

// Entry declares what a reading computes.
type Entry struct {
	Name            string
	Source          Source // of the export
	Roots, Observes []int
	Assigns         []Assign
	Bucket          int // the extent of axis 0 of every input and root, or 0
	Posture
}

// Assign gives the slot a value at the end of a run.
type Assign struct{ Slot, Value int }

// Posture says how an entry wants to be run. It never changes which values it has, but for Fast within the rules of docs/numerics.md.
type Posture struct {
	Element    string // "" is the package's
	Fast       bool
	Backward   bool
	Recompute  bool
	Boundaries []int // what Recompute keeps
}

// Derivative notes what a call of Differentiate or Vjp appended.
type Derivative struct {
	Target, Seed   int // Seed is -1 for a leaf of one
	First, Count   int // the nodes that were appended
	Wrt, Gradients []int
}

// Label is how listings name a node: by its name, or as "node 7".
func (c Content) Label(i int) string {
	if i >= 0 && i < len(c.Nodes) && c.Nodes[i].Name != "" {
		return c.Nodes[i].Name
	}
	return "node " + strconv.Itoa(i)
}

// Holds reports whether an entry speaks of nodes of this content alone.
func (c Content) Holds(e Entry) bool {
	list := append(e.Wanted(), e.Boundaries...)
	for _, a := range e.Assigns {
		list = append(list, a.Slot)
	}
	return !slices.ContainsFunc(list, func(i int) bool { return i < 0 || i >= len(c.Nodes) || c.Nodes[i].Op == nil })
}

// Ancestors marks the nodes that the given ones are computed from, themselves included.
func (c Content) Ancestors(of ...int) []bool {
	marked := make([]bool, len(c.Nodes))
	last := -1
	for _, i := range of {
		if i >= 0 && i < len(marked) {
			marked[i] = true
			last = max(last, i)
		}
	}
	for i := last; i >= 0; i-- {
		if marked[i] {
			for _, in := range c.Nodes[i].In {
				if in >= 0 && in < i {
					marked[in] = true
				}
			}
		}
	}
	return marked
}

// Derived marks the nodes that Differentiate and Vjp appended.
func (c Content) Derived() []bool {
	marked := make([]bool, len(c.Nodes))
	for _, d := range c.Derivatives {
		for i := max(d.First, 0); i < len(marked) && i-d.First < d.Count; i++ {
			marked[i] = true
		}
	}
	return marked
}

// Wanted lists the nodes that a run of the entry must compute: roots, observed and assigned values.
func (e Entry) Wanted() []int {
	list := append(append([]int{}, e.Roots...), e.Observes...)
	for _, a := range e.Assigns {
		list = append(list, a.Value)
	}
	return list
}
