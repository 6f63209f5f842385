package op

// Unfold replaces one axis by all windows along it: count windows of Size elements, Step apart, Dilation between elements.
// Gradient: g folded back.
type Unfold struct {
	arity1
	Axis     int
	Size     int
	Step     int
	Dilation int
}

func (o Unfold) infer(in []Type) (Type, *Fault) {
	if f := first(numbers(in), CheckAxis(in[0], o.Axis)); f != nil {
		return Type{}, f
	}
	count, f := windows(in[0].Shape[o.Axis], o.Size, o.Step, o.Dilation)
	if f != nil {
		return Type{}, f
	}
	out := resized(in[0], o.Axis, count)
	out.Shape = out.Shape.With(o.Axis+1, o.Size)
	return out, nil
}

// windows counts the windows that fit an extent.
func windows(extent, size, step, dilation int) (int, *Fault) {
	if size < 1 || step < 1 || dilation < 1 {
		return 0, fault("make all three at least 1", "windows of size %d, step %d, dilation %d", size, step, dilation)
	}
	if size > extent || dilation > (extent-1)/max(size-1, 1) && size > 1 {
		return 0, fault("choose smaller windows", "a window of size %d and dilation %d does not fit an extent of %d ({0})", size, dilation, extent)
	}
	return (extent-dilation*(size-1)-1)/step + 1, nil
}

func (o Unfold) Gradient(r Rules, n Node, g Ref) []Ref {
	return []Ref{r.Fold(g, o.Axis, o.Size, o.Step, o.Dilation, r.Type(n.In[0]).Shape[o.Axis])}
}
