package dsl

import (
	"errors"
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// maxErrors bounds how many errors a tape keeps.
const maxErrors = 10

// Error is one refused recording call.
type Error = tape.Error

// Operand is a value that an error speaks of.
type Operand = tape.Operand

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
	e := &Error{Source: t.here(), Call: call, Text: t.held().Expand(f.Text, operands), Fix: t.held().Expand(f.Fix, operands)}
	for i, operand := range operands {
		if !slices.Contains(operands[:i], operand) {
			e.Operands = append(e.Operands, Operand{Name: t.content.Label(operand), Source: t.content.Nodes[operand].Source})
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
		if known.Alike(e) {
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
