package num

import "math"

// F32 is the arithmetic of float32, which accumulates in itself.
type F32 struct{}

var (
	_ Arithmetic[float32, float32]  = F32{}
	_ Functions[float32]            = F32{}
	_ RowMulAdder[float32, float32] = F32{}
)

// Name returns "f32".
func (F32) Name() string { return "f32" }

// FromFloat64 rounds x once.
func (F32) FromFloat64(x float64) float32 { return float32(x) }

// Float64 returns x.
func (F32) Float64(x float32) float64 { return float64(x) }

// Add returns a + b.
func (F32) Add(a, b float32) float32 { return a + b }

// Sub returns a - b.
func (F32) Sub(a, b float32) float32 { return a - b }

// Mul returns a*b.
func (F32) Mul(a, b float32) float32 { return float32(a * b) }

// Div returns a/b.
func (F32) Div(a, b float32) float32 { return a / b }

// Neg flips the sign of x.
func (F32) Neg(x float32) float32 { return -x }

// Sqrt returns the square root of x; rounding the float64 root again never changes the result.
func (F32) Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Exp returns ExpF32(x).
func (F32) Exp(x float32) float32 { return ExpF32(x) }

// Expm1 returns Expm1F32(x).
func (F32) Expm1(x float32) float32 { return Expm1F32(x) }

// Log returns LogF32(x).
func (F32) Log(x float32) float32 { return LogF32(x) }

// Log1p returns Log1pF32(x).
func (F32) Log1p(x float32) float32 { return Log1pF32(x) }

// Tanh returns TanhF32(x).
func (F32) Tanh(x float32) float32 { return TanhF32(x) }

// Sigmoid returns SigmoidF32(x).
func (F32) Sigmoid(x float32) float32 { return SigmoidF32(x) }

// Sin returns SinF32(x).
func (F32) Sin(x float32) float32 { return SinF32(x) }

// Cos returns CosF32(x).
func (F32) Cos(x float32) float32 { return CosF32(x) }

// Erf returns ErfF32(x).
func (F32) Erf(x float32) float32 { return ErfF32(x) }

// ErfDerivative returns ErfDerivativeF32(x).
func (F32) ErfDerivative(x float32) float32 { return ErfDerivativeF32(x) }

// Rsqrt returns RsqrtF32(x).
func (F32) Rsqrt(x float32) float32 { return RsqrtF32(x) }

// Pow returns PowF32(x, y).
func (F32) Pow(x, y float32) float32 { return PowF32(x, y) }

// Max returns max(a, b).
func (F32) Max(a, b float32) float32 { return max(a, b) }

// Min returns min(a, b).
func (F32) Min(a, b float32) float32 { return min(a, b) }

// GreaterEqual reports whether a >= b.
func (F32) GreaterEqual(a, b float32) bool { return a >= b }

// IsNaN reports whether x is a NaN.
func (F32) IsNaN(x float32) bool { return x != x }

// Canonical replaces a NaN by the canonical NaN.
func (F32) Canonical(x float32) float32 {
	if x != x {
		return nan32()
	}
	return x
}

// Widen returns x.
func (F32) Widen(x float32) float32 { return x }

// Round returns x.
func (F32) Round(x float32) float32 { return x }

// MulAdd returns a*b + acc, rounded once.
func (F32) MulAdd(acc, a, b float32) float32 { return FMA32(a, b, acc) }

// Wide returns F32.
func (F32) Wide() Arithmetic[float32, float32] { return F32{} }

// MulAddRow adds a times each element of b to acc, one rounding each; what the longer list has besides is left alone.
func (F32) MulAddRow(acc []float32, a float32, b []float32) {
	b = b[:min(len(acc), len(b))]
	wide := float64(a)
	for j, x := range b {
		p := float64(wide * float64(x))
		s := p + float64(acc[j])
		if roundsTwice(s) {
			acc[j] = roundSum32(p, float64(acc[j]), s)
		} else {
			acc[j] = float32(s)
		}
	}
}
