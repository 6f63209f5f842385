package op

import "github.com/topos-go/topos/runtime/tensor"

// Broadcast repeats a value of one element over a shape.
// Gradient: the sum of g, broadcast to the operand's shape.
type Broadcast struct {
	arity1
	Shape tensor.Shape
}

func (o Broadcast) infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	if in[0].Shape.Volume() != 1 {
		return Type{}, fault("use BroadcastAlong, one axis at a time", "only one element can be broadcast to %v, but {0} holds %d", o.Shape, in[0].Shape.Volume())
	}
	return in[0].shaped(o.Shape), nil
}

func (o Broadcast) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Broadcast(r.Sum(g), r.Type(n.In[0]).Shape)}
}
