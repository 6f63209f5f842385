package dsl

import (
	"errors"
	"fmt"
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
	list := make([]error, len(t.errs))
	for i, e := range t.errs {
		list[i] = e
	}
	return errors.Join(list...)
}

// Refuse records an error of a facade's call at the user's line, as the tape's own calls do.
func (t *Tape) Refuse(call, text, fix string) Value { return t.fail(call, fix, "%s", text) }

// fail records an error of a call without operands to point at.
func (t *Tape) fail(call, fix, format string, args ...any) Value {
	return t.adopt(&Error{Source: t.here(), Call: call, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// refuse records a fault about operands.
func (t *Tape) refuse(call string, f *op.Fault, operands []int) Value {
	e := &Error{Source: t.here(), Call: call, Text: t.expand(f.Text, operands), Fix: t.expand(f.Fix, operands)}
	for i, operand := range operands {
		if i > 0 && operand == operands[0] {
			continue
		}
		e.Operands = append(e.Operands, Operand{t.label(operand), t.nodes[operand].Source})
	}
	return t.adopt(e)
}

// adopt keeps an error once and returns the invalid Value.
func (t *Tape) adopt(e *Error) Value {
	for _, known := range t.errs {
		if known == e {
			return Value{tape: t, index: -1}
		}
	}
	if len(t.errs) < maxErrors {
		t.errs = append(t.errs, e)
	}
	return Value{tape: t, index: -1}
}

// expand writes operands for the placeholders of a fault.
func (t *Tape) expand(text string, operands []int) string {
	var pairs []string
	for i, operand := range operands {
		n := t.nodes[operand]
		name := t.label(operand)
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
		parts[i] = fmt.Sprint(extent)
		if axes != nil {
			parts[i] = axes[i] + "=" + parts[i]
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
