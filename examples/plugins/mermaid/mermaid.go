// Package mermaid is an emitter of another module: it draws the graph in the notation that Markdown pages show as a picture.
package mermaid

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/gen/emit"
)

// Emitter writes a flowchart: sources as boxes, ops as rounded boxes, what an entry keeps with a thick border.
type Emitter struct{}

var _ emit.Emitter = Emitter{}

// Name is mermaid.
func (Emitter) Name() string { return "mermaid" }

// Help is its line.
func (Emitter) Help() string { return "the graph for Markdown pages" }

// Emit writes a line per node and per operand.
func (Emitter) Emit(w io.Writer, r emit.Reading) error {
	var b bytes.Buffer
	b.WriteString("flowchart TD\n")
	var nodes []int
	kept := map[int]bool{}
	if r.Plan != nil {
		nodes = r.Plan.Nodes
		for _, i := range r.Plan.Entry.Wanted() {
			kept[i] = true
		}
	} else {
		for i := range r.Net.Len() {
			nodes = append(nodes, i)
		}
	}
	for _, i := range nodes {
		n := r.Net.Node(i)
		words := []string{n.Op.Name()}
		for _, a := range tape.Attributes(n.Op) {
			words = append(words, a.Name+"="+a.Value)
		}
		if n.Name != "" {
			words = append(words, n.Name)
		}
		words = append(words, n.Type.Shape.String())
		left, right := "(", ")"
		if op.IsSource(n.Op) {
			left, right = "[", "]"
		}
		fmt.Fprintf(&b, "\tn%d%s\"%s\"%s\n", i, left, escape.Replace(strings.Join(words, " ")), right)
		for _, in := range n.In {
			fmt.Fprintf(&b, "\tn%d --> n%d\n", in, i)
		}
		if kept[i] {
			fmt.Fprintf(&b, "\tstyle n%d stroke-width:4px\n", i)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// escape spells what would end a label.
var escape = strings.NewReplacer(`"`, "#quot;", "\n", " ")
