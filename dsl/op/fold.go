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

func (o Fold) infer(in []Type) (Type, *Fault) {
	if f := first(numbers(in), CheckAxis(in[0], o.Axis), CheckAxis(in[0], o.Axis+1), CheckShape([]int{o.Extent})); f != nil {
		return Type{}, f
	}
	count, f := windows(o.Extent, o.Size, o.Step, o.Dilation)
	if f != nil {
		return Type{}, f
	}
	if s := in[0].Shape; s[o.Axis] != count || s[o.Axis+1] != o.Size {
		return Type{}, fault("fold what Unfold gave", "axes %d and %d of {0} must be %d windows of %d", o.Axis, o.Axis+1, count, o.Size)
	}
	return in[0].shaped(in[0].Shape.Without(o.Axis).Without(o.Axis).With(o.Axis, o.Extent)), nil
}

func (o Fold) Gradient(r Rules, _ Node, g Ref) []Ref {
	return []Ref{r.Unfold(g, o.Axis, o.Size, o.Step, o.Dilation)}
}
