package interp

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
)

// unfold lists the windows along an axis. Element k of window c is the element c*step + k*dilation.
func unfold[T any](x []T, shape, windows tensor.Shape, o op.Unfold) []T {
	outer, extent, inner := shape.Split(o.Axis)
	out := make([]T, 0, windows.Volume())
	for i := range outer {
		for c := range windows[o.Axis] {
			for k := range o.Size {
				out = append(out, x[(i*extent+c*o.Step+k*o.Dilation)*inner:][:inner]...)
			}
		}
	}
	return out
}

// fold adds the windows back. Each element starts at +0, and adds what windows hold of it by increasing index in the window.
func fold[E, W any](a num.Arithmetic[E, W], windows []E, shape tensor.Shape, o op.Fold) []E {
	w := a.Wide()
	outer, extent, inner := shape.Split(o.Axis)
	count := len(windows) / (outer * o.Size * inner)
	total := filled(w.FromFloat64(0), shape.Volume())
	for i := range outer {
		for k := range o.Size {
			for c := range count {
				to := total[(i*extent+c*o.Step+k*o.Dilation)*inner:]
				for j, x := range windows[((i*count+c)*o.Size+k)*inner:][:inner] {
					to[j] = w.Add(to[j], a.Widen(x))
				}
			}
		}
	}
	return each(a.Round, total)
}
