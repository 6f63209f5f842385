// Package dsl records networks: a Tape is written by plain Go calls, checked line by line, and sealed into a Network that every reading
// starts from.
//
// A Tape is for one goroutine. Calls never panic: a failing one records an error with its line and returns an invalid Value, which
// later calls ignore.
package dsl

import (
	"errors"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// Tape is an append-only record of nodes. Make one through Record.
type Tape struct {
	content
	sealed bool
	fixed  int // the nodes below are part of a network and cannot be annotated any more
	scopes []string
	slots  map[string]int // parameter and state paths
	origin int            // the node whose derivative rule is recording, or -1
	errs   []*Error
}

// Node is one line of the tape.
type Node struct {
	Op     op.Op
	In     []int
	Type   op.Type
	Name   string   // of a source or by Named; empty otherwise
	Axes   []string // names of the axes; nil where none were given
	Source Source
}

// Record runs the recording function on a new tape and seals it. The error joins up to ten recording errors.
func Record(recording func(t *Tape)) (*Network, error) {
	if recording == nil {
		return nil, errors.New("Record: the recording function is nil")
	}
	t := newTape()
	recording(t)
	return t.seal()
}

// Reopen runs a recording function on the tape of a network and seals it again. The network stays as it is: the new one begins with the same
// nodes, so that values, parameters and plans of the old one serve both. A network can be continued once.
func Reopen(n *Network, recording func(t *Tape)) (*Network, error) {
	t := n.tape
	if len(t.nodes) != len(n.nodes) || !t.sealed {
		return nil, errors.New("Reopen: this network was continued already\n\tfix: reopen the newer network, or record anew")
	}
	t.content = content{slices.Clone(n.nodes), slices.Clone(n.entries), slices.Clone(n.derivatives)}
	t.fixed, t.sealed, t.errs = len(n.nodes), false, nil
	recording(t)
	return t.seal()
}

// seal ends the recording.
func (t *Tape) seal() (*Network, error) {
	for _, e := range t.entries {
		t.checkNames(e) // values may have been named since the export
	}
	t.sealed = true
	if err := t.Err(); err != nil {
		return nil, err
	}
	return &Network{t, t.content}, nil
}

func newTape() *Tape { return &Tape{slots: map[string]int{}, origin: -1} }

// Parameter records trainable state under a path that is unique on the tape, such as "net.0.weight".
func (t *Tape) Parameter(path string, init Initial, shape ...int) Value {
	return t.slot("Parameter", path, init, shape, func(f initial.Fill) op.Op { return op.Parameter{Fill: f} })
}

// State records state that is never differentiated, such as a moment or a step count.
func (t *Tape) State(path string, init Initial, shape ...int) Value {
	return t.slot("State", path, init, shape, func(f initial.Fill) op.Op { return op.State{Fill: f} })
}

// Input records numbers that are fed at each run.
func (t *Tape) Input(name string, shape ...int) Value {
	return t.source("Input", op.Input{}, name, op.Numbers(slices.Clone(shape)))
}

// Scalar records a single number that is fed at each run, such as a learning rate.
func (t *Tape) Scalar(name string) Value { return t.source("Scalar", op.Input{}, name, op.Type{}) }

// Labels records class indices that are fed at each run: a selection whose one-hot form has the shape [..., classes].
func (t *Tape) Labels(name string, shape ...int) Value {
	if len(shape) == 0 {
		return t.fail("Labels", "give the number of classes as the last extent", "the one-hot form of %q needs at least one axis", name)
	}
	return t.source("Labels", op.Labels{}, name, op.Selections(slices.Clone(shape)))
}

// Leaf records a constant.
func (t *Tape) Leaf(init Initial, shape ...int) Value {
	fill, v, ok := t.fill("Leaf", init, shape)
	if !ok {
		return v
	}
	return t.source("Leaf", op.Leaf{Fill: fill}, "", op.Numbers(slices.Clone(shape)))
}

// Scope adds a layer's name to the path under which the following nodes are known to error messages. Call what it returns to leave.
func (t *Tape) Scope(name string) (leave func()) {
	t.scopes = append(t.scopes, name)
	depth := len(t.scopes)
	return func() { t.scopes = t.scopes[:min(depth-1, len(t.scopes))] }
}

// slot records a parameter or a state.
func (t *Tape) slot(call, path string, init Initial, shape []int, make func(initial.Fill) op.Op) Value {
	fill, v, ok := t.fill(call, init, shape)
	if !ok {
		return v
	}
	if !isPath(path) {
		return t.fail(call, "use dotted words, such as net.0.weight", "%q is not a path", path)
	}
	if first, taken := t.slots[path]; taken {
		return t.refuse(call, &op.Fault{Text: "the path of {0} is taken", Fix: "choose another path"}, []int{first})
	}
	v = t.source(call, make(fill), path, op.Numbers(slices.Clone(shape)))
	if v.valid() {
		t.slots[path] = v.index
	}
	return v
}

// fill asks the initial for its description in the shape.
func (t *Tape) fill(call string, init Initial, shape tensor.Shape) (initial.Fill, Value, bool) {
	if init == nil {
		return initial.Fill{}, t.fail(call, "use dsl.Const(0) for zeros", "no initial value was given"), false
	}
	if f := checkShape(shape); f != nil {
		return initial.Fill{}, t.fail(call, f.Fix, "%s", f.Text), false
	}
	fill, err := init.Fill(shape)
	if err != nil {
		return fill, t.fail(call, "choose an initial value for this shape", "%v", err), false
	}
	return fill, Value{}, true
}

// source appends a node without operands.
func (t *Tape) source(call string, o op.Op, name string, typ op.Type) Value {
	if t.sealed {
		return t.fail(call, "record before Record returns", "the tape is sealed")
	}
	if f := checkShape(typ.Shape); f != nil {
		return t.fail(call, f.Fix, "%s", f.Text)
	}
	if _, leaf := o.(op.Leaf); !leaf && !isPath(name) {
		return t.fail(call, "use dotted words of letters, digits, _ and -", "%q is not a name", name)
	}
	return t.append(Node{Op: o, Type: typ, Name: name, Source: t.here()})
}

func (t *Tape) append(n Node) Value {
	t.nodes = append(t.nodes, n)
	return Value{tape: t, index: len(t.nodes) - 1}
}

// checkShape applies the rule of attributes to the shape of a source.
func checkShape(shape tensor.Shape) *op.Fault {
	_, f := op.Broadcast{Shape: shape}.Infer([]op.Type{{}})
	return f
}

// isPath reports whether the text is made of words of letters, digits, _ and -, joined by dots; each word has a letter or a digit.
func isPath(text string) bool {
	word := 0
	for _, r := range text {
		switch {
		case r == '.':
			if word == 0 {
				return false
			}
			word = 0
		case r == '_' || r == '-':
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			word++
		default:
			return false
		}
	}
	return word > 0
}
