package num

import (
	"math"
	"testing"
)

// same compares bits; a NaN must be the canonical one.
func same(got, want float64) bool {
	return math.Float64bits(got) == math.Float64bits(want)
}

func TestSpecialValues(t *testing.T) {
	inf, zero, nan := math.Inf(1), 0.0, nan64()
	negZero := math.Copysign(0, -1)
	for _, c := range []struct {
		name string
		f32  func(float32) float32
		f64  func(float64) float64
		in   []float64
		want []float64
	}{
		{"exp", ExpF32, ExpF64,
			[]float64{inf, -inf, zero, negZero, 1000, -1000, math.MaxFloat32, 0x1p-149, -0x1p-149},
			[]float64{inf, 0, 1, 1, inf, 0, inf, 1, 1}},
		{"log", LogF32, LogF64,
			[]float64{inf, -inf, zero, negZero, 1, -1, -0x1p-149, -math.MaxFloat32},
			[]float64{inf, nan, -inf, -inf, 0, nan, nan, nan}},
		{"tanh", TanhF32, TanhF64,
			[]float64{inf, -inf, zero, negZero, 100, -100, 0x1p-149, -0x1p-149},
			[]float64{1, -1, 0, negZero, 1, -1, 0x1p-149, -0x1p-149}},
		{"sigmoid", SigmoidF32, SigmoidF64,
			[]float64{inf, -inf, zero, negZero, 100, -800, math.MaxFloat32, -math.MaxFloat32, 0x1p-149},
			[]float64{1, 0, 0.5, 0.5, 1, 0, 1, 0, 0.5}},
		{"expm1", Expm1F32, Expm1F64,
			[]float64{inf, -inf, zero, negZero, 1000, -1000, math.MaxFloat32, 0x1p-149, -0x1p-149},
			[]float64{inf, -1, 0, negZero, inf, -1, inf, 0x1p-149, -0x1p-149}},
		{"log1p", Log1pF32, Log1pF64,
			[]float64{inf, -inf, zero, negZero, -1, -1.5, 0x1p-149, -0x1p-149, -math.MaxFloat32},
			[]float64{inf, nan, 0, negZero, -inf, nan, 0x1p-149, -0x1p-149, nan}},
		{"sin", SinF32, SinF64,
			[]float64{inf, -inf, zero, negZero, 0x1p-149, -0x1p-149},
			[]float64{nan, nan, 0, negZero, 0x1p-149, -0x1p-149}},
		{"cos", CosF32, CosF64, []float64{inf, -inf, zero, negZero, 0x1p-149}, []float64{nan, nan, 1, 1, 1}},
		{"erf", ErfF32, ErfF64,
			[]float64{inf, -inf, zero, negZero, 100, -100, math.MaxFloat32, 0x1p-149, -0x1p-149},
			[]float64{1, -1, 0, negZero, 1, -1, 1, ErfF64(0x1p-149), ErfF64(-0x1p-149)}},
		{"erf derivative", ErfDerivativeF32, ErfDerivativeF64,
			[]float64{inf, -inf, 28, -1000, math.MaxFloat32, zero, negZero},
			[]float64{0, 0, 0, 0, 0, erfSlopeHigh, erfSlopeHigh}},
		{"rsqrt", RsqrtF32, RsqrtF64,
			[]float64{inf, -inf, zero, negZero, -1, -0x1p-149, 4, 0x1p-148},
			[]float64{0, nan, inf, -inf, nan, nan, 0.5, 0x1p74}},
	} {
		in, want := append(c.in, math.NaN(), math.Float64frombits(0xFFF8000000000123)), append(c.want, nan, nan)
		for i, x := range in {
			if got := c.f64(x); !same(got, want[i]) {
				t.Errorf("%sF64(%g) = %g %x, want %g", c.name, x, got, math.Float64bits(got), want[i])
			}
			got := c.f32(float32(x))
			if math.Float32bits(got) != math.Float32bits(float32(want[i])) {
				t.Errorf("%sF32(%g) = %g %x, want %g", c.name, x, got, math.Float32bits(got), want[i])
			}
		}
	}
}

// TestLimits checks float64 results around the ends of their ranges.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp just below overflow", ExpF64(0x1.62e42fefa39efp+9), 0x1.fffffffffff2ap+1023},
		{"exp just above overflow", ExpF64(0x1.62e42fefa39f0p+9), math.Inf(1)},
		{"exp to the smallest number", ExpF64(-0x1.74910d52d3051p+9), 0x1p-1074},
		{"exp to zero", ExpF64(-0x1.74910d52d3052p+9), 0},
		{"log of the largest number", LogF64(math.MaxFloat64), 0x1.62e42fefa39efp+9},
		{"log of the smallest number", LogF64(0x1p-1074), -0x1.74385446d71c3p+9},
		{"log beside 1", LogF64(1 + 0x1p-52), 0x1.fffffffffffffp-53},
		{"log below 1", LogF64(1 - 0x1p-53), -0x1.0000000000000p-53},
		{"tanh of a subnormal number", TanhF64(0x1p-1060), 0x1p-1060},
		{"sigmoid to a subnormal number", SigmoidF64(-740), ExpF64(-740)},
		{"expm1 just below overflow", Expm1F64(0x1.62e42fefa39efp+9), 0x1.fffffffffff2ap+1023},
		{"expm1 just above overflow", Expm1F64(0x1.62e42fefa39f0p+9), math.Inf(1)},
		{"expm1 far below", Expm1F64(-37.5), -1},
		{"expm1 not so far below", Expm1F64(-37), -1 + 0x1p-53},
		{"log1p of the largest number", Log1pF64(math.MaxFloat64), 0x1.62e42fefa39efp+9},
		{"log1p beside -1", Log1pF64(-1 + 0x1p-53), LogF64(0x1p-53)},
		{"sin of pi", SinF64(math.Pi), 0x1.1a62633145c07p-53},
		{"erf of the smallest number", ErfF64(0x1p-1074), 0x1p-1074},
		{"erf of a subnormal number", ErfF64(0x1p-1064), 0x1.20cp-1064},
		{"erf just below 1", ErfF64(5.9), 1 - 0x1p-53},
		{"erf derivative to the smallest number", ErfDerivativeF64(27.28), 0x1p-1074},
		{"rsqrt of the smallest number", RsqrtF64(0x1p-1074), 0x1p537},
		{"rsqrt of the largest number", RsqrtF64(math.MaxFloat64), 0x1p-512},
	} {
		if !same(c.got, c.want) {
			t.Errorf("%s: %x, want %x", c.name, c.got, c.want)
		}
	}
}
