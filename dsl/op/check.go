package op

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/runtime/tensor"
)

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

// first is the first fault of several checks, or nil.
func first(faults ...*Fault) *Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// CheckAxis checks an axis of the first operand.
func CheckAxis(first Type, axis int) *Fault {
	rank := first.Shape.Rank()
	switch {
	case axis >= 0 && axis < rank:
		return nil
	case rank == 0:
		return fault("give it a shape with at least one axis", "axis %d is out of range: {0} is a scalar", axis)
	}
	return fault(axisFix(axis, rank-1), "axis %d is out of range: {0} has %d axes", axis, rank)
}

// CheckGap checks where an axis is inserted into the first operand.
func CheckGap(first Type, axis int) *Fault {
	if rank := first.Shape.Rank(); axis < 0 || axis > rank {
		return fault(axisFix(axis, rank), "no axis can be inserted at %d: {0} has %d axes", axis, rank)
	}
	return nil
}

// axisFix guesses which axis was meant, where the last one is given.
func axisFix(axis, last int) string {
	switch {
	case last == 0:
		return "use axis 0, the only one"
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
