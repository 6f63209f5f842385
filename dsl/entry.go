package dsl

import (
	"regexp"
	"slices"

	"github.com/topos-go/topos/dsl/tape"
)

// Entry declares what a reading computes: its roots, the interiors it also reads, the slots it assigns, and how it wants to be run. Build one
// with Roots and hand it to Export. What is not declared cannot be read, and may be skipped, freed or fused.
type Entry struct {
	Name       string // set by Export
	Source     Source // of the Export
	roots      []Value
	observes   []Value
	assigns    []Assign
	boundaries []Value
	posture    tape.Posture
	bucket     int
	exported   bool   // checked by Export, and unchanged since
	err        *Error // of a declaration that met no tape
}

// Assign gives a slot a new value at the end of a run. All reads in the run see the old one.
type Assign struct{ Slot, Value Value }

// Optimiser records the new value of each parameter and assigns it.
type Optimiser interface {
	Update(e *Entry, gradients Adjoints)
}

// Roots starts an entry with the values that it computes.
func Roots(values ...Value) *Entry { return &Entry{roots: slices.Clone(values)} }

// Observe adds interiors that the entry also reads.
func (e *Entry) Observe(values ...Value) *Entry {
	e.observes, e.exported = append(e.observes, values...), false
	return e
}

// Assign gives a parameter or state a new value at the end of each run.
func (e *Entry) Assign(slot, value Value) *Entry {
	e.assigns, e.exported = append(e.assigns, Assign{slot, value}), false
	return e
}

// Bucket declares axis 0, of extent n, of every input and root as rows. Entries of one name and different buckets serve any number of rows.
func (e *Entry) Bucket(n int) *Entry {
	e.bucket, e.exported = n, false
	return e
}

// Element chooses the number that the entry computes in, such as "bf16", where it is not the package's. Inputs and roots are of this element;
// parameters and states are converted once, directly, when they are read. Such an entry may not assign.
func (e *Entry) Element(name string) *Entry {
	e.posture.Element, e.exported = name, false
	return e
}

// Fast lets functions of the compiled entry err by up to two units in the last place where that gains speed: docs/numerics.md, section 8, defines
// their bits too. Exact, the interpreter's bits, is the default.
func (e *Entry) Fast() *Entry {
	e.posture.Fast, e.exported = true, false
	return e
}

// Backward keeps what derivative rules read until the end of a run, so that the interpreter can differentiate the run afterwards.
func (e *Entry) Backward() *Entry {
	e.posture.Backward, e.exported = true, false
	return e
}

// Recompute trades time for memory: of the values that a recorded gradient reads, only the boundaries are kept; what lies between them is
// computed again, segment by segment, when the gradient comes to it (Chen, Xu, Zhang and Guestrin 2016). The bits stay the same.
func (e *Entry) Recompute(boundaries ...Value) *Entry {
	e.posture.Recompute, e.exported = true, false
	e.boundaries = append(e.boundaries, boundaries...)
	return e
}

// Roots lists the roots.
func (e *Entry) Roots() []Value { return slices.Clone(e.roots) }

// Observes lists the observed interiors.
func (e *Entry) Observes() []Value { return slices.Clone(e.observes) }

// Assigns lists the assignments.
func (e *Entry) Assigns() []Assign { return slices.Clone(e.assigns) }

// Exported reports whether Export has checked the entry and nothing was declared since.
func (e *Entry) Exported() bool { return e.exported }

// Rows is the extent of the bucket, or 0.
func (e *Entry) Rows() int { return e.bucket }

// ElementName is the chosen element, or "" for the package's.
func (e *Entry) ElementName() string { return e.posture.Element }

// IsFast reports whether the compiled entry takes the functions of the posture Fast.
func (e *Entry) IsFast() bool { return e.posture.Fast }

// Retains reports whether a run keeps what derivative rules read.
func (e *Entry) Retains() bool { return e.posture.Backward }

// Recomputes reports whether segments of the forward part are computed again, and lists their boundaries.
func (e *Entry) Recomputes() (boundaries []Value, yes bool) {
	return slices.Clone(e.boundaries), e.posture.Recompute
}

// Readable lists the nodes that can be read after a run: roots, then observed interiors, each once.
func (e *Entry) Readable() []int {
	var list []int
	for _, i := range indices(slices.Concat(e.roots, e.observes)) {
		if !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// Wanted lists the nodes that a run must compute: the readable and the assigned values.
func (e *Entry) Wanted() []int {
	list := e.Readable()
	for _, a := range e.assigns {
		list = append(list, a.Value.Index())
	}
	return list
}

// data is the entry as the tape holds it.
func (e *Entry) data() tape.Entry {
	d := tape.Entry{Name: e.Name, Source: e.Source, Roots: indices(e.roots), Observes: indices(e.observes), Bucket: e.bucket, Posture: e.posture}
	d.Boundaries = indices(e.boundaries)
	for _, a := range e.assigns {
		d.Assigns = append(d.Assigns, tape.Assign{Slot: a.Slot.Index(), Value: a.Value.Index()})
	}
	return d
}

// entry is what data was made of.
func (t *Tape) entry(d tape.Entry) *Entry {
	e := &Entry{Name: d.Name, Source: d.Source, bucket: d.Bucket, posture: d.Posture}
	e.roots, e.observes, e.boundaries = t.values(d.Roots), t.values(d.Observes), t.values(d.Boundaries)
	for _, a := range d.Assigns {
		e.assigns = append(e.assigns, Assign{t.at(a.Slot), t.at(a.Value)})
	}
	return e
}

// identifier is what an entry may be called: file names and identifiers are made of it.
var identifier = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
