package tape

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/topos-go/topos/dsl/op"
)

// Describe prints the tape: one line per node, a divider before what each Differentiate appended, and a summary.
func (c Content) Describe() string {
	var b strings.Builder
	width := detailWidth
	for _, n := range c.Nodes {
		width = max(width, utf8.RuneCountInString(n.detail()))
	}
	for i := range c.Nodes {
		for _, d := range c.Derivatives {
			if d.First == i && d.Count > 0 {
				b.WriteString(c.divider(d) + "\n")
			}
		}
		b.WriteString(c.Nodes[i].line(i, width) + "\n")
	}
	return b.String() + c.summary() + "\n"
}

// detailWidth is the column of operands and attributes, but in the listing of a tape that has longer ones.
const detailWidth = 18

// Line prints one node: index, op, operands with attributes, shape.
func (n Node) Line(index int) string { return n.line(index, detailWidth) }

func (n Node) line(index, width int) string {
	return fmt.Sprintf("%4d  %-14s %-*s %s", index, n.op(), width, n.detail(), n.Type.Shape)
}

// detail lists the operands, then the attributes.
func (n Node) detail() string {
	var detail []string
	if len(n.In) > 0 {
		operands := make([]string, len(n.In))
		for i, in := range n.In {
			operands[i] = strconv.Itoa(in)
		}
		detail = append(detail, strings.Join(operands, ", "))
	}
	if attributes := Attributes(n.Op); len(attributes) > 0 {
		parts := make([]string, len(attributes))
		for i, a := range attributes {
			parts[i] = a.Name + "=" + a.Value
		}
		detail = append(detail, strings.Join(parts, " "))
	}
	return strings.Join(detail, "  ")
}

// op is the printed name of the node's op.
func (n Node) op() string {
	if n.Op == nil {
		return "nothing"
	}
	return n.Op.Name()
}

// divider says what a Differentiate appended.
func (c Content) divider(d Derivative) string {
	wrt, gradients := make([]string, len(d.Wrt)), make([]string, len(d.Wrt))
	for i := range d.Wrt {
		wrt[i], gradients[i] = c.Label(d.Wrt[i]), strconv.Itoa(d.Gradients[i])
	}
	noun, verb := "node", "is"
	if len(wrt) > 1 {
		noun, verb = "nodes", "are"
	}
	text := plural(d.Count, "node") + " appended by differentiate"
	if d.Seed >= 0 {
		return plural(d.Count, "node") + fmt.Sprintf(" appended by vjp; %s %s %s the product of %s with d %s / d %s", noun, strings.Join(gradients, ", "), verb, c.Label(d.Seed), c.Label(d.Target), strings.Join(wrt, ", "))
	}
	if len(wrt) > 0 {
		text += fmt.Sprintf("; %s %s %s d %s / d %s", noun, strings.Join(gradients, ", "), verb, c.Label(d.Target), strings.Join(wrt, ", "))
	}
	return text
}

func (c Content) summary() string {
	var parameters, inputs, states int
	for _, n := range c.Nodes {
		switch n.Op.(type) {
		case op.Parameter:
			parameters++
		case op.Input, op.Labels:
			inputs++
		case op.State:
			states++
		}
	}
	text := "tape: " + plural(len(c.Nodes), "node") + ", " + plural(parameters, "parameter") + ", " + plural(inputs, "input")
	if states > 0 {
		text += ", " + plural(states, "state")
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
