package initial

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Write makes the elements of f, always the same ones. What a list is too short for is NaN; no tape holds such a list.
func (f Fill) Write(dst []float64) {
	draws := stream{f.State}
	switch f.Kind {
	case Const:
		for i := range dst {
			dst[i] = f.Value
		}
	case Values:
		for i := copy(dst, f.List); i < len(dst); i++ {
			dst[i] = math.Float64frombits(num.CanonicalNaN64)
		}
	case Uniform:
		for i := range dst {
			u := draws.unit()
			dst[i] = float64((float64(2*u) - 1) * f.Scale)
		}
	case Normal:
		const tau = 2 * math.Pi
		for i := range dst {
			u1, u2 := draws.unit(), draws.unit()
			radius := math.Sqrt(float64(-2 * num.LogF64(1-u1)))
			dst[i] = float64(float64(radius*num.CosF64(float64(tau*u2))) * f.Scale)
		}
	case Dropout:
		for i := range dst {
			dst[i] = 0
			if draws.unit() < f.Scale {
				dst[i] = 1 / f.Scale
			}
		}
	}
}
