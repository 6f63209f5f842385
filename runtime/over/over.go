// Package over holds the shared kernels of elements that bring their own arithmetic: bf16, f16 and those of other modules. They have the shapes of
// the kernels in package kernel, and an arithmetic as the last argument. Where they need scratch it is of the accumulator's type.
//
// What only moves elements, whatever they are, is in package kernel. The contract is that of its kernels: lists and extents that do not fit are refused
// by a panic.
package over

import (
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/num"
)

// Make returns n elements of the fill, each rounded once.
func Make[E, W any](f initial.Fill, n int, a num.Arithmetic[E, W]) []E {
	exact := make([]float64, n)
	f.Write(exact)
	elements := make([]E, n)
	for i, v := range exact {
		elements[i] = a.FromFloat64(v)
	}
	return elements
}

// Convert converts each number once, directly.
func Convert[E, W, F, V any](dst []E, to num.Arithmetic[E, W], src []F, from num.Arithmetic[F, V]) {
	dst = dst[:len(src)]
	if list, ok := any(src).([]float32); ok && isNarrow(to) {
		round(dst, list)
		return
	}
	if list, ok := any(dst).([]float32); ok && isNarrow(from) {
		widen(list, src)
		return
	}
	for i, x := range src {
		dst[i] = to.FromFloat64(from.Float64(x))
	}
}

// CanonicalNaN replaces every NaN by the canonical one.
func CanonicalNaN[E, W any](x []E, a num.Arithmetic[E, W]) {
	if isNarrow(a) {
		canonicalNarrow(x)
		return
	}
	for i, v := range x {
		x[i] = a.Canonical(v)
	}
}

// fill sets all elements.
func fill[E any](dst []E, v E) {
	for i := range dst[:min(len(dst), 64)] {
		dst[i] = v
	}
	for done := 64; done < len(dst); done *= 2 {
		copy(dst[done:], dst[:done])
	}
}
