package op

import "github.com/topos-go/topos/runtime/tensor"

// Reshape keeps the elements in row-major order under another shape.
// Gradient: g under the operand's shape.
type Reshape struct {
	arity1
	Shape tensor.Shape
}

// Infer takes the shape.
func (o Reshape) Infer(in []Type) (Type, *Fault) {
	if f := movable(in); f != nil {
		return Type{}, f
	}
	if f := positive(o.Shape); f != nil {
		return Type{}, f
	}
	if have, want := in[0].Shape.Volume(), o.Shape.Volume(); have != want {
		return Type{}, fault("choose a shape of "+itoa(have)+" elements", "volumes differ: %d ({0}) and %d (%v)", have, want, o.Shape)
	}
	out := in[0]
	out.Shape = o.Shape
	return out, nil
}

// Gradient reshapes g back.
func (Reshape) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Reshape(g, r.Type(n.In[0]).Shape)}
}

// Reads is nothing.
func (Reshape) Reads() Reads { return ReadNothing }

// Rows survive where the axes up to theirs are unchanged.
func (o Reshape) Rows(in []Rows, types []Type, out Type) (Rows, bool) {
	r, from := in[0], types[0]
	if r.Axis < 0 {
		if r.Uniform == allAxes(from) {
			return Free(allAxes(out)), true
		}
		return Free(0), true
	}
	keep := r.Axis + 1
	return r, len(out.Shape) >= keep && out.Shape[:keep].Equal(from.Shape[:keep])
}
