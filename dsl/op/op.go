// Package op is the closed set of operations that a tape can hold: one file per op, with its attributes, its shape
// rule, its derivative rule and what that rule reads. Rules says what a reader of these rules must offer.
package op

import (
	"fmt"

	"github.com/topos-go/topos/runtime/tensor"
)

//go:generate go run ./gen

// Kind says what a value holds.
type Kind uint8

// The kinds of value.
const (
	Number    Kind = iota // elements
	Selection             // one class index per leading position; the shape is that of its one-hot form [..., classes]
	Mask                  // truth values, from comparisons
)

// String names the kind.
func (k Kind) String() string {
	if k > Mask {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return [...]string{"number", "selection", "mask"}[k]
}

// Precision says in which number an arithmetic value is held.
type Precision uint8

// The precisions.
const (
	Element Precision = iota // the entry's element
	Wide                     // the element's accumulator
)

// Type is what is known of a value when it is recorded.
type Type struct {
	Kind      Kind
	Precision Precision
	Shape     tensor.Shape
}

// String prints kind and shape: number [64, 10], or wide [64, 10].
func (t Type) String() string { return t.Word() + " " + t.Shape.String() }

// Word is the kind, or "wide" for numbers of the accumulator.
func (t Type) Word() string {
	if t.Kind == Number && t.Precision == Wide {
		return "wide"
	}
	return t.Kind.String()
}

// shaped is the type with another shape.
func (t Type) shaped(shape tensor.Shape) Type {
	t.Shape = shape
	return t
}

// Numbers is the type of elements in a shape.
func Numbers(shape tensor.Shape) Type { return Type{Shape: shape} }

// Selections is the type of a selection whose one-hot form has the shape.
func Selections(shape tensor.Shape) Type { return Type{Kind: Selection, Shape: shape} }

// Positions is the number of indices that a selection stores: the volume of its leading axes.
func (t Type) Positions() int { return t.Shape[:max(len(t.Shape)-1, 0)].Volume() }

// Classes is the extent of a selection's last axis; 0 where there is none.
func (t Type) Classes() int {
	if len(t.Shape) == 0 {
		return 0
	}
	return t.Shape[len(t.Shape)-1]
}

// Ref is a value as one Rules sees it. Only that Rules understands it.
type Ref int

// None is the cotangent of an operand that is data.
const None Ref = -1

// Node is an application of an op: its operands and its result.
type Node struct {
	In  []Ref
	Out Ref
}

// Reads names the payloads that a derivative rule reads, beyond shapes.
type Reads uint8

// What a derivative rule may read.
const (
	ReadA Reads = 1 << iota
	ReadB
	ReadOut
	ReadNothing Reads = 0
)

// Op is an opcode with its attributes.
type Op interface {
	// Name is the printed name.
	Name() string
	// Arity is the number of operands.
	Arity() int
	// Infer checks the operands' types and returns the result's.
	Infer(in []Type) (Type, *Fault)
	// Gradient returns one cotangent per operand, or None for data. It records its nodes in a fixed order, which is part of the spec.
	Gradient(r Rules, n Node, g Ref) []Ref
	// Reads names the payloads that Gradient reads. It is generated from the rule.
	Reads() Reads
}

// Fault is a refused recording. In both texts {0} stands for the first operand with its name and shape, {0.name} for its name alone.
type Fault struct {
	Text string
	Fix  string
}

func fault(fix, format string, args ...any) *Fault {
	return &Fault{Text: fmt.Sprintf(format, args...), Fix: fix}
}

// arity1 to arity3 give the number of operands to ops with a shape rule of their own; variadic ops take any number but zero.
type (
	arity1   struct{}
	arity2   struct{}
	arity3   struct{}
	variadic struct{}
)

func (arity1) Arity() int   { return 1 }
func (arity2) Arity() int   { return 2 }
func (arity3) Arity() int   { return 3 }
func (variadic) Arity() int { return Variadic }

// Variadic is the arity of ops that take one or more operands.
const Variadic = -1
