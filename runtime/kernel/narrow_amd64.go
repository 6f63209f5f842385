//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/topos-go/topos/runtime/num"
)

// isBFloat16 tells the 16-bit elements apart.
func isBFloat16[E Narrow]() bool {
	_, is := any(E(0)).(num.BFloat16)
	return is
}

func vectorWiden[E Narrow](dst []float32, src []E) bool {
	if level == Generic {
		return false
	}
	bfloat := isBFloat16[E]()
	vectorPieces(len(src), func(first, n, _ int) {
		to, from := &dst[first], (*uint16)(unsafe.Pointer(&src[first]))
		if bfloat {
			widenBF16(n, to, from)
		} else {
			widenF16(n, to, from)
		}
	})
	return true
}

func vectorRound[E Narrow](dst []E, src []float32) bool {
	if level == Generic {
		return false
	}
	bfloat := isBFloat16[E]()
	vectorPieces(len(src), func(first, n, _ int) {
		to, from := (*uint16)(unsafe.Pointer(&dst[first])), &src[first]
		if bfloat {
			roundBF16(n, to, from)
		} else {
			roundF16(n, to, from)
		}
	})
	return true
}
