package num

import (
	"math"
	"testing"
)

var sink32 float32

func benchmark32(b *testing.B, f func(float32) float32, low, high float32) {
	xs := make([]float32, 4096)
	for i := range xs {
		xs[i] = low + (high-low)*float32(i*2731%4096)/4096
	}
	ys := make([]float32, len(xs))
	b.ResetTimer()
	for i := 0; i < b.N; i += len(xs) {
		for j, x := range xs {
			ys[j] = f(x)
		}
	}
	sink32 = ys[5]
}

func BenchmarkF32(b *testing.B) {
	b.Run("exp", func(b *testing.B) { benchmark32(b, ExpF32, -10, 10) })
	b.Run("log", func(b *testing.B) { benchmark32(b, LogF32, 0.01, 100) })
	b.Run("tanh", func(b *testing.B) { benchmark32(b, TanhF32, -4, 4) })
	b.Run("sigmoid", func(b *testing.B) { benchmark32(b, SigmoidF32, -10, 10) })
	for name, f := range map[string]func(float32) float32{"expm1": Expm1F32, "log1p": Log1pF32, "sin": SinF32, "cos": CosF32, "erf": ErfF32, "rsqrt": RsqrtF32} {
		b.Run(name, func(b *testing.B) { benchmark32(b, f, 0, 4) })
	}
	b.Run("mathexp", func(b *testing.B) {
		benchmark32(b, func(x float32) float32 { return float32(math.Exp(float64(x))) }, -10, 10)
	})
}

func BenchmarkMulAddRow(b *testing.B) {
	acc32, b32 := make([]float32, 256), make([]float32, 256)
	acc64, b64 := make([]float64, 256), make([]float64, 256)
	for i := range b32 {
		b32[i] = float32(i)/256 - 0.3
		b64[i] = float64(b32[i])
	}
	b.Run("f32", func(b *testing.B) {
		for i := 0; i < b.N; i += len(acc32) {
			F32{}.MulAddRow(acc32, 0.37, b32)
		}
	})
	b.Run("f32 zero", func(b *testing.B) {
		clear(acc32)
		for i := 0; i < b.N; i += len(acc32) {
			F32{}.MulAddRow(acc32, 0, b32)
		}
	})
	b.Run("f32 single", func(b *testing.B) {
		for i := 0; i < b.N; i += len(acc32) {
			for j, x := range b32 {
				acc32[j] = FMA32(0.37, x, acc32[j])
			}
		}
	})
	b.Run("f64", func(b *testing.B) {
		for i := 0; i < b.N; i += len(acc64) {
			F64{}.MulAddRow(acc64, 0.37, b64)
		}
	})
}
