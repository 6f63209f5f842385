package dsl

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
)

// Entry declares what a reading computes: its roots, the interiors it also reads, the slots it assigns. Build one with Roots and hand it to
// Export. What is not declared cannot be read, and may be skipped, freed or fused.
type Entry struct {
	Name     string // set by Export
	Source   Source // of the Export
	roots    []Value
	observes []Value
	assigns  []Assign
	bucket   int
	exported bool // checked by Export, and unchanged since
	posture
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

// Update lets an optimiser assign each parameter that was differentiated by.
func (e *Entry) Update(o Optimiser, gradients Adjoints) *Entry {
	if o == nil {
		if t := gradients.target.tape; t != nil {
			t.fail("Update", "pass one, such as nn.SGD", "no optimiser was given")
		}
		return e
	}
	o.Update(e, gradients)
	return e
}

// Bucket declares axis 0, of extent n, of every input and root as rows. Entries of one name and different buckets serve any number of rows.
func (e *Entry) Bucket(n int) *Entry {
	e.bucket, e.exported = n, false
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

// Readable lists the nodes that can be read after a run: roots, then observed interiors, each once.
func (e *Entry) Readable() []int {
	var list []int
	for _, v := range slices.Concat(e.roots, e.observes) {
		if !slices.Contains(list, v.index) {
			list = append(list, v.index)
		}
	}
	return list
}

// Wanted lists the nodes that a run must compute: the readable and the assigned values.
func (e *Entry) Wanted() []int {
	list := e.Readable()
	for _, a := range e.assigns {
		list = append(list, a.Value.index)
	}
	return list
}

// Export declares an entry under a name, which becomes an identifier of the generated package.
func (t *Tape) Export(name string, e *Entry) {
	if t.sealed {
		t.fail("Export", "export before Record returns", "the tape is sealed")
		return
	}
	if !identifier.MatchString(name) {
		t.fail("Export", "use a name such as Train or Predict", "%q is not an exported Go identifier", name)
		return
	}
	if e == nil || len(e.roots) == 0 && len(e.assigns) == 0 {
		t.fail("Export", "declare what it computes with dsl.Roots", "%s has no roots and assigns nothing", name)
		return
	}
	e.Name, e.Source = name, t.here()
	for _, check := range []func(*Entry) bool{t.checkValues, t.checkAssigns, t.checkPosture, t.checkNames, t.checkSiblings, t.checkBucket} {
		if !check(e) {
			return
		}
	}
	e.exported = true
	t.entries = append(t.entries, e.clone())
}

// identifier is what an entry may be called: file names and identifiers are made of it.
var identifier = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// clone is an independent copy: what was exported is fixed.
func (e *Entry) clone() *Entry {
	c := *e
	c.roots, c.observes, c.assigns, c.boundaries = e.Roots(), e.Observes(), e.Assigns(), slices.Clone(e.boundaries)
	return &c
}

// checkValues wants every value of the entry to be valid and on this tape.
func (t *Tape) checkValues(e *Entry) bool {
	values := slices.Concat(e.roots, e.observes, e.boundaries)
	for _, a := range e.assigns {
		values = append(values, a.Slot, a.Value)
	}
	for _, v := range values {
		switch {
		case v.tape == nil:
			t.adopt(v.orphan("Export"))
			return false
		case v.tape != t:
			t.fail("Export", "record it on this tape", "%s of %s belongs to a different tape", v.describe(), e.Name)
			return false
		case v.index < 0:
			return false // its error is known
		}
	}
	for i, v := range slices.Concat(e.roots, e.observes) {
		if t.nodes[v.index].Type.Kind == op.Mask {
			t.refuse("Export", &op.Fault{Text: fmt.Sprintf("%s reads a mask: {0}", e.Name), Fix: "turn it into numbers with Where"}, []int{v.index})
			return false
		}
		if t.nodes[v.index].Name == "" {
			t.refuse("Export", &op.Fault{Text: fmt.Sprintf("a value that %s reads has no name: {0}", e.Name), Fix: `add .Named("...") to it`}, []int{v.index})
			return false
		}
		if i < len(e.roots) && slices.Contains(e.roots[:i], v) {
			t.refuse("Export", &op.Fault{Text: e.Name + " names a root twice: {0}", Fix: "name it once"}, []int{v.index})
			return false
		}
	}
	return true
}

// checkAssigns wants slots on the left, each once, and values of the same type.
func (t *Tape) checkAssigns(e *Entry) bool {
	seen := map[int]bool{}
	for _, a := range e.assigns {
		slot, value := t.nodes[a.Slot.index], t.nodes[a.Value.index]
		f := &op.Fault{}
		switch o := slot.Op.(type) {
		case op.Parameter, op.State:
		default:
			f = &op.Fault{Text: "only a Parameter or a State can be assigned, not {0}, recorded by " + o.Name(), Fix: "assign a slot"}
		}
		switch {
		case f.Text != "":
		case seen[a.Slot.index]:
			f = &op.Fault{Text: e.Name + " assigns {0} twice", Fix: "assign it once"}
		case value.Type.Kind != slot.Type.Kind || value.Type.Precision != slot.Type.Precision:
			f = &op.Fault{Text: "the slot {0} holds a " + slot.Type.Kind.String() + " of another precision or kind than {1}", Fix: "convert the value"}
		case !value.Type.Shape.Equal(slot.Type.Shape):
			f = &op.Fault{Text: "shapes differ: slot {0} and value {1}", Fix: "make {1.name} " + slot.Type.Shape.String()}
		}
		if f.Text != "" {
			t.refuse("Export", f, []int{a.Slot.index, a.Value.index})
			return false
		}
		seen[a.Slot.index] = true
	}
	return true
}

// checkNames wants names to be unique among what the entry computes from.
func (t *Tape) checkNames(e *Entry) bool {
	first := map[string]int{}
	for i, marked := range t.Ancestors(e.Wanted()...) {
		name := t.nodes[i].Name
		if !marked || name == "" {
			continue
		}
		if j, taken := first[name]; taken {
			t.refuse("Export", &op.Fault{Text: fmt.Sprintf("%s reads two values named %q: {0} and {1}", e.Name, name), Fix: "rename one of them"}, []int{j, i})
			return false
		}
		first[name] = i
	}
	return true
}

// checkSiblings wants entries of one name to be buckets of one signature.
func (t *Tape) checkSiblings(e *Entry) bool {
	for _, other := range t.entries {
		if other.Name != e.Name {
			continue
		}
		switch {
		case e.bucket == 0 || other.bucket == 0:
			t.clash(other, "choose another name, or give each a Bucket", "%s is exported already", e.Name)
		case e.bucket == other.bucket:
			t.clash(other, "choose another bucket", "bucket %d of %s is exported already", e.bucket, e.Name)
		case t.signature(e) != t.signature(other):
			t.clash(other, "let the buckets differ in axis 0 alone", "the buckets of %s disagree: %s and %s", e.Name, t.signature(other), t.signature(e))
		case !e.samePosture(other):
			t.clash(other, "give both the same element and posture", "the buckets of %s are to be run in different ways", e.Name)
		case t.function(e) != t.function(other):
			t.clash(other, "record both by the same calls", "the buckets of %s compute different functions", e.Name)
		default:
			continue
		}
		return false
	}
	return true
}

// clash refuses an entry because of an earlier one.
func (t *Tape) clash(other *Entry, fix, format string, args ...any) {
	t.adopt(&Error{
		Source: t.here(), Call: "Export", Text: fmt.Sprintf(format, args...), Fix: fix,
		Operands: []Operand{{other.Name, other.Source}},
	})
}

// signature lists the inputs and roots of a bucketed entry without axis 0: (x number [rows, 784]) -> (probs number [rows, 10]).
func (t *Tape) signature(e *Entry) string {
	line := func(i int) string {
		n := t.nodes[i]
		extents := []string{}
		for axis, extent := range n.Type.Shape {
			if axis == 0 {
				extents = append(extents, "rows")
			} else {
				extents = append(extents, strconv.Itoa(extent))
			}
		}
		return fmt.Sprintf("%s %s [%s]", n.Name, n.Type.Kind, strings.Join(extents, ", "))
	}
	var inputs, roots []string
	for i, marked := range t.Ancestors(e.Wanted()...) {
		switch t.nodes[i].Op.(type) {
		case op.Input, op.Labels:
			if marked {
				inputs = append(inputs, line(i))
			}
		}
	}
	for _, v := range e.roots {
		roots = append(roots, line(v.index))
	}
	return "(" + strings.Join(inputs, ", ") + ") -> (" + strings.Join(roots, ", ") + ")"
}

// function prints what an entry computes, from its roots down, without the extents and constants in which buckets may differ.
func (t *Tape) function(e *Entry) string {
	var b strings.Builder
	local := map[int]int{}
	var visit func(i int)
	visit = func(i int) {
		if _, seen := local[i]; seen {
			return
		}
		n := t.nodes[i]
		for _, in := range n.In {
			visit(in)
		}
		local[i] = len(local)
		fmt.Fprint(&b, n.Op.Name(), len(n.Type.Shape))
		if op.IsSource(n.Op) {
			fmt.Fprint(&b, n.Name)
		}
		for _, a := range op.Attributes(n.Op) {
			if a.Name != "shape" && a.Name != "extent" && a.Name != "full_extent" && a.Name != "len" {
				fmt.Fprint(&b, " ", a.Name, a.Value)
			}
		}
		for _, in := range n.In {
			fmt.Fprint(&b, " ", local[in])
		}
		b.WriteByte('\n')
	}
	for _, i := range e.Wanted() {
		visit(i)
	}
	return b.String()
}
