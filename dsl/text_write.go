package dsl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// TextVersion is the version of the .tape text.
const TextVersion = 1

// Text is the canonical text of the tape: a line per node, derivative and entry. Equal texts mean equal specs; positions are not part of it.
func (n *Network) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tape %d\n", TextVersion)
	for i, node := range n.nodes {
		fmt.Fprintf(&b, "node %d %s", i, node.Op.Name())
		if len(node.In) > 0 {
			fmt.Fprintf(&b, " in=%s", joined(node.In))
		}
		for _, a := range op.Attributes(node.Op) {
			fmt.Fprintf(&b, " %s=%s", a.Name, strings.ReplaceAll(a.Value, " ", ""))
		}
		fmt.Fprintf(&b, " type=%s%s", typeWord(node.Type), strings.ReplaceAll(node.Type.Shape.String(), " ", ""))
		if fill := fillOf(node.Op); fill != nil {
			fmt.Fprintf(&b, " fill=%s", fillText(*fill))
		}
		if node.Name != "" {
			fmt.Fprintf(&b, " name=%s", node.Name)
		}
		if node.Axes != nil {
			fmt.Fprintf(&b, " axes=%s", strings.Join(node.Axes, ","))
		}
		b.WriteByte('\n')
	}
	for _, d := range n.derivatives {
		fmt.Fprintf(&b, "differentiate target=%d", d.target)
		if d.seed >= 0 {
			fmt.Fprintf(&b, " seed=%d", d.seed)
		}
		fmt.Fprintf(&b, " first=%d count=%d wrt=%s gradients=%s\n", d.first, d.count, joined(d.wrt), joined(d.gradients))
	}
	for _, e := range n.entries {
		fmt.Fprintf(&b, "entry %s", e.Name)
		if e.bucket != 0 {
			fmt.Fprintf(&b, " bucket=%d", e.bucket)
		}
		if e.element != "" {
			fmt.Fprintf(&b, " element=%s", e.element)
		}
		if e.fast {
			b.WriteString(" fast=true")
		}
		if e.backward {
			b.WriteString(" backward=true")
		}
		if e.recompute {
			fmt.Fprintf(&b, " recompute=%s", joined(indices(e.boundaries)))
		}
		if len(e.roots) > 0 {
			fmt.Fprintf(&b, " roots=%s", joined(indices(e.roots)))
		}
		if len(e.observes) > 0 {
			fmt.Fprintf(&b, " observes=%s", joined(indices(e.observes)))
		}
		if len(e.assigns) > 0 {
			pairs := make([]string, len(e.assigns))
			for i, a := range e.assigns {
				pairs[i] = fmt.Sprintf("%d:%d", a.Slot.index, a.Value.index)
			}
			fmt.Fprintf(&b, " assigns=%s", strings.Join(pairs, ","))
		}
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.String()
}

// Digest identifies the spec: the first 128 bits of SHA-256 over Text, in hexadecimal.
func (n *Network) Digest() string {
	sum := sha256.Sum256([]byte(n.Text()))
	return hex.EncodeToString(sum[:16])
}

// TextWithSource is Text followed by a part that says where each node and entry was recorded, with files relative to root.
func (n *Network) TextWithSource(root string) string {
	var b strings.Builder
	b.WriteString(n.Text())
	b.WriteString("source\n")
	place := func(p Position) string {
		file := p.File
		if rel, err := filepath.Rel(root, file); err == nil {
			file = rel
		}
		return filepath.ToSlash(file) + ":" + strconv.Itoa(p.Line)
	}
	line := func(head string, s Source) {
		fmt.Fprintf(&b, "%s at=%s", head, strconv.Quote(place(s.At)))
		for _, p := range s.Chain {
			fmt.Fprintf(&b, " from=%s", strconv.Quote(place(p)))
		}
		if s.Scope != "" {
			fmt.Fprintf(&b, " scope=%s", strconv.Quote(s.Scope))
		}
		if s.Origin >= 0 {
			fmt.Fprintf(&b, " origin=%d", s.Origin)
		}
		b.WriteByte('\n')
	}
	for i, node := range n.nodes {
		line(fmt.Sprintf("at %d", i), node.Source)
	}
	for i, e := range n.entries {
		line(fmt.Sprintf("export %d", i), e.Source)
	}
	return b.String()
}

func joined(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

func indices(values []Value) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = v.index
	}
	return list
}

// typeWord is kind and precision in one word.
func typeWord(t op.Type) string {
	if t.Kind == op.Number && t.Precision == op.Wide {
		return "wide"
	}
	return t.Kind.String()
}

// fillOf is the payload of a source, or nil.
func fillOf(o op.Op) *initial.Fill {
	switch o := o.(type) {
	case op.Leaf:
		return &o.Fill
	case op.Parameter:
		return &o.Fill
	case op.State:
		return &o.Fill
	case op.Input:
		return o.Default
	}
	return nil
}

// fillNames are the words of the kinds of fill.
var fillNames = map[initial.Kind]string{
	initial.Const: "const", initial.Values: "values", initial.Uniform: "uniform", initial.Normal: "normal", initial.Dropout: "dropout",
}

// fillText prints a fill so that reading it back gives the same bits.
func fillText(f initial.Fill) string {
	word := fillNames[f.Kind]
	switch f.Kind {
	case initial.Const:
		return word + "(" + floatText(f.Value) + ")"
	case initial.Values:
		words := make([]string, len(f.List))
		for i, v := range f.List {
			words[i] = floatText(v)
		}
		return word + "(" + strings.Join(words, ",") + ")"
	}
	return fmt.Sprintf("%s(%#x,%s)", word, f.State, floatText(f.Scale))
}

// floatText is the shortest decimal that reads back exactly; all NaNs are one.
func floatText(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
