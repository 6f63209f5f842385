package num

import "math"

// F64 is the arithmetic of float64, which accumulates in itself.
type F64 struct{}

var (
	_ Arithmetic[float64, float64]  = F64{}
	_ Functions[float64]            = F64{}
	_ RowMulAdder[float64, float64] = F64{}
)

// Name returns "f64".
func (F64) Name() string { return "f64" }

// FromFloat64 returns x.
func (F64) FromFloat64(x float64) float64 { return x }

// Float64 returns x.
func (F64) Float64(x float64) float64 { return x }

// Add returns a + b.
func (F64) Add(a, b float64) float64 { return a + b }

// Sub returns a - b.
func (F64) Sub(a, b float64) float64 { return a - b }

// Mul returns a*b.
func (F64) Mul(a, b float64) float64 { return float64(a * b) }

// Div returns a/b.
func (F64) Div(a, b float64) float64 { return a / b }

// Neg flips the sign of x.
func (F64) Neg(x float64) float64 { return -x }

// Sqrt returns the square root of x.
func (F64) Sqrt(x float64) float64 { return math.Sqrt(x) }

// Exp returns ExpF64(x).
func (F64) Exp(x float64) float64 { return ExpF64(x) }

// Expm1 returns Expm1F64(x).
func (F64) Expm1(x float64) float64 { return Expm1F64(x) }

// Log returns LogF64(x).
func (F64) Log(x float64) float64 { return LogF64(x) }

// Log1p returns Log1pF64(x).
func (F64) Log1p(x float64) float64 { return Log1pF64(x) }

// Tanh returns TanhF64(x).
func (F64) Tanh(x float64) float64 { return TanhF64(x) }

// Sigmoid returns SigmoidF64(x).
func (F64) Sigmoid(x float64) float64 { return SigmoidF64(x) }

// Sin returns SinF64(x).
func (F64) Sin(x float64) float64 { return SinF64(x) }

// Cos returns CosF64(x).
func (F64) Cos(x float64) float64 { return CosF64(x) }

// Erf returns ErfF64(x).
func (F64) Erf(x float64) float64 { return ErfF64(x) }

// ErfDerivative returns ErfDerivativeF64(x).
func (F64) ErfDerivative(x float64) float64 { return ErfDerivativeF64(x) }

// Rsqrt returns RsqrtF64(x).
func (F64) Rsqrt(x float64) float64 { return RsqrtF64(x) }

// Pow returns PowF64(x, y).
func (F64) Pow(x, y float64) float64 { return PowF64(x, y) }

// Max returns max(a, b).
func (F64) Max(a, b float64) float64 { return max(a, b) }

// Min returns min(a, b).
func (F64) Min(a, b float64) float64 { return min(a, b) }

// GreaterEqual reports whether a >= b.
func (F64) GreaterEqual(a, b float64) bool { return a >= b }

// IsNaN reports whether x is a NaN.
func (F64) IsNaN(x float64) bool { return x != x }

// Canonical replaces a NaN by the canonical NaN.
func (F64) Canonical(x float64) float64 {
	if x != x {
		return nan64()
	}
	return x
}

// Widen returns x.
func (F64) Widen(x float64) float64 { return x }

// Round returns x.
func (F64) Round(x float64) float64 { return x }

// MulAdd returns a*b + acc, rounded once. Without an FMA instruction math.FMA computes the same bits in software, some 15 times slower.
func (F64) MulAdd(acc, a, b float64) float64 { return math.FMA(a, b, acc) }

// Wide returns F64.
func (F64) Wide() Arithmetic[float64, float64] { return F64{} }

// MulAddRow adds a times each element of b to acc, one rounding each; what the longer list has besides is left alone.
func (F64) MulAddRow(acc []float64, a float64, b []float64) {
	b = b[:min(len(acc), len(b))]
	for j, x := range b {
		acc[j] = math.FMA(a, x, acc[j])
	}
}
