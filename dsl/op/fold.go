package op

// Fold adds windows back into an axis of Extent: every element is the sum, from zero, of the window elements that Unfold would read from
// it, by increasing index in the window. Gradient: the windows of g.
type Fold struct {
	arity1
	Axis     int
	Size     int
	Step     int
	Dilation int
	Extent   int
}

// infer replaces count and size by the extent.
func (o Fold) infer(in []Type) (Type, *Fault) {
	if f := numbers(in); f != nil {
		return Type{}, f
	}
	if f := axisWithin(in, o.Axis); f != nil {
		return Type{}, f
	}
	if f := axisWithin(in, o.Axis+1); f != nil {
		return Type{}, f
	}
	if f := CheckShape([]int{o.Extent}); f != nil {
		return Type{}, f
	}
	count, f := windows(o.Extent, o.Size, o.Step, o.Dilation)
	if f != nil {
		return Type{}, f
	}
	if s := in[0].Shape; s[o.Axis] != count || s[o.Axis+1] != o.Size {
		return Type{}, fault("fold what Unfold gave", "axes %d and %d of {0} must be %d windows of %d", o.Axis, o.Axis+1, count, o.Size)
	}
	out := in[0]
	out.Shape = out.Shape.Without(o.Axis).Without(o.Axis).With(o.Axis, o.Extent)
	return out, nil
}

// Gradient unfolds g.
func (o Fold) Gradient(r Rules, _ Node, g Ref) []Ref {
	return []Ref{r.Unfold(g, o.Axis, o.Size, o.Step, o.Dilation)}
}
