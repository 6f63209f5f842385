// Package dsl records networks: a Tape is written by plain Go calls, checked line by line, and sealed into a Network that every reading
// starts from.
//
// A Tape is for one goroutine. Calls never panic: a failing one records an error with its line and returns an invalid Value, which
// later calls ignore.
package dsl

import (
	"errors"
	"io"
	"regexp"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/initial"
)

// Tape is an append-only record of nodes. Make one through Record.
type Tape struct {
	content tape.Content
	sealed  bool
	fixed   int // the nodes below are part of a network and cannot be annotated any more
	scopes  []string
	slots   map[string]int // parameter and state paths; nil until the first
	rule    int            // one above the node whose derivative rule is recording, or 0
	line    Position       // of the text that is read, or zero
	errs    []*Error
}

// Record runs the recording function on a new tape and seals it. The error joins up to ten recording errors.
func Record(recording func(t *Tape)) (*Network, error) {
	if recording == nil {
		return nil, errors.New("Record: the recording function is nil")
	}
	t := &Tape{}
	recording(t)
	return t.seal()
}

// Reopen runs a recording function on the tape of a network and seals it again. The network stays as it is: the new one begins with the same
// nodes, so that values, parameters and plans of the old one serve both. A network can be continued once.
func Reopen(n *Network, recording func(t *Tape)) (*Network, error) {
	if n == nil || n.tape == nil || recording == nil {
		return nil, errors.New("Reopen: the network or the recording function is nil")
	}
	t, c := n.tape, n.content
	if len(t.content.Nodes) != len(c.Nodes) || !t.sealed {
		return nil, errors.New("Reopen: this network was continued already\n\tfix: reopen the newer network, or record anew")
	}
	t.content = tape.Content{Nodes: slices.Clone(c.Nodes), Entries: slices.Clone(c.Entries), Derivatives: slices.Clone(c.Derivatives)}
	t.fixed, t.sealed, t.errs = len(c.Nodes), false, nil
	recording(t)
	return t.seal()
}

// ReadText reads what Text or TextWithSource wrote; name is the file's, for errors. The text is recorded anew, so that whatever a recording call
// refuses is refused, and every shape is inferred again.
func ReadText(name string, r io.Reader) (*Network, error) {
	c, err := tape.Read(name, r)
	if err != nil {
		return nil, err
	}
	t := &Tape{line: Position{File: name, Line: 1}}
	for _, n := range c.Nodes {
		t.line.Line++
		t.replay(n)
	}
	t.content.Derivatives = c.Derivatives
	t.line.Line += len(c.Derivatives)
	for _, e := range c.Entries {
		t.line.Line++
		if len(t.errs) == 0 {
			t.Export(e.Name, t.entry(e))
		}
		if len(t.errs) == 0 {
			t.content.Entries[len(t.content.Entries)-1].Source = e.Source
		}
	}
	t.line = Position{}
	return t.seal()
}

// replay records a node of a text.
func (t *Tape) replay(n Node) {
	if len(t.errs) > 0 {
		return
	}
	var v Value
	if op.IsSource(n.Op) {
		v = t.source(n.Op.Name(), n.Op, n.Name, n.Type)
	} else {
		v = t.apply(n.Op, n.In)
		if v.valid() && n.Name != "" {
			v = v.Named(n.Name)
		}
	}
	if n.Axes != nil {
		v = v.Axes(n.Axes...)
	}
	if !v.valid() {
		return
	}
	if got := v.Type(); got.Kind != n.Type.Kind || got.Precision != n.Type.Precision || !got.Shape.Equal(n.Type.Shape) {
		t.fail(n.Op.Name(), "record the text anew", "it gives %v, but %v is written", got, n.Type)
		return
	}
	t.content.Nodes[v.index].Source = n.Source
}

// seal ends the recording.
func (t *Tape) seal() (*Network, error) {
	for _, e := range t.content.Entries {
		if f, about := t.content.CheckNames(e); f != nil { // values may have been named since the export
			t.refuse("Export", f, about...)
		}
	}
	t.sealed = true
	if err := t.Err(); err != nil {
		return nil, err
	}
	return &Network{t, t.content}, nil
}

// Parameter records trainable state under a path that is unique on the tape, such as "net.0.weight".
func (t *Tape) Parameter(path string, init Initial, shape ...int) Value {
	return t.filled("Parameter", path, init, shape, func(f initial.Fill) op.Op { return op.Parameter{Fill: f} })
}

// State records state that is never differentiated, such as a moment or a step count.
func (t *Tape) State(path string, init Initial, shape ...int) Value {
	return t.filled("State", path, init, shape, func(f initial.Fill) op.Op { return op.State{Fill: f} })
}

