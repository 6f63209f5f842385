// Package pattern is the catalog of forms that a compiler computes in one call though they were recorded as several nodes. Discovery finds
// candidates and judges their legality, the same for every reader of a plan; each reader then elects those that it can lower. A pattern changes
// how values are computed, never their bits, and never the tape.
package pattern

import "fmt"

// Pattern finds one form. It holds no state. One from another module is handed to cli.Main, and to gosrc.Options or proof.Options in tests.
type Pattern interface {
	// Name is what listings call the form: one word, such as "chain-sum".
	Name() string
	// Match looks for the form whose last node is root. It returns the candidate; or where the form almost matches, the node that stood in
	// the way; or neither. What every candidate must fulfil, see Discover, is not for Match to check.
	Match(g *Graph, root int) (*Candidate, *Miss)
}

// Candidate is a match of a pattern: nodes that one call computes.
type Candidate struct {
	Root     int   // the last node of the form
	Interior []int // computed on the way, or not at all: nothing outside sees them
	Results  []int // computed on the way and written too: they may be read after the run, and by nodes after Root
	Operands []int // what the form reads, in the order of the pattern's choice
	Call     *Call // nil: Root is a Sum or a SumAlong of the last axis, and a loop computes the elementwise Interior block by block for it
	Flops    int   // the arithmetic that is saved nowhere: what listings count
}

// Call says which function computes a candidate. Generated code imports its package.
type Call struct {
	Package  string // import path
	Function string // an exported function of it; it may be generic, its type parameters inferred from the arguments
	Args     []Arg  // Root and each of Results and Operands once or more
	Scratch  *Scratch
}

// Scratch says how much scratch memory a call wants. The contents before and after a call mean nothing.
type Scratch struct {
	Function string // an exported function of the call's package: it takes Extents and returns the number of elements
	Extents  []int
}

// Arg is one argument of a call: make it with Buffer, Int, Float, Bool or Work.
type Arg struct {
	node  int
	value any // nil: the buffer of node
}

// work is the value of an argument that is the call's scratch.
type work struct{}

// Buffer passes a node's elements as a dense slice in row-major order, of one element for a scalar: []E; of a selection, its class indices:
// []int32. The call writes to the slices of Root and Results, every element of them, and only reads the others. No two overlap.
func Buffer(node int) Arg { return Arg{node: node} }

// Int passes a number that is known when the code is generated, such as an extent.
func Int(n int) Arg { return Arg{value: n} }

// Float passes a finite literal, exactly: the function rounds it to its element.
func Float(x float64) Arg { return Arg{value: x} }

// Bool passes a truth value.
func Bool(b bool) Arg { return Arg{value: b} }

// Work passes the scratch that the call asks for, []E.
func Work() Arg { return Arg{value: work{}} }

// Node is the node whose buffer is passed; ok is false for the other arguments.
func (a Arg) Node() (node int, ok bool) { return a.node, a.value == nil }

// IsWork reports whether the call's scratch is passed.
func (a Arg) IsWork() bool { return a.value == any(work{}) }

// Value is the number or truth value that is passed: an int, a float64 or a bool; nil for memory.
func (a Arg) Value() any {
	if a.IsWork() {
		return nil
	}
	return a.value
}

// Miss is a form that almost matches, and the node that stood in the way.
type Miss struct {
	Pattern string
	Root    int
	Node    int // the one that blocked
	Reason  string
}

// Blocked is a miss for Match to return.
func Blocked(node int, format string, args ...any) *Miss {
	return &Miss{Node: node, Reason: fmt.Sprintf(format, args...)}
}

// Match is a legal candidate.
type Match struct {
	Pattern string
	*Candidate
}

// Catalog lists the patterns of this module, in the order of their priority.
func Catalog() []Pattern { return []Pattern{ChainSum{}} }
