package num

import (
	"math"
	"strconv"
)

// BFloat16 is a bfloat16 by its bits: the upper half of a float32.
type BFloat16 uint16

// CanonicalNaNBF16 is the canonical NaN of bfloat16.
const CanonicalNaNBF16 BFloat16 = 0x7FC0

// BF16 is the arithmetic of bfloat16, which accumulates in float32. It has all Functions.
type BF16 struct {
	narrow[BFloat16, bf16Format]
}

var (
	_ Arithmetic[BFloat16, float32]  = BF16{}
	_ RowMulAdder[BFloat16, float32] = BF16{}
	_ Functions[BFloat16]            = BF16{}
	_ format[BFloat16]               = bf16Format{}
)

// Name returns "bf16".
func (BF16) Name() string { return "bf16" }

// Float32 returns x.
func (x BFloat16) Float32() float32 { return math.Float32frombits(uint32(x) << 16) }

// String prints the shortest decimal that float32 reads as x.
func (x BFloat16) String() string { return strconv.FormatFloat(float64(x.Float32()), 'g', -1, 32) }

type bf16Format struct{}

func (bf16Format) Widen(x BFloat16) float32 { return x.Float32() }

// Round adds half a unit, less the least bit where the last one is even; a carry moves up into the exponent, and from there to infinity.
func (bf16Format) Round(x float32) BFloat16 {
	if x != x {
		return CanonicalNaNBF16
	}
	u := math.Float32bits(x)
	return BFloat16((u + 0x7FFF + u>>16&1) >> 16)
}
