// Package diff compares two networks, or the plans of two entries, node by node. Nodes are paired by their structure, not by their numbers, which
// every insertion moves.
package diff

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/gen/plan"
)

// Side is one of the two that are compared.
type Side struct {
	Net  *dsl.Network
	Plan *plan.Plan // nil: the whole tape
}

// node is a line of a side.
type node struct {
	own  string // what it is, apart from its operands
	kind string // its op and its name
	deep string // a digest of own and of what its operands are, down to the sources
	line plan.Line
}

// line names a computation: an entry that recomputes has two of some nodes.
type line struct {
	node  int
	again bool
}

func (n node) id() line { return line{n.line.Node, n.line.Again} }

// comparison is two sides whose nodes are paired.
type comparison struct {
	sides [2]Side
	lists [2][]node
	to    map[line]line // of the first side -> of the second
	back  map[line]line
}

// Text prints what differs: "-" before a node that only the first side has, "+" before one of the second, "!" before both lines of a pair that
// differs; then a summary. A pair whose operands are paired and whose numbers alone differ is the same.
func Text(a, b Side) string {
	for _, s := range []*Side{&a, &b} {
		if s.Net == nil {
			s.Net = &dsl.Network{}
		}
		if s.Plan != nil && s.Plan.Net != s.Net {
			s.Plan = nil
		}
	}
	c := &comparison{sides: [2]Side{a, b}, to: map[line]line{}, back: map[line]line{}}
	for k, s := range c.sides {
		c.lists[k] = s.nodes()
	}
	c.pair()
	var out strings.Builder
	n := c.print(&out)
	text := out.String() + c.entries()
	if a.Plan != nil {
		text += differing(a.Plan.Summary(), b.Plan.Summary())
	}
	return text + fmt.Sprintf("diff: %d removed, %d added, %d changed, %d the same\n", n.removed, n.added, n.changed, n.same)
}

// nodes lists what a side computes.
func (s Side) nodes() []node {
	var list []node
	deep := map[int]string{}
	add := func(l plan.Line) {
		n := s.Net.Node(l.Node)
		own := fmt.Sprint(n.Op.Name(), tape.Attributes(n.Op), n.Type, n.Name, filling(n.Op), l.Again)
		key := own
		for _, in := range n.In {
			key += " " + deep[in]
		}
		sum := sha256.Sum256([]byte(key))
		deep[l.Node] = string(sum[:16])
		list = append(list, node{own, n.Op.Name() + " " + n.Name, deep[l.Node], l})
	}
	if s.Plan != nil {
		for _, l := range s.Plan.Lines() {
			add(l)
		}
		return list
	}
	for i := range s.Net.Len() {
		add(plan.Line{Node: i, Last: -1})
	}
	return list
}

// filling is what a source holds.
func filling(o op.Op) string {
	if f := tape.FillOf(o); f != nil {
		return fmt.Sprint(*f)
	}
	return ""
}

// pair aligns equal subgraphs first; between those what is the same but for its operands; then what has the same op and name.
func (c *comparison) pair() {
	a, b := c.lists[0], c.lists[1]
	doneA, doneB := 0, 0
	between := func(toA, toB int) {
		x, y := a[doneA:toA], b[doneB:toB]
		for _, key := range []func(n node) string{func(n node) string { return n.own }, func(n node) string { return n.kind }} {
			c.alignBy(key, x, y)
		}
	}
	align(keys(a, func(n node) string { return n.deep }), keys(b, func(n node) string { return n.deep }), func(i, j int) {
		between(i, j)
		c.join(a[i], b[j])
		doneA, doneB = i+1, j+1
	})
	between(len(a), len(b))
}

// alignBy pairs what has no partner yet, run by run: pairs that are known keep their order.
func (c *comparison) alignBy(key func(n node) string, x, y []node) {
	doneX, doneY := 0, 0
	run := func(toX, toY int) {
		p, q := x[doneX:toX], y[doneY:toY]
		align(keys(p, key), keys(q, key), func(i, j int) { c.join(p[i], q[j]) })
	}
	at := map[line]int{}
	for j, n := range y {
		at[n.id()] = j
	}
	for i, n := range x {
		if partner, ok := c.to[n.id()]; ok {
			run(i, at[partner])
			doneX, doneY = i+1, at[partner]+1
		}
	}
	run(len(x), len(y))
}

func keys(list []node, key func(n node) string) []string {
	texts := make([]string, len(list))
	for k, n := range list {
		texts[k] = key(n)
	}
	return texts
}

