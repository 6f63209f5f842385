package dsl

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// maxErrors bounds how many errors a tape keeps.
const maxErrors = 10

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

// Err joins the recording errors so far, or is nil.
func (t *Tape) Err() error {
	if t == nil {
		return nil
	}
	list := make([]error, len(t.errs))
	for i, e := range t.errs {
		list[i] = e
	}
	return errors.Join(list...)
}

// Refuse records an error of a facade's call at the user's line, as the tape's own calls do.
func (t *Tape) Refuse(call, text, fix string) Value {
	return t.refuse(call, &op.Fault{Text: text, Fix: fix})
}

// fail records an error of a call without operands to point at.
func (t *Tape) fail(call, fix, format string, args ...any) Value {
	return t.refuse(call, &op.Fault{Text: fmt.Sprintf(format, args...), Fix: fix})
}

// fault is refuse for checks: it returns false.
func (t *Tape) fault(call, fix, text string, operands ...int) bool {
	t.refuse(call, &op.Fault{Text: text, Fix: fix}, operands...)
	return false
}

// refuse records a fault about operands.
func (t *Tape) refuse(call string, f *op.Fault, operands ...int) Value {
	e := &Error{Source: t.here(), Call: call, Text: t.expand(f.Text, operands), Fix: t.expand(f.Fix, operands)}
	for i, operand := range operands {
		if !slices.Contains(operands[:i], operand) {
			e.Operands = append(e.Operands, Operand{t.content.Label(operand), t.content.Nodes[operand].Source})
		}
	}
	return t.adopt(e)
}

// adopt keeps an error once and returns the invalid Value.
func (t *Tape) adopt(e *Error) Value {
	if t == nil {
		return Value{index: -1, err: e}
	}
	for _, known := range t.errs {
		if known == e {
			return t.invalid()
		}
		if known.alike(e) {
			known.Times = max(known.Times, 1) + 1
			return t.invalid()
		}
	}
	if len(t.errs) < maxErrors {
		t.errs = append(t.errs, e)
	}
	return t.invalid()
}

// invalid names no node of the tape: the recording failed, and its error stands on the tape.
func (t *Tape) invalid() Value { return Value{tape: t, index: -1} }

// number matches how an error speaks of a node without a name.
var number = regexp.MustCompile(`\bnode [0-9]+`)

// alike reports whether both are one mistake of one line, made for other nodes.
func (e *Error) alike(o *Error) bool {
	strip := func(text string) string { return number.ReplaceAllString(text, "node") }
	return e.Source.String() == o.Source.String() && e.Call == o.Call && strip(e.Text) == strip(o.Text) && strip(e.Fix) == strip(o.Fix)
}

// expand writes operands for the placeholders of a fault.
func (t *Tape) expand(text string, operands []int) string {
	var pairs []string
	for i, operand := range operands {
		n := t.content.Nodes[operand]
		name := t.content.Label(operand)
		if n.Name == "" {
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
		if axes != nil {
			parts[i] = axes[i] + "=" + parts[i]
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
