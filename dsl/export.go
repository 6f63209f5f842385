package dsl

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/dsl/tape"
)

// Export declares an entry under a name, which becomes an identifier of the generated package.
func (t *Tape) Export(name string, e *Entry) {
	switch {
	case !t.open("Export"):
	case !identifier.MatchString(name):
		t.fail("Export", "use a name such as Train or Predict", "%q is not an exported Go identifier", name)
	case e == nil || len(e.roots) == 0 && len(e.assigns) == 0 && e.err == nil:
		t.fail("Export", "declare what it computes with dsl.Roots", "%s has no roots and assigns nothing", name)
	case e.err != nil:
		t.adopt(e.err)
	default:
		e.Name, e.Source = name, t.here()
		if !t.checkValues(e) {
			return
		}
		d := e.data()
		if f, about := t.content.Check(d); f != nil {
			t.refuse("Export", f, about...)
		} else if t.checkSiblings(d) && t.checkBucket(d) {
			e.exported = true
			t.content.Entries = append(t.content.Entries, d)
		}
	}
}

// checkValues wants every value of the entry to be valid and on this tape.
func (t *Tape) checkValues(e *Entry) bool {
	values := slices.Concat(e.roots, e.observes, e.boundaries)
	for _, a := range e.assigns {
		values = append(values, a.Slot, a.Value)
	}
	for _, v := range values {
		if !t.owns("Export", v) {
			return false
		}
	}
	return true
}

// checkSiblings wants entries of one name to be buckets of one signature.
func (t *Tape) checkSiblings(e tape.Entry) bool {
	for _, other := range t.content.Entries {
		if other.Name != e.Name {
			continue
		}
		f := rows.Siblings(t.content, other, e)
		if e.Bucket == 0 || other.Bucket == 0 {
			f = &op.Fault{Text: e.Name + " is exported already", Fix: "choose another name, or give each a Bucket"}
		}
		if f != nil {
			t.adopt(&Error{Source: t.here(), Call: "Export", Text: f.Text, Fix: f.Fix, Operands: []Operand{{Name: other.Name, Source: other.Source}}})
			return false
		}
	}
	return true
}

// checkBucket proves that the rows of a bucketed entry stay apart.
func (t *Tape) checkBucket(e tape.Entry) bool {
	if e.Bucket == 0 {
		return true
	}
	f, about := rows.Check(t.content, e)
	if f != nil {
		t.refuse("Export", f, about...)
	}
	return f == nil
}