func (c *comparison) join(a, b node) { c.to[a.id()], c.back[b.id()] = b.id(), a.id() }

// print prints the nodes of both sides in their order, where they differ.
func (c *comparison) print(out *strings.Builder) (n counts) {
	a, b := c.lists[0], c.lists[1]
	j := 0
	added := func(until func(m node) bool) {
		for ; j < len(b) && !until(b[j]); j++ {
			if _, paired := c.back[b[j].id()]; !paired {
				n.added++
				fmt.Fprintf(out, "+ %s\n", c.sides[1].text(b[j]))
			}
		}
	}
	for _, m := range a {
		partner, paired := c.to[m.id()]
		if !paired {
			n.removed++
			fmt.Fprintf(out, "- %s\n", c.sides[0].text(m))
			continue
		}
		added(func(o node) bool { return o.id() == partner })
		if o := b[j]; c.same(m, o) {
			n.same++
		} else {
			n.changed++
			fmt.Fprintf(out, "! %s\n> %s\n", c.sides[0].text(m), c.sides[1].text(o))
		}
		j++
	}
	added(func(node) bool { return false })
	return n
}

// counts are what a summary says.
type counts struct{ removed, added, changed, same int }

// text is the line of a node.
func (s Side) text(n node) string {
	text := s.Net.Node(n.line.Node).Line(n.line.Node)
	if s.Plan != nil {
		text = s.Plan.Text(n.line)
	}
	if name := s.Net.Node(n.line.Node).Name; name != "" {
		text += "  " + name
	}
	return text
}

// same reports whether two paired nodes differ in their numbers alone, and where plans are compared, die at paired nodes.
func (c *comparison) same(a, b node) bool {
	in, other := c.sides[0].Net.Node(a.line.Node).In, c.sides[1].Net.Node(b.line.Node).In
	fate, _, _ := strings.Cut(a.line.Fate, " after ")
	otherFate, _, _ := strings.Cut(b.line.Fate, " after ")
	if a.own != b.own || len(in) != len(other) || fate != otherFate || (a.line.Last < 0) != (b.line.Last < 0) {
		return false
	}
	for k := range in {
		if partner, paired := c.to[line{in[k], false}]; !paired || partner.node != other[k] {
			return false
		}
	}
	if a.line.Last < 0 {
		return true
	}
	partner, paired := c.to[c.lists[0][a.line.Last].id()]
	return paired && partner == c.lists[1][b.line.Last].id()
}

// entries prints the exported entries that only one tape has, or that are declared in another way.
func (c *comparison) entries() string {
	if c.sides[0].Plan != nil {
		return ""
	}
	var list [2][]string
	for k, s := range c.sides {
		for _, e := range s.Net.Entries() {
			list[k] = append(list[k], s.entry(e))
		}
	}
	text := ""
	for _, e := range list[0] {
		if !slices.Contains(list[1], e) {
			text += "- " + e + "\n"
		}
	}
	for _, e := range list[1] {
		if !slices.Contains(list[0], e) {
			text += "+ " + e + "\n"
		}
	}
	return text
}

// entry prints what an entry declares.
func (s Side) entry(e *dsl.Entry) string {
	names := func(values []dsl.Value) string {
		words := make([]string, len(values))
		for k, v := range values {
			words[k] = s.Net.Label(v.Index())
		}
		return strings.Join(words, ", ")
	}
	text := "entry " + e.Name
	if e.Rows() > 0 {
		text += fmt.Sprintf(" of %d rows", e.Rows())
	}
	text += ": " + names(e.Roots())
	if list := e.Observes(); len(list) > 0 {
		text += "; observes " + names(list)
	}
	for _, a := range e.Assigns() {
		text += "; assigns " + s.Net.Label(a.Slot.Index())
	}
	for _, p := range []struct {
		word string
		yes  bool
	}{{"fast", e.IsFast()}, {"backward", e.Retains()}, {"element " + e.ElementName(), e.ElementName() != ""}} {
		if p.yes {
			text += "; " + p.word
		}
	}
	return text
}

// differing prints the lines in which two summaries differ.
func differing(a, b string) string {
	text := ""
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range max(len(x), len(y)) {
		var l, m string
		if k < len(x) {
			l = x[k]
		}
		if k < len(y) {
			m = y[k]
		}
		if l == m {
			continue
		}
		for _, side := range []struct{ mark, line string }{{"- ", l}, {"+ ", m}} {
			if side.line != "" {
				text += side.mark + side.line + "\n"
			}
		}
	}
	return text
}
