package num

import "math"

// format converts between a 16-bit element and float32.
type format[E ~uint16] interface {
	// Widen is exact.
	Widen(x E) float32
	// Round rounds to nearest, ties to even; every NaN becomes the canonical one.
	Round(x float32) E
}

// narrow is what the arithmetics of 16-bit elements share: each operation widens exactly, computes in float32, and rounds once.
type narrow[E ~uint16, F format[E]] struct{ format F }

// Widen is exact.
func (n narrow[E, F]) Widen(x E) float32 { return n.format.Widen(x) }

// Round rounds once.
func (n narrow[E, F]) Round(x float32) E { return n.format.Round(x) }

// FromFloat64 rounds x once.
func (n narrow[E, F]) FromFloat64(x float64) E { return n.Round(oddFloat32(x)) }

// Float64 returns x.
func (n narrow[E, F]) Float64(x E) float64 { return float64(n.Widen(x)) }

// Add returns a + b.
func (n narrow[E, F]) Add(a, b E) E { return n.Round(n.Widen(a) + n.Widen(b)) }

// Sub returns a - b.
func (n narrow[E, F]) Sub(a, b E) E { return n.Round(n.Widen(a) - n.Widen(b)) }

// Mul returns a*b.
func (n narrow[E, F]) Mul(a, b E) E { return n.Round(float32(n.Widen(a) * n.Widen(b))) }

// Div returns a/b.
func (n narrow[E, F]) Div(a, b E) E { return n.Round(n.Widen(a) / n.Widen(b)) }

// Neg flips the sign of x.
func (narrow[E, F]) Neg(x E) E { return x ^ 1<<15 }

// Max returns max(a, b).
func (n narrow[E, F]) Max(a, b E) E { return n.Round(max(n.Widen(a), n.Widen(b))) }

// Min returns min(a, b).
func (n narrow[E, F]) Min(a, b E) E { return n.Round(min(n.Widen(a), n.Widen(b))) }

// GreaterEqual reports whether a >= b.
func (n narrow[E, F]) GreaterEqual(a, b E) bool { return n.Widen(a) >= n.Widen(b) }

// IsNaN reports whether x is a NaN.
func (n narrow[E, F]) IsNaN(x E) bool { return n.Widen(x) != n.Widen(x) }

// Canonical replaces a NaN by the canonical NaN.
func (n narrow[E, F]) Canonical(x E) E { return n.Round(n.Widen(x)) }

// MulAdd returns acc + a*b, rounded once to float32.
func (n narrow[E, F]) MulAdd(acc float32, a, b E) float32 {
	return FMA32(n.Widen(a), n.Widen(b), acc)
}

// MulAddRow adds a times each element of b to acc, one rounding each; what the longer list has besides is left alone.
func (n narrow[E, F]) MulAddRow(acc []float32, a E, b []E) {
	wide := n.Widen(a)
	for j, x := range b[:min(len(acc), len(b))] {
		acc[j] = FMA32(wide, n.Widen(x), acc[j])
	}
}

// Wide returns F32.
func (narrow[E, F]) Wide() Arithmetic[float32, float32] { return F32{} }

// Sqrt returns the square root of x.
func (n narrow[E, F]) Sqrt(x E) E { return n.Round(F32{}.Sqrt(n.Widen(x))) }

// Exp returns ExpF32(x), rounded once more.
func (n narrow[E, F]) Exp(x E) E { return n.Round(ExpF32(n.Widen(x))) }

// Expm1 returns Expm1F32(x), rounded once more.
func (n narrow[E, F]) Expm1(x E) E { return n.Round(Expm1F32(n.Widen(x))) }

// Log returns LogF32(x), rounded once more.
func (n narrow[E, F]) Log(x E) E { return n.Round(LogF32(n.Widen(x))) }

// Log1p returns Log1pF32(x), rounded once more.
func (n narrow[E, F]) Log1p(x E) E { return n.Round(Log1pF32(n.Widen(x))) }

// Tanh returns TanhF32(x), rounded once more.
func (n narrow[E, F]) Tanh(x E) E { return n.Round(TanhF32(n.Widen(x))) }

// Sigmoid returns SigmoidF32(x), rounded once more.
func (n narrow[E, F]) Sigmoid(x E) E { return n.Round(SigmoidF32(n.Widen(x))) }

// Sin returns SinF32(x), rounded once more.
func (n narrow[E, F]) Sin(x E) E { return n.Round(SinF32(n.Widen(x))) }

// Cos returns CosF32(x), rounded once more.
func (n narrow[E, F]) Cos(x E) E { return n.Round(CosF32(n.Widen(x))) }

// Erf returns ErfF32(x), rounded once more.
func (n narrow[E, F]) Erf(x E) E { return n.Round(ErfF32(n.Widen(x))) }

// ErfDerivative returns ErfDerivativeF32(x), rounded once more.
func (n narrow[E, F]) ErfDerivative(x E) E { return n.Round(ErfDerivativeF32(n.Widen(x))) }

// Rsqrt returns RsqrtF32(x), rounded once more.
func (n narrow[E, F]) Rsqrt(x E) E { return n.Round(RsqrtF32(n.Widen(x))) }

// Pow returns PowF32(x, y), rounded once more.
func (n narrow[E, F]) Pow(x, y E) E { return n.Round(PowF32(n.Widen(x), n.Widen(y))) }

// oddFloat32 rounds x to the float32 of an odd last bit where it is not a float32 itself: rounding that to fewer bits equals rounding x.
func oddFloat32(x float64) float32 {
	f := float32(x)
	u := math.Float32bits(f)
	switch {
	case float64(f) == x || x != x || u&1 == 1:
		return f
	case math.Abs(float64(f)) < math.Abs(x):
		return math.Float32frombits(u + 1)
	}
	return math.Float32frombits(u - 1)
}
