package dsl

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// posture says how an entry wants to be run. It never changes which values it has, but for Fast within the rules of docs/numerics.md.
type posture struct {
	element    string // "" is the package's
	fast       bool
	backward   bool
	recompute  bool
	boundaries []Value
}

// Element chooses the number that the entry computes in, such as "bf16", where it is not the package's. Inputs and roots are of this element;
// parameters and states are converted once, directly, when they are read. Such an entry may not assign.
func (e *Entry) Element(name string) *Entry {
	e.element, e.exported = name, false
	return e
}

// Fast lets the compiled entry differ from the interpreter's bits where that gains speed. Exact is the default.
func (e *Entry) Fast() *Entry {
	e.fast, e.exported = true, false
	return e
}

// Backward keeps what derivative rules read until the end of a run, so that the interpreter can differentiate the run afterwards.
func (e *Entry) Backward() *Entry {
	e.backward, e.exported = true, false
	return e
}

// Recompute trades time for memory: of the values that a recorded gradient reads, only the boundaries are kept; what lies between them is
// computed again, segment by segment, when the gradient comes to it (Chen, Xu, Zhang and Guestrin 2016). The bits stay the same.
func (e *Entry) Recompute(boundaries ...Value) *Entry {
	e.recompute, e.exported = true, false
	e.boundaries = append(e.boundaries, boundaries...)
	return e
}

// ElementName is the chosen element, or "" for the package's.
func (e *Entry) ElementName() string { return e.element }

// IsFast reports whether the compiled entry may differ from the interpreter's bits.
func (e *Entry) IsFast() bool { return e.fast }

// Retains reports whether a run keeps what derivative rules read.
func (e *Entry) Retains() bool { return e.backward }

// Recomputes reports whether segments of the forward part are computed again, and lists their boundaries.
func (e *Entry) Recomputes() (boundaries []Value, yes bool) {
	return slices.Clone(e.boundaries), e.recompute
}

// elementName is what an element may be called.
var elementName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// checkPosture wants a plausible element, boundaries that the entry computes, and no contradiction.
func (t *Tape) checkPosture(e *Entry) bool {
	marked := t.Ancestors(e.Wanted()...)
	switch {
	case e.element != "" && !elementName.MatchString(e.element):
		t.fail("Export", "use the name of an element, such as f32, f64, bf16 or f16", "%s has the element %q", e.Name, e.element)
		return false
	case e.recompute && e.backward:
		t.fail("Export", "declare one of the two", "%s both retains what Backward reads and recomputes it", e.Name)
		return false
	}
	for _, v := range e.boundaries {
		if !marked[v.index] {
			t.refuse("Export", &op.Fault{Text: fmt.Sprintf("%s recomputes from {0}, which it does not compute", e.Name), Fix: "name values that its roots depend on"}, []int{v.index})
			return false
		}
	}
	return true
}

// samePosture reports whether two buckets of one name want to be run alike.
func (e *Entry) samePosture(other *Entry) bool {
	return e.element == other.element && e.fast == other.fast && e.backward == other.backward && e.recompute == other.recompute && len(e.boundaries) == len(other.boundaries)
}
