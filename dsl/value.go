package dsl

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/tensor"
)

// Value names one node of a tape, before and after sealing. Values are comparable. The zero Value names nothing.
type Value struct {
	tape  *Tape
	index int    // -1: the recording failed, and its error stands on the tape
	err   *Error // of a recording that met no tape
}

// Index is the node's number, as printed by Describe; -1 for an invalid Value.
func (v Value) Index() int {
	if v.tape == nil {
		return -1
	}
	return v.index
}

// Tape is the tape that the value was recorded on; nil for the zero Value.
func (v Value) Tape() *Tape { return v.tape }

// Type is the value's kind, precision and shape; a scalar's for an invalid Value.
func (v Value) Type() op.Type { return v.node().Type }

// Shape lists the value's extents.
func (v Value) Shape() tensor.Shape { return slices.Clone(v.Type().Shape) }

// Name is the name of a source, or what Named gave; empty otherwise.
func (v Value) Name() string { return v.node().Name }

// node is what the value names, or the zero Node.
func (v Value) node() Node {
	if !v.valid() {
		return Node{}
	}
	return v.tape.content.Nodes[v.index]
}

// Named gives the value a name, by which entries, messages and flags know it.
func (v Value) Named(name string) Value {
	return v.annotate("Named", func(n *Node) *op.Fault {
		switch {
		case !isPath(name):
			return &op.Fault{Text: "\"" + name + "\" is not a name", Fix: "use dotted words, such as hidden or loss"}
		case n.Name != "":
			return &op.Fault{Text: "{0} has the name \"" + n.Name + "\" already", Fix: "name it once"}
		}
		n.Name = name
		return nil
	})
}

// Axes names the value's axes, outermost first.
func (v Value) Axes(names ...string) Value {
	return v.annotate("Axes", func(n *Node) *op.Fault {
		if len(names) != n.Type.Shape.Rank() {
			return &op.Fault{Text: "the number of names differs from the number of axes of {0}", Fix: "name each axis once"}
		}
		for _, name := range names {
			if !isPath(name) {
				return &op.Fault{Text: "\"" + name + "\" is not a name", Fix: "use words, such as batch or pixel"}
			}
		}
		n.Axes = slices.Clone(names)
		return nil
	})
}

// Default makes an input optional: where it is not fed, it holds this.
func (v Value) Default(init Initial) Value {
	return v.annotate("Default", func(n *Node) *op.Fault {
		input, ok := n.Op.(op.Input)
		if !ok {
			return &op.Fault{Text: "only an Input has a default, but {0} is a " + n.Op.Name(), Fix: "call it on an Input"}
		}
		fill, f := fillOf(init, n.Type.Shape)
		input.Default = &fill
		n.Op = input
		return f
	})
}

// valid reports whether the value names a node.
func (v Value) valid() bool { return v.tape != nil && v.index >= 0 }

// annotate changes what is noted at a node while its tape is open.
func (v Value) annotate(call string, change func(n *Node) *op.Fault) Value {
	switch {
	case v.tape == nil:
		return Value{index: -1, err: v.orphan(call)}
	case v.index < 0:
		return v
	case v.tape.sealed || v.index < v.tape.fixed:
		return v.tape.fail(call, "call it before the recording that made the value returns", "the tape is sealed at %s", v.describe())
	}
	n := v.node()
	if f := change(&n); f != nil {
		return v.tape.refuse(call, f, v.index)
	}
	v.tape.content.Nodes[v.index] = n
	return v
}

// record applies an op to values: the one way by which computed nodes come onto a tape.
func record(o op.Op, in ...Value) Value {
	i := slices.IndexFunc(in, func(v Value) bool { return v.tape != nil })
	if i < 0 {
		return Value{index: -1, err: append(in, Value{})[0].orphan(o.Name())}
	}
	t := in[i].tape
	for _, v := range in {
		if !t.owns(o.Name(), v) {
			return t.invalid()
		}
	}
	return t.apply(o, indices(in))
}

// owns wants a valid value of this tape, and leaves its error on the tape otherwise.
func (t *Tape) owns(call string, v Value) bool {
	switch {
	case v.tape == nil:
		t.adopt(v.orphan(call))
	case v.tape != t && v.index < 0:
		t.fail(call, "mend the call that gave it: its error stands on its own tape", "an operand is an invalid value of a different tape")
	case v.tape != t:
		t.fail(call, "record both on one tape", "%s belongs to a different tape", v.describe())
	default:
		return v.index >= 0 // the error of an invalid value is known
	}
	return false
}

// describe names a value of any tape.
func (v Value) describe() string {
	if !v.valid() {
		return "an invalid value"
	}
	return v.tape.content.Label(v.index)
}

// orphan is the error of a recording that met the zero Value: the earliest one that the value carries.
func (v Value) orphan(call string) *Error {
	if v.err != nil {
		return v.err
	}
	return &Error{Call: call, Text: "an operand is the zero Value, which names no node", Fix: "record it first", Source: tape.Caller()}
}

// apply infers, checks and appends.
func (t *Tape) apply(o op.Op, operands []int) Value {
	if !t.open(o.Name()) {
		return t.invalid()
	}
	types := make([]op.Type, len(operands))
	for i, operand := range operands {
		types[i] = t.content.Nodes[operand].Type
	}
	out, f := o.Infer(types)
	if f != nil {
		return t.refuse(o.Name(), f, operands...)
	}
	return t.append(Node{Op: o, In: operands, Type: out})
}

// at names a node of the tape by its number.
func (t *Tape) at(i int) Value { return Value{tape: t, index: i} }

// values names nodes by their numbers.
func (t *Tape) values(list []int) []Value {
	values := make([]Value, len(list))
	for i, n := range list {
		values[i] = t.at(n)
	}
	return values
}

// indices lists the numbers of values.
func indices(values []Value) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = v.Index()
	}
	return list
}
