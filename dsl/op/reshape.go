package op

import (
	"strconv"

	"github.com/topos-go/topos/runtime/tensor"
)

// Reshape keeps the elements in row-major order under another shape.
// Gradient: g under the operand's shape.
type Reshape struct {
	arity1
	Shape tensor.Shape
}

func (o Reshape) infer(in []Type) (Type, *Fault) {
	if f := first(movable(in), CheckShape(o.Shape)); f != nil {
		return Type{}, f
	}
	if have, want := in[0].Shape.Volume(), o.Shape.Volume(); have != want {
		return Type{}, fault("choose a shape of "+strconv.Itoa(have)+" elements", "volumes differ: %d ({0}) and %d (%v)", have, want, o.Shape)
	}
	return in[0].shaped(o.Shape), nil
}

func (Reshape) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Reshape(g, r.Type(n.In[0]).Shape)}
}
