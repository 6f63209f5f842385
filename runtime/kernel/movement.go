package kernel

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Fill sets every element of dst to v.
func Fill[F Float](dst []F, v F) {
	for i := range dst[:min(len(dst), 64)] {
		dst[i] = v
	}
	for done := 64; done < len(dst); done *= 2 {
		copy(dst[done:], dst[:done])
	}
}

// CanonicalNaN replaces every NaN in x by the positive quiet NaN without payload, which alone leaves a program.
func CanonicalNaN[F Float](x []F) {
	if vectorCanonicalNaN(x) {
		return
	}
	switch x := any(x).(type) {
	case []float32:
		nan := math.Float32frombits(num.CanonicalNaN32)
		for i, v := range x {
			if v != v {
				x[i] = nan
			}
		}
	case []float64:
		nan := math.Float64frombits(num.CanonicalNaN64)
		for i, v := range x {
			if v != v {
				x[i] = nan
			}
		}
	}
}
