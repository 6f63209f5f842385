package kernel

import (
	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
)

// Narrow is a 16-bit element. Kernels compute with it in float32.
type Narrow interface{ num.BFloat16 | float16.Float16 }

// Widen sets dst to the numbers of src.
func Widen[E Narrow](dst []float32, src []E) {
	dst = least("dst", dst, len(src))
	if len(src) == 0 || vectorWiden(dst, src) {
		return
	}
	switch src := any(src).(type) {
	case []num.BFloat16:
		for i, x := range src {
			dst[i] = x.Float32()
		}
	case []float16.Float16:
		for i, x := range src {
			dst[i] = x.Float32()
		}
	}
}

// Round sets dst to src, each number rounded once; every NaN becomes the canonical one.
func Round[E Narrow](dst []E, src []float32) {
	dst = least("dst", dst, len(src))
	if len(src) == 0 || vectorRound(dst, src) {
		return
	}
	switch dst := any(dst).(type) {
	case []num.BFloat16:
		for i, x := range src {
			dst[i] = num.BF16{}.Round(x)
		}
	case []float16.Float16:
		for i, x := range src {
			dst[i] = num.F16{}.Round(x)
		}
	}
}
