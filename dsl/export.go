package dsl

import (
	"fmt"
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
		for _, check := range []func(tape.Entry) bool{t.checkReadable, t.checkAssigns, t.checkPosture, t.checkNames, t.checkSiblings, t.checkBucket} {
			if !check(d) {
				return
			}
		}
		e.exported = true
		t.content.Entries = append(t.content.Entries, d)
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

// checkReadable wants what is read to be numbers or selections with names, each root once.
func (t *Tape) checkReadable(e tape.Entry) bool {
	for i, node := range slices.Concat(e.Roots, e.Observes) {
		switch n := t.content.Nodes[node]; {
		case n.Type.Kind == op.Mask:
			return t.fault("Export", "turn it into numbers with Where", e.Name+" reads a mask: {0}", node)
		case n.Name == "":
			return t.fault("Export", `add .Named("...") to it`, "a value that "+e.Name+" reads has no name: {0}", node)
		case i < len(e.Roots) && slices.Contains(e.Roots[:i], node):
			return t.fault("Export", "name it once", e.Name+" names a root twice: {0}", node)
		}
	}
	return true
}

// checkAssigns wants slots on the left, each once, and values of the same type.
func (t *Tape) checkAssigns(e tape.Entry) bool {
	seen := map[int]bool{}
	for _, a := range e.Assigns {
		slot, value := t.content.Nodes[a.Slot], t.content.Nodes[a.Value].Type
		switch typ := slot.Type; {
		case !isSlot(slot.Op):
			return t.fault("Export", "assign a slot", "only a Parameter or a State can be assigned, not {0}, recorded by "+slot.Op.Name(), a.Slot)
		case seen[a.Slot]:
			return t.fault("Export", "assign it once", e.Name+" assigns {0} twice", a.Slot)
		case value.Kind != typ.Kind || value.Precision != typ.Precision:
			return t.fault("Export", "convert the value", "the slot {0} holds a "+typ.Kind.String()+" of another precision or kind than {1}", a.Slot, a.Value)
		case !value.Shape.Equal(typ.Shape):
			return t.fault("Export", "make {1.name} "+typ.Shape.String(), "shapes differ: slot {0} and value {1}", a.Slot, a.Value)
		}
		seen[a.Slot] = true
	}
	return true
}

// checkPosture wants a plausible element, boundaries that the entry computes, and no contradiction.
func (t *Tape) checkPosture(e tape.Entry) bool {
	switch {
	case e.Element != "" && !elementName.MatchString(e.Element):
		return t.fault("Export", "use the name of an element, such as f32, f64, bf16 or f16", fmt.Sprintf("%s has the element %q", e.Name, e.Element))
	case e.Recompute && e.Backward:
		return t.fault("Export", "declare one of the two", e.Name+" both retains what Backward reads and recomputes it")
	}
	marked := t.content.Ancestors(e.Wanted()...)
	for _, i := range e.Boundaries {
		if !marked[i] {
			return t.fault("Export", "name values that its roots depend on", e.Name+" recomputes from {0}, which it does not compute", i)
		}
	}
	return true
}

// checkNames wants names to be unique among what the entry computes from.
func (t *Tape) checkNames(e tape.Entry) bool {
	first := map[string]int{}
	for i, marked := range t.content.Ancestors(e.Wanted()...) {
		name := t.content.Nodes[i].Name
		if !marked || name == "" {
			continue
		}
		if j, taken := first[name]; taken {
			return t.fault("Export", "rename one of them", fmt.Sprintf("%s reads two values named %q: {0} and {1}", e.Name, name), j, i)
		}
		first[name] = i
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
			t.adopt(&Error{Source: t.here(), Call: "Export", Text: f.Text, Fix: f.Fix, Operands: []Operand{{other.Name, other.Source}}})
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
	return f == nil || t.fault("Export", f.Fix, f.Text, about...)
}
