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
	} {
		if !same(c.got, c.want) {
			t.Errorf("%s: %x, want %x", c.name, c.got, c.want)
		}
	}
}
