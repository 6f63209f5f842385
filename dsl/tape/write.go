package tape

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Version is the version of the .tape text.
const Version = 1

// header is the first line of the text.
var header = fmt.Sprintf("tape %d", Version)

// Text is the canonical text: a line per node, then per derivative, then per entry. Equal texts mean equal specs; positions are not part of it.
func (c Content) Text() string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i, n := range c.Nodes {
		fmt.Fprintf(&b, "node %d %s", i, n.op())
		word(&b, "in", numbers(n.In))
		for _, a := range Attributes(n.Op) {
			word(&b, a.Name, strings.ReplaceAll(a.Value, " ", ""))
		}
		word(&b, "type", n.Type.Word()+strings.ReplaceAll(n.Type.Shape.String(), " ", ""))
		if fill := FillOf(n.Op); fill != nil {
			word(&b, "fill", fillText(*fill))
		}
		word(&b, "name", n.Name)
		word(&b, "axes", strings.Join(n.Axes, ","))
		b.WriteByte('\n')
	}
	for _, d := range c.Derivatives {
		fmt.Fprintf(&b, "differentiate target=%d", d.Target)
		if d.Seed >= 0 {
			fmt.Fprintf(&b, " seed=%d", d.Seed)
		}
		fmt.Fprintf(&b, " first=%d count=%d wrt=%s gradients=%s\n", d.First, d.Count, numbers(d.Wrt), numbers(d.Gradients))
	}
	for _, e := range c.Entries {
		b.WriteString("entry " + e.Name)
		if e.Bucket != 0 {
			word(&b, "bucket", strconv.Itoa(e.Bucket))
		}
		word(&b, "element", e.Element)
		if e.Fast {
			word(&b, "fast", "true")
		}
		if e.Backward {
			word(&b, "backward", "true")
		}
		if e.Recompute {
			b.WriteString(" recompute=" + numbers(e.Boundaries))
		}
		word(&b, "roots", numbers(e.Roots))
		word(&b, "observes", numbers(e.Observes))
		pairs := make([]string, len(e.Assigns))
		for i, a := range e.Assigns {
			pairs[i] = fmt.Sprintf("%d:%d", a.Slot, a.Value)
		}
		word(&b, "assigns", strings.Join(pairs, ","))
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.String()
}

// TextWithSource is Text followed by a part that says where each node and entry was recorded, with files relative to root.
func (c Content) TextWithSource(root string) string {
	var b strings.Builder
	b.WriteString(c.Text() + "source\n")
	place := func(p Position) string {
		file := p.File
		if rel, err := filepath.Rel(root, file); err == nil {
			file = rel
		}
		return strconv.Quote(filepath.ToSlash(file) + ":" + strconv.Itoa(p.Line))
	}
	line := func(head string, i int, s Source) {
		fmt.Fprintf(&b, "%s %d at=%s", head, i, place(s.At))
		for _, p := range s.Chain {
			word(&b, "from", place(p))
		}
		if s.Scope != "" {
			word(&b, "scope", strconv.Quote(s.Scope))
		}
		if s.Origin >= 0 {
			word(&b, "origin", strconv.Itoa(s.Origin))
		}
		b.WriteByte('\n')
	}
	for i, n := range c.Nodes {
		line("at", i, n.Source)
	}
	for i, e := range c.Entries {
		line("export", i, e.Source)
	}
	return b.String()
}

// word writes key=value where there is a value.
func word(b *strings.Builder, key, value string) {
	if value != "" {
		b.WriteString(" " + key + "=" + value)
	}
}

// numbers lists the numbers of nodes.
func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}
