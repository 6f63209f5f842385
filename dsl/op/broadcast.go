package op

import (
	"math"

	"github.com/topos-go/topos/runtime/tensor"
)

// Broadcast repeats a value of one element over a shape.
// Gradient: the sum of g, broadcast to the operand's shape.
type Broadcast struct {
	arity1
	Shape tensor.Shape
}

// Infer takes the shape.
func (o Broadcast) Infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	if in[0].Shape.Volume() != 1 {
		return Type{}, fault("use BroadcastAlong, one axis at a time", "only one element can be broadcast to %v, but {0} holds %d", o.Shape, in[0].Shape.Volume())
	}
	if f := positive(o.Shape); f != nil {
		return Type{}, f
	}
	out := in[0]
	out.Shape = o.Shape
	return out, nil
}

// Gradient sums g and broadcasts the sum.
func (o Broadcast) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Broadcast(r.Sum(g), r.Type(n.In[0]).Shape)}
}

// Reads is nothing.
func (Broadcast) Reads() Reads { return ReadNothing }

// Rows are kept apart only where there are none; the result is uniform.
func (Broadcast) Rows(in []Rows, _ []Type, out Type) (Rows, bool) {
	return Free(allAxes(out)), in[0].Axis < 0
}

// positive checks that every extent of an attribute is at least 1 and that the volume can be counted.
func positive(shape tensor.Shape) *Fault {
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

// maxVolume bounds a shape so that every offset in bytes fits an int on any platform that could hold it.
const maxVolume = min(1<<40, math.MaxInt>>4)
