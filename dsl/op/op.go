// Package op is the closed set of operations that a tape can hold: one file per op, with its attributes, its shape
// rule, its derivative rule and what that rule reads. Rules says what a reader of these rules must offer.
package op

import (
	"fmt"
	"math"

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

// axisWithin checks an axis of the first operand.
func axisWithin(in []Type, axis int) *Fault {
	rank := in[0].Shape.Rank()
	switch {
	case axis >= 0 && axis < rank:
		return nil
	case rank == 0:
		return fault("give it a shape with at least one axis", "axis %d is out of range: {0} is a scalar", axis)
	}
	return fault(nearestAxis(axis, rank-1), "axis %d is out of range: {0} has %d axes", axis, rank)
}

// axisBetween checks where an axis is inserted into the first operand.
func axisBetween(in []Type, axis int) *Fault {
	if rank := in[0].Shape.Rank(); axis < 0 || axis > rank {
		return fault(nearestAxis(axis, rank), "no axis can be inserted at %d: {0} has %d axes", axis, rank)
	}
	return nil
}

// nearestAxis guesses which axis was meant, where the last one is given.
func nearestAxis(axis, last int) string {
	switch {
	case axis < 0 && axis >= -last-1:
		return fmt.Sprintf("use axis %d: axes count from 0, not from the end", last+1+axis)
	case axis == last+1:
		return fmt.Sprintf("use axis %d, the last: axes count from 0", last)
	}
	return fmt.Sprintf("use an axis from 0 to %d", last)
}

// CheckShape wants every extent to be at least 1 and the shape to be of a size that can be counted.
func CheckShape(shape tensor.Shape) *Fault {
	if len(shape) > maxRank {
		return fault("join some of them", "a shape of %d axes has more than %d", len(shape), maxRank)
	}
	volume := 1
	for axis, extent := range shape {
		if extent < 1 {
			return fault("make every extent at least 1", "extent %d of axis %d is not positive", extent, axis)
		}
		if volume > maxVolume/extent {
			return fault("make it smaller", "shape %v has more than %d elements", shape, maxVolume)
		}
		volume *= extent
	}
	return nil
}

// maxVolume bounds a shape so that every offset in bytes fits an int on any platform that could hold it; maxRank so that axes fit a set of bits.
const (
	maxVolume = min(1<<40, math.MaxInt>>4)
	maxRank   = 32
)

// infer applies an op's shape rule to operands of sound types, in the number that the op takes, and checks the result.
func infer(o Op, rule func(in []Type) (Type, *Fault), in []Type) (Type, *Fault) {
	if n := o.Arity(); len(in) != n && (n != Variadic || len(in) == 0) {
		return Type{}, fault("give it as many operands as it takes", "%s takes %d operands, not %d", o.Name(), max(n, 1), len(in))
	}
	for i, t := range in {
		f := CheckShape(t.Shape)
		if f == nil && (t.Kind > Mask || t.Precision > Wide || t.Kind == Selection && t.Shape.Rank() == 0) {
			f = fault("use what a tape recorded", "{%d} is of no known type", i)
		}
		if f != nil {
			return Type{}, f
		}
	}
	out, f := rule(in)
	if f == nil {
		f = CheckShape(out.Shape)
	}
	if f != nil {
		return Type{}, f
	}
	return out, nil
}
