package tape

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/topos-go/topos/dsl/op"
)

// Check wants an entry to declare what can be run. A fault speaks of the nodes that are returned with it.
func (c Content) Check(e Entry) (f *op.Fault, about []int) {
	if !c.Holds(e) {
		return fault("declare values of this tape", e.Name+" names a node that there is not")
	}
	for _, check := range []func(Entry) (*op.Fault, []int){c.checkReadable, c.checkAssigns, c.checkPosture, c.CheckNames} {
		if f, about := check(e); f != nil {
			return f, about
		}
	}
	return nil, nil
}

// checkReadable wants what is read to be numbers or selections with names, each root once.
func (c Content) checkReadable(e Entry) (*op.Fault, []int) {
	for i, node := range slices.Concat(e.Roots, e.Observes) {
		switch n := c.Nodes[node]; {
		case n.Type.Kind == op.Mask:
			return fault("turn it into numbers with Where", e.Name+" reads a mask: {0}", node)
		case n.Name == "":
			return fault(`add .Named("...") to it`, "a value that "+e.Name+" reads has no name: {0}", node)
		case i < len(e.Roots) && slices.Contains(e.Roots[:i], node):
			return fault("name it once", e.Name+" names a root twice: {0}", node)
		}
	}
	return nil, nil
}

// checkAssigns wants slots on the left, each once, and values of the same type.
func (c Content) checkAssigns(e Entry) (*op.Fault, []int) {
	seen := map[int]bool{}
	for _, a := range e.Assigns {
		slot, value := c.Nodes[a.Slot], c.Nodes[a.Value].Type
		switch typ := slot.Type; {
		case !IsSlot(slot.Op):
			return fault("assign a slot", "only a Parameter or a State can be assigned, not {0}, recorded by "+slot.Op.Name(), a.Slot)
		case seen[a.Slot]:
			return fault("assign it once", e.Name+" assigns {0} twice", a.Slot)
		case value.Kind != typ.Kind || value.Precision != typ.Precision:
			return fault("convert the value", "the slot {0} holds a "+typ.Kind.String()+" of another precision or kind than {1}", a.Slot, a.Value)
		case !value.Shape.Equal(typ.Shape):
			return fault("make {1.name} "+typ.Shape.String(), "shapes differ: slot {0} and value {1}", a.Slot, a.Value)
		}
		seen[a.Slot] = true
	}
	return nil, nil
}

// checkPosture wants a plausible element, boundaries that the entry computes, and no contradiction.
func (c Content) checkPosture(e Entry) (*op.Fault, []int) {
	switch {
	case e.Element != "" && !elementName.MatchString(e.Element):
		return fault("use the name of an element, such as f32, f64, bf16 or f16", fmt.Sprintf("%s has the element %q", e.Name, e.Element))
	case e.Recompute && e.Backward:
		return fault("declare one of the two", e.Name+" both retains what Backward reads and recomputes it")
	}
	marked, differentiates := c.Ancestors(e.Wanted()...), false
	for i, derived := range c.Derived() {
		differentiates = differentiates || derived && marked[i]
	}
	for _, i := range e.Boundaries {
		switch {
		case !marked[i]:
			return fault("name values that its roots depend on", e.Name+" recomputes from {0}, which it does not compute", i)
		case !differentiates:
			return fault("leave Recompute out, or let it read what Differentiate returns", e.Name+" recomputes from {0}, but computes no gradient that would read what lies behind it", i)
		}
	}
	return nil, nil
}

// CheckNames wants names to be unique among what the entry computes from.
func (c Content) CheckNames(e Entry) (*op.Fault, []int) {
	first := map[string]int{}
	for i, marked := range c.Ancestors(e.Wanted()...) {
		name := c.Nodes[i].Name
		if !marked || name == "" {
			continue
		}
		if j, taken := first[name]; taken {
			return fault("rename one of them", fmt.Sprintf("%s reads two values named %q: {0} and {1}", e.Name, name), j, i)
		}
		first[name] = i
	}
	return nil, nil
}

// fault speaks of nodes.
func fault(fix, text string, about ...int) (*op.Fault, []int) {
	return &op.Fault{Text: text, Fix: fix}, about
}

// elementName is what an element may be called.
var elementName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// IsSlot reports whether the op is state that the caller owns.
func IsSlot(o op.Op) bool {
	switch o.(type) {
	case op.Parameter, op.State:
		return true
	}
	return false
}
