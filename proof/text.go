package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/tensor"
)

// text is a .tape text as it can be edited: nodes with their words, and entries. It knows no op. Reading it back as a network checks it.
// Derivatives are left out, so that what an edit leaves of a gradient is nodes like others, and nothing is recomputed for it: but see whole.
type text struct {
	nodes       []nodeLine
	derivatives []string // lines as they are printed; of a text that is not edited any more
	entries     []entryLine
}

// nodeLine is a line of a node. Words other than operands, such as axis=1, stay as they are.
type nodeLine struct {
	op     string
	in     []int
	words  []string
	pinned bool // stays, though nothing reads it
}

// entryLine is a line of an entry.
type entryLine struct {
	name                   string
	bucket                 int
	element                string // that it chooses, or nothing
	roots, observes        []int
	assignSlots, assignVal []int
	fast, recomputes       bool
	boundaries             []int
}

// parse splits what Network.Text prints.
func parse(source string) (*text, error) {
	x := &text{}
	for number, line := range strings.Split(strings.TrimSpace(source), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) >= 3 && words[0] == "node":
			n := nodeLine{op: words[2]}
			for _, w := range words[3:] {
				if list, ok := strings.CutPrefix(w, "in="); ok {
					n.in = numbers(list)
				} else {
					n.words = append(n.words, w)
				}
			}
			x.nodes = append(x.nodes, n)
		case len(words) >= 2 && words[0] == "entry":
			e := entryLine{name: words[1]}
			for _, w := range words[2:] {
				key, value, _ := strings.Cut(w, "=")
				switch key {
				case "bucket":
					e.bucket, _ = strconv.Atoi(value)
				case "roots":
					e.roots = numbers(value)
				case "observes":
					e.observes = numbers(value)
				case "assigns":
					for _, pair := range strings.Split(value, ",") {
						slot, v, _ := strings.Cut(pair, ":")
						e.assignSlots = append(e.assignSlots, numbers(slot)...)
						e.assignVal = append(e.assignVal, numbers(v)...)
					}
				case "element":
					e.element = value
				case "fast":
					e.fast = true
				case "recompute":
				default:
					return nil, fmt.Errorf("line %d: an entry with the unknown word %s", number+1, w)
				}
			}
			x.entries = append(x.entries, e)
		case number == 0 || words[0] == "differentiate" || words[0] == "end":
		default:
			return nil, fmt.Errorf("line %d: %.40q is not known here", number+1, line)
		}
	}
	return x, nil
}

func numbers(list string) []int {
	var out []int
	for _, w := range strings.Split(list, ",") {
		n, _ := strconv.Atoi(w)
		out = append(out, n)
	}
	return out
}

// String prints the text as a network would.
func (x *text) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tape %d\n", tape.Version)
	for i, n := range x.nodes {
		fmt.Fprintf(&b, "node %d %s", i, n.op)
		if len(n.in) > 0 {
			fmt.Fprintf(&b, " in=%s", joined(n.in))
		}
		for _, w := range n.words {
			b.WriteString(" " + w)
		}
		b.WriteByte('\n')
	}
	for _, line := range x.derivatives {
		b.WriteString(line)
	}
	for _, e := range x.entries {
		fmt.Fprintf(&b, "entry %s", e.name)
		if e.bucket > 0 {
			fmt.Fprintf(&b, " bucket=%d", e.bucket)
		}
		if e.element != "" {
			fmt.Fprintf(&b, " element=%s", e.element)
		}
		if e.fast {
			b.WriteString(" fast=true")
		}
		if e.recomputes {
			fmt.Fprintf(&b, " recompute=%s", joined(e.boundaries))
		}
		if len(e.roots) > 0 {
			fmt.Fprintf(&b, " roots=%s", joined(e.roots))
		}
		if len(e.observes) > 0 {
			fmt.Fprintf(&b, " observes=%s", joined(e.observes))
		}
		for i, slot := range e.assignSlots {
			b.WriteString(map[bool]string{true: " assigns=", false: ","}[i == 0])
			fmt.Fprintf(&b, "%d:%d", slot, e.assignVal[i])
		}
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.String()
}

func joined(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// network reads the text, which infers every shape again.
func (x *text) network() (*dsl.Network, error) {
	if x.keeps() {
		made, err := x.recorded()
		if err != nil {
			return nil, err
		}
		x = made
	}
	return dsl.ReadText("edited.tape", strings.NewReader(x.String()))
}

func (x *text) clone() *text {
	c := &text{}
	for _, n := range x.nodes {
		n.in, n.words = slices.Clone(n.in), slices.Clone(n.words)
		c.nodes = append(c.nodes, n)
	}
	for _, e := range x.entries {
		e.roots, e.observes = slices.Clone(e.roots), slices.Clone(e.observes)
		e.assignSlots, e.assignVal, e.boundaries = slices.Clone(e.assignSlots), slices.Clone(e.assignVal), slices.Clone(e.boundaries)
		c.entries = append(c.entries, e)
	}
	return c
}

// word is the value of key=value, or nothing.
func (n nodeLine) word(key string) string {
	for _, w := range n.words {
		if value, ok := strings.CutPrefix(w, key+"="); ok {
			return value
		}
	}
	return ""
}

// set replaces key=value, or adds it.
func (n *nodeLine) set(key, value string) {
	for i, w := range n.words {
		if strings.HasPrefix(w, key+"=") {
			n.words[i] = key + "=" + value
			return
		}
	}
	n.words = append(n.words, key+"="+value)
}

func (n nodeLine) shape() tensor.Shape {
	typ := n.word("type")
	shape, _ := tape.ParseShape(typ[strings.IndexByte(typ, '['):])
	return shape
}

func (n nodeLine) slot() bool   { return n.op == "Parameter" || n.op == "State" }
func (n nodeLine) source() bool { return len(n.in) == 0 }

// extents replaces one extent by another wherever a node speaks of extents.
func (n *nodeLine) extents(from, to int) {
	for i, w := range n.words {
		key, value, _ := strings.Cut(w, "=")
		switch at := strings.IndexByte(value, '['); {
		case (key == "type" || key == "shape") && at >= 0:
			list := strings.Split(strings.Trim(value[at:], "[]"), ",")
			for k := range list {
				if list[k] == strconv.Itoa(from) {
					list[k] = strconv.Itoa(to)
				}
			}
			n.words[i] = key + "=" + value[:at] + "[" + strings.Join(list, ",") + "]"
		case key == "extent" && value == strconv.Itoa(from):
			n.words[i] = key + "=" + strconv.Itoa(to)
		}
	}
}

// instances makes an entry per bucket of what computes the roots; slots are shared. rows is the extent that stands for all.
func (x *text) instances(name string, roots []int, marked []bool, rows int, sizes []int) *text {
	made := &text{}
	slots := map[int]int{}
	for k, size := range sizes {
		at := map[int]int{}
		for i, n := range x.nodes {
			if known, ok := slots[i]; ok {
				at[i] = known
				continue
			}
			if k > 0 && !marked[i] {
				continue
			}
			n = nodeLine{op: n.op, in: slices.Clone(n.in), words: slices.Clone(n.words)}
			for j, operand := range n.in {
				n.in[j] = at[operand]
			}
			n.extents(rows, size)
			at[i] = len(made.nodes)
			if n.slot() {
				slots[i] = at[i]
			}
			made.nodes = append(made.nodes, n)
		}
		e := entryLine{name: name, bucket: size}
		for _, r := range roots {
			e.roots = append(e.roots, at[r])
		}
		made.entries = append(made.entries, e)
	}
	return made
}
