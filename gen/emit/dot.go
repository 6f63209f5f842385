package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// Dot writes the graph for Graphviz. What an entry reads is drawn bold, sources as boxes, and what Differentiate appended in grey.
type Dot struct{}

// Name is dot.
func (Dot) Name() string { return "dot" }

// Help is its line.
func (Dot) Help() string { return "the graph of the tape, or of an entry's schedule, for Graphviz" }

// Emit writes a digraph with a node per line of the tape.
func (Dot) Emit(w io.Writer, r Reading) error {
	if w == nil {
		return errors.New("there is no writer")
	}
	if r.Net == nil {
		r = Reading{Net: &dsl.Network{}}
	}
	var b bytes.Buffer
	b.WriteString("digraph topos {\n\tnode [fontname=\"monospace\", shape=ellipse];\n")
	var nodes []int
	kept := map[int]bool{}
	if r.Plan == nil || r.Plan.Entry == nil {
		for i := range r.Net.Len() {
			nodes = append(nodes, i)
		}
	} else {
		nodes = r.Plan.Nodes
		for _, i := range r.Plan.Entry.Wanted() {
			kept[i] = true
		}
	}
	derived := r.Net.Derived()
	for _, i := range nodes {
		n := r.Net.Node(i)
		lines := []string{fmt.Sprintf("%d %s", i, n.Op.Name())}
		for _, a := range tape.Attributes(n.Op) {
			lines[0] += " " + a.Name + "=" + a.Value
		}
		lines = append(lines, n.Type.Shape.String())
		if n.Name != "" {
			lines = append(lines, n.Name)
		}
		fmt.Fprintf(&b, "\tn%d [label=\"%s\"", i, quoted(lines))
		if op.IsSource(n.Op) {
			b.WriteString(", shape=box")
		}
		if kept[i] {
			b.WriteString(", style=bold")
		}
		if derived[i] {
			b.WriteString(", color=grey, fontcolor=grey40")
		}
		b.WriteString("];\n")
		for _, in := range n.In {
			fmt.Fprintf(&b, "\tn%d -> n%d;\n", in, i)
		}
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// quoted joins the lines of a label.
func quoted(lines []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	for i, line := range lines {
		lines[i] = escape.Replace(line)
	}
	return strings.Join(lines, `\n`)
}
