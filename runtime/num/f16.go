package num

import "github.com/x448/float16"

// CanonicalNaNF16 is the canonical NaN of binary16.
const CanonicalNaNF16 float16.Float16 = 0x7E00

// F16 is the arithmetic of binary16, which accumulates in float32. It has all Functions.
type F16 struct {
	narrow[float16.Float16, f16Format]
}

var (
	_ Arithmetic[float16.Float16, float32]  = F16{}
	_ RowMulAdder[float16.Float16, float32] = F16{}
	_ Functions[float16.Float16]            = F16{}
	_ format[float16.Float16]               = f16Format{}
)

// Name returns "f16".
func (F16) Name() string { return "f16" }

type f16Format struct{}

func (f16Format) Widen(x float16.Float16) float32 { return x.Float32() }

func (f16Format) Round(x float32) float16.Float16 {
	if x != x {
		return CanonicalNaNF16
	}
	return float16.Fromfloat32(x)
}
