package dsl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// Network is a sealed tape: an immutable spec that every reading starts from. It holds no weights.
type Network struct {
	tape    *Tape // whose values name nodes here; its own lists may have grown since
	content tape.Content
}

// Node is one line of the tape.
type Node = tape.Node

// Len is the number of nodes.
func (n *Network) Len() int { return len(n.content.Nodes) }

// Node is the node with this number; the zero Node where there is none. Its slices must not be changed.
func (n *Network) Node(i int) Node {
	if i < 0 || i >= n.Len() {
		return Node{}
	}
	return n.content.Nodes[i]
}

// Value names the node with this number; it is invalid where there is none.
func (n *Network) Value(i int) Value {
	if i < 0 || i >= n.Len() {
		return Value{tape: n.tape, index: -1}
	}
	return Value{tape: n.tape, index: i}
}

// Owns reports whether the value names a node of this network.
func (n *Network) Owns(v Value) bool {
	return n.tape != nil && v.tape == n.tape && v.index >= 0 && v.index < n.Len()
}

// Label is how listings name a node: by its name, or as "node 7".
func (n *Network) Label(i int) string { return n.content.Label(i) }

// Ancestors marks the nodes that the given ones are computed from, themselves included. Numbers of no node mark nothing.
func (n *Network) Ancestors(of ...int) []bool { return n.content.Ancestors(of...) }

// Derived marks the nodes that Differentiate and Vjp appended.
func (n *Network) Derived() []bool { return n.content.Derived() }

// Describe prints the tape: one line per node, a divider before what each Differentiate appended, and a summary.
func (n *Network) Describe() string { return n.content.Describe() }

// Text is the canonical .tape text. Equal texts mean equal specs; positions are not part of it.
func (n *Network) Text() string { return n.content.Text() }

// TextWithSource is Text followed by a part that says where each node and entry was recorded, with files relative to root.
func (n *Network) TextWithSource(root string) string { return n.content.TextWithSource(root) }

// Digest identifies the spec: the first 128 bits of SHA-256 over Text, in hexadecimal.
func (n *Network) Digest() string {
	sum := sha256.Sum256([]byte(n.Text()))
	return hex.EncodeToString(sum[:16])
}

// Entries lists copies of the exported entries in the order of their export.
func (n *Network) Entries() []*Entry {
	list := make([]*Entry, len(n.content.Entries))
	for i, d := range n.content.Entries {
		list[i] = n.tape.entry(d)
		list[i].exported = true
	}
	return list
}

// Graph is the network as the reverse scan reads it.
func (n *Network) Graph() op.Graph { return graph{n.content.Nodes} }

// Slots lists the parameters and states in the order of their recording.
func (n *Network) Slots() []int {
	var list []int
	for i, node := range n.content.Nodes {
		if tape.IsSlot(node.Op) {
			list = append(list, i)
		}
	}
	return list
}

// Named finds the node of a name among the marked ones.
func (n *Network) Named(name string, among []bool) (int, error) {
	for i, node := range n.content.Nodes[:min(n.Len(), len(among))] {
		if among[i] && node.Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no node named %q is read by this entry", name)
}
