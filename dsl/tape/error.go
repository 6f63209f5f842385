package tape

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/topos-go/topos/runtime/tensor"
)

// Error is one refused recording call.
type Error struct {
	Source   Source // of the refused call
	Call     string // what was called: MatMul
	Text     string // what is wrong, with both shapes
	Operands []Operand
	Fix      string // what to change
	Times    int    // how often the line made this mistake, where more than once
}

// Operand is a value that an error speaks of.
type Operand struct {
	Name   string
	Source Source
}

// Error prints the position, the call and what is wrong; then a line per operand; then the fix.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s", e.Source.At, e.Call, e.Text)
	if e.Times > 1 {
		fmt.Fprintf(&b, " (%d times)", e.Times)
	}
	if len(e.Source.Chain) > 0 {
		fmt.Fprintf(&b, "\n\tcalled from %s", e.Source.Chain[0])
		if e.Source.Scope != "" {
			fmt.Fprintf(&b, " (%s)", e.Source.Scope)
		}
	}
	width := 0
	for _, o := range e.Operands {
		width = max(width, len(o.Name))
	}
	for _, o := range e.Operands {
		fmt.Fprintf(&b, "\n\t%-*s  %s", width, o.Name, o.Source)
	}
	if e.Fix != "" {
		fmt.Fprintf(&b, "\n\tfix: %s", e.Fix)
	}
	return b.String()
}

// number matches how an error speaks of a node without a name.
var number = regexp.MustCompile(`\bnode [0-9]+`)

// Alike reports whether both are one mistake of one line, made for other nodes.
func (e *Error) Alike(o *Error) bool {
	if e == nil || o == nil {
		return e == o
	}
	strip := func(text string) string { return number.ReplaceAllString(text, "node") }
	return e.Source.String() == o.Source.String() && e.Call == o.Call && strip(e.Text) == strip(o.Text) && strip(e.Fix) == strip(o.Fix)
}

// Expand writes operands for the placeholders of a fault.
func (c Content) Expand(text string, operands []int) string {
	var pairs []string
	for i, operand := range operands {
		if operand < 0 || operand >= len(c.Nodes) {
			continue
		}
		n, name := c.Nodes[operand], c.Label(operand)
		if n.Name == "" && n.Op != nil {
			name += " (" + n.Op.Name() + ")"
		}
		pairs = append(pairs, fmt.Sprintf("{%d}", i), name+" "+withAxes(n.Type.Shape, n.Axes), fmt.Sprintf("{%d.name}", i), name)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// withAxes prints a shape with the names of its axes: [batch=64, 784].
func withAxes(shape tensor.Shape, axes []string) string {
	parts := make([]string, len(shape))
	for i, extent := range shape {
		parts[i] = strconv.Itoa(extent)
		if i < len(axes) {
			parts[i] = axes[i] + "=" + parts[i]
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
