package op

import "github.com/topos-go/topos/runtime/initial"

// source gives sources their arity; they have no derivative rule.
type source struct{}

// Arity is 0.
func (source) Arity() int { return 0 }

// Infer is never asked: a source is recorded with its type.
func (source) Infer([]Type) (Type, *Fault) {
	return Type{}, fault("", "a source has no operands to infer from")
}

// Gradient has no operands to answer for.
func (source) Gradient(Rules, Node, Ref) []Ref { return nil }

// Reads is nothing.
func (source) Reads() Reads { return ReadNothing }

// Leaf is a constant.
type Leaf struct {
	source
	Fill initial.Fill
}

// Parameter is trainable state, owned by the caller.
type Parameter struct {
	source
	Fill initial.Fill
}

// State is caller-owned state that is never differentiated: moments, step counts, running statistics.
type State struct {
	source
	Fill initial.Fill
}

// Input is fed at each run. A scalar input is a rate, a step size, a threshold.
type Input struct {
	source
	Default *initial.Fill // nil: it must be fed
}

// Labels is a selection fed at each run: class indices.
type Labels struct{ source }

// IsSource reports whether the op has no operands.
func IsSource(o Op) bool { return o != nil && o.Arity() == 0 }
