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

func (k Kind) String() string { return [...]string{"number", "selection", "mask"}[k] }

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

// Numbers is the type of elements in a shape.
func Numbers(shape tensor.Shape) Type { return Type{Shape: shape} }

// Selections is the type of a selection whose one-hot form has the shape.
func Selections(shape tensor.Shape) Type { return Type{Kind: Selection, Shape: shape} }

// Positions is the number of indices that a selection stores: the volume of its leading axes.
func (t Type) Positions() int { return t.Shape[:len(t.Shape)-1].Volume() }

// Classes is the extent of a selection's last axis.
func (t Type) Classes() int { return t.Shape[len(t.Shape)-1] }

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
	// Reads names the payloads that Gradient reads.
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

// numbers checks that all operands are numbers of one precision.
func numbers(in []Type) *Fault { return numbersFrom(in, 0) }

// numbersFrom checks the operands from first on.
func numbersFrom(in []Type, first int) *Fault {
	for i, t := range in[first:] {
		i += first
		if t.Kind != Number {
			return fault("use a value that holds numbers", "{%d} is a %s, not numbers", i, t.Kind)
		}
		if t.Precision != in[first].Precision {
			return fault("convert one of them with Widen or Round", "precisions differ: {%d} and {%d}", first, i)
		}
	}
	return nil
}

// movable checks that all operands are numbers of one precision, or all masks: what can be moved without being computed with.
func movable(in []Type) *Fault {
	for i, t := range in {
		if t.Kind == Selection {
			return fault("use numbers or masks", "{%d} is a selection, which cannot be moved", i)
		}
		if t.Kind != in[0].Kind {
			return fault("move numbers with numbers and masks with masks", "kinds differ: {0} and {%d}", i)
		}
	}
	if in[0].Kind == Number {
		return numbers(in)
	}
	return nil
}

// axisWithin checks an axis against the rank of the first operand.
func axisWithin(in []Type, axis int) *Fault {
	if rank := in[0].Shape.Rank(); axis < 0 || axis >= rank {
		if rank == 0 {
			return fault("give it a shape with at least one axis", "axis %d is out of range: {0} is a scalar", axis)
		}
		return fault(fmt.Sprintf("use an axis from 0 to %d", rank-1), "axis %d is out of range: {0} has %d axes", axis, rank)
	}
	return nil
}
