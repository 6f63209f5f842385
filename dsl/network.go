package dsl

import (
	"fmt"
	"strconv"

	"github.com/topos-go/topos/dsl/op"
)

// Network is a sealed tape: an immutable spec that every reading starts from. It holds no weights.
type Network struct {
	tape *Tape // whose values name nodes here; its own lists may have grown since
	content
}

// content is what a tape records.
type content struct {
	nodes       []Node
	entries     []*Entry
	derivatives []derivative
}

// Len is the number of nodes.
func (n *Network) Len() int { return len(n.nodes) }

// Node is the node with this number. Its slices must not be changed.
func (n *Network) Node(i int) Node { return n.nodes[i] }

// Value names the node with this number.
func (n *Network) Value(i int) Value { return Value{tape: n.tape, index: i} }

// Label is how listings name a node: by its name, or as "node 7".
func (n *Network) Label(i int) string { return n.label(i) }

// Owns reports whether the value names a node of this network.
func (n *Network) Owns(v Value) bool {
	return v.tape == n.tape && v.index >= 0 && v.index < len(n.nodes)
}

// Entries lists copies of the exported entries in the order of their export.
func (n *Network) Entries() []*Entry {
	list := make([]*Entry, len(n.entries))
	for i, e := range n.entries {
		list[i] = e.clone()
	}
	return list
}

// Graph is the network as the reverse scan reads it.
func (n *Network) Graph() op.Graph { return graph{&n.content} }

// Slots lists the parameters and states in the order of their recording.
func (n *Network) Slots() []int {
	var list []int
	for i, node := range n.nodes {
		switch node.Op.(type) {
		case op.Parameter, op.State:
			list = append(list, i)
		}
	}
	return list
}

// Ancestors marks the nodes that the given ones are computed from, themselves included.
func (c *content) Ancestors(of ...int) []bool {
	marked := make([]bool, len(c.nodes))
	last := -1
	for _, i := range of {
		marked[i] = true
		last = max(last, i)
	}
	for i := last; i >= 0; i-- {
		if marked[i] {
			for _, in := range c.nodes[i].In {
				marked[in] = true
			}
		}
	}
	return marked
}

// Named finds the node of a name among the marked ones.
func (n *Network) Named(name string, among []bool) (int, error) {
	for i, node := range n.nodes {
		if among[i] && node.Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no node named %q is read by this entry", name)
}

// label names a node: by its name, or by its number.
func (c *content) label(i int) string {
	if name := c.nodes[i].Name; name != "" {
		return name
	}
	return "node " + strconv.Itoa(i)
}