// Leaf records a constant.
func (t *Tape) Leaf(init Initial, shape ...int) Value {
	return t.filled("Leaf", "", init, shape, func(f initial.Fill) op.Op { return op.Leaf{Fill: f} })
}

// Input records numbers that are fed at each run.
func (t *Tape) Input(name string, shape ...int) Value {
	return t.source("Input", op.Input{}, name, op.Numbers(slices.Clone(shape)))
}

// Scalar records a single number that is fed at each run, such as a learning rate.
func (t *Tape) Scalar(name string) Value { return t.source("Scalar", op.Input{}, name, op.Type{}) }

// Labels records class indices that are fed at each run: a selection whose one-hot form has the shape [..., classes].
func (t *Tape) Labels(name string, shape ...int) Value {
	return t.source("Labels", op.Labels{}, name, op.Selections(slices.Clone(shape)))
}

// Ancestors marks the nodes that the given ones are computed from, themselves included. Numbers of no node mark nothing.
func (t *Tape) Ancestors(of ...int) []bool { return t.held().Ancestors(of...) }

// Derived marks the nodes that Differentiate and Vjp have appended so far.
func (t *Tape) Derived() []bool { return t.held().Derived() }

// held is what the tape holds; nothing where it is nil.
func (t *Tape) held() tape.Content {
	if t == nil {
		return tape.Content{}
	}
	return t.content
}

// Scope adds a layer's name to the path under which the following nodes are known to error messages. Call what it returns to leave.
func (t *Tape) Scope(name string) (leave func()) {
	if t == nil {
		return func() {}
	}
	t.scopes = append(t.scopes, name)
	depth := len(t.scopes)
	return func() { t.scopes = t.scopes[:min(depth-1, len(t.scopes))] }
}

// filled records a source whose elements the initial describes.
func (t *Tape) filled(call, name string, init Initial, shape []int, source func(initial.Fill) op.Op) Value {
	f := op.CheckShape(shape)
	var fill initial.Fill
	if f == nil {
		fill, f = fillOf(init, shape)
	}
	if f != nil {
		return t.refuse(call, f)
	}
	return t.source(call, source(fill), name, op.Numbers(slices.Clone(shape)))
}

// source checks and appends a node without operands.
func (t *Tape) source(call string, o op.Op, name string, typ op.Type) Value {
	_, leaf := o.(op.Leaf)
	_, labels := o.(op.Labels)
	f := op.CheckShape(typ.Shape)
	if fill := tape.FillOf(o); f == nil && fill != nil {
		f = checkFill(*fill, typ.Shape)
	}
	switch {
	case !t.open(call):
		return t.invalid()
	case f != nil:
		return t.refuse(call, f)
	case labels && typ.Shape.Rank() == 0:
		return t.fail(call, "give the number of classes as the last extent", "the one-hot form of %q needs at least one axis", name)
	case labels != (typ.Kind == op.Selection) || typ.Kind == op.Mask:
		return t.fail(call, "use numbers, or Labels", "it cannot hold a %s", typ.Kind)
	case tape.IsSlot(o) && !isPath(name):
		return t.fail(call, "use dotted words, such as net.0.weight", "%q is not a path", name)
	case !leaf && !isPath(name):
		return t.fail(call, "use dotted words of letters, digits, _ and -", "%q is not a name", name)
	}
	if first, taken := t.slots[name]; taken && tape.IsSlot(o) {
		return t.refuse(call, &op.Fault{Text: "the path of {0} is taken", Fix: "choose another path"}, first)
	}
	v := t.append(Node{Op: o, Type: typ, Name: name})
	if tape.IsSlot(o) {
		if t.slots == nil {
			t.slots = map[string]int{}
		}
		t.slots[name] = v.index
	}
	return v
}

// append adds a node that was checked.
func (t *Tape) append(n Node) Value {
	n.Source = t.here()
	t.content.Nodes = append(t.content.Nodes, n)
	return t.at(len(t.content.Nodes) - 1)
}

// open reports whether the tape can be recorded on.
func (t *Tape) open(call string) bool {
	if t == nil || t.sealed {
		t.fail(call, "record before Record returns", "the tape is sealed")
		return false
	}
	return true
}

// path matches words of letters, digits, _ and -, joined by dots; each word has a letter or a digit.
var path = regexp.MustCompile(`^[-_]*[A-Za-z0-9][-_A-Za-z0-9]*(\.[-_]*[A-Za-z0-9][-_A-Za-z0-9]*)*$`)

// isPath reports whether the text can name a node.
func isPath(text string) bool { return path.MatchString(text) }
