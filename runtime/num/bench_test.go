package num

import (
	"math"
	"testing"
)

func BenchmarkF32(b *testing.B) {
	for _, c := range []struct {
		name      string
		f         func(float32) float32
		low, high float32
	}{
		{"exp", ExpF32, -10, 10},
		{"expm1", Expm1F32, -4, 4},
		{"log", LogF32, 0.01, 100},
		{"log1p", Log1pF32, 0, 4},
		{"tanh", TanhF32, -4, 4},
		{"sigmoid", SigmoidF32, -10, 10},
		{"sin", SinF32, -10, 10},
		{"cos", CosF32, -10, 10},
		{"erf", ErfF32, -3, 3},
		{"rsqrt", RsqrtF32, 0.01, 100},
		{"erf derivative", ErfDerivativeF32, -3, 3},
		{"pow", func(x float32) float32 { return PowF32(x, 1.7) }, 0.01, 100},
		{"math.Exp for comparison", func(x float32) float32 { return float32(math.Exp(float64(x))) }, -10, 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			xs, ys := make([]float32, 4096), make([]float32, 4096)
			for i := range xs {
				xs[i] = c.low + (c.high-c.low)*float32(i*2731%4096)/4096
			}
			for i := 0; i < b.N; i += len(xs) {
				for j, x := range xs {
					ys[j] = c.f(x)
				}
			}
		})
	}
}

func BenchmarkF64(b *testing.B) {
	for _, c := range []struct {
		name      string
		f         func(float64) float64
		low, high float64
	}{
		{"exp", ExpF64, -10, 10},
		{"log", LogF64, 0.01, 100},
		{"tanh", TanhF64, -4, 4},
		{"sigmoid", SigmoidF64, -10, 10},
		{"cos", CosF64, -10, 10},
		{"sin", SinF64, -10, 10},
		{"expm1", Expm1F64, -4, 4},
		{"log1p", Log1pF64, 0, 4},
		{"erf", ErfF64, -3, 3},
		{"erf derivative", ErfDerivativeF64, -3, 3},
		{"rsqrt", RsqrtF64, 0.01, 100},
		{"pow", func(x float64) float64 { return PowF64(x, 1.7) }, 0.01, 100},
	} {
		b.Run(c.name, func(b *testing.B) {
			xs, ys := make([]float64, 4096), make([]float64, 4096)
			for i := range xs {
				xs[i] = c.low + (c.high-c.low)*float64(i*2731%4096)/4096
			}
			for i := 0; i < b.N; i += len(xs) {
				for j, x := range xs {
					ys[j] = c.f(x)
				}
			}
		})
	}
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
	b.Run("f64", func(b *testing.B) {
		for i := 0; i < b.N; i += len(acc64) {
			F64{}.MulAddRow(acc64, 0.37, b64)
		}
	})
}
