package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// dictionary tests what F32 and F64 share. In it every value is exact in both.
func dictionary[E float32 | float64](t *testing.T, a Arithmetic[E, E]) {
	inf := E(math.Inf(1))
	negZero := E(math.Copysign(0, -1))
	nan := inf - inf
	bits := func(x E) uint64 { return math.Float64bits(float64(x)) }
	for _, c := range []struct {
		name      string
		got, want E
	}{
		{"Add", a.Add(1, 2), 3}, {"Sub", a.Sub(1, 3), -2}, {"Mul", a.Mul(3, -2), -6}, {"Div", a.Div(1, -4), -0.25},
		{"Add zeros", a.Add(0, negZero), 0}, {"Add negative zeros", a.Add(negZero, negZero), negZero}, {"Sub equal", a.Sub(3, 3), 0},
		{"Mul by -0", a.Mul(2, negZero), negZero}, {"Div by 0", a.Div(-1, 0), -inf}, {"Div by inf", a.Div(-1, inf), negZero},
		{"Neg", a.Neg(3), -3}, {"Neg 0", a.Neg(0), negZero}, {"Neg -0", a.Neg(negZero), 0}, {"Neg inf", a.Neg(inf), -inf},
		{"Sqrt", a.Sqrt(2.25), 1.5}, {"Sqrt -0", a.Sqrt(negZero), negZero}, {"Sqrt inf", a.Sqrt(inf), inf},
		{"Exp", a.Exp(0), 1}, {"Log", a.Log(1), 0}, {"Tanh", a.Tanh(inf), 1}, {"Sigmoid", a.Sigmoid(0), 0.5},
		{"Max", a.Max(2, 3), 3}, {"Max zeros", a.Max(negZero, 0), 0}, {"Max zeros swapped", a.Max(0, negZero), 0}, {"Max -inf", a.Max(-inf, -2), -2},
		{"Canonical", a.Canonical(-2), -2}, {"Canonical -0", a.Canonical(negZero), negZero},
		{"Widen", a.Widen(1.5), 1.5}, {"Round", a.Round(1.5), 1.5}, {"Wide", a.Wide().Add(1, 1), 2},
		{"MulAdd", a.MulAdd(1, 2, 3), 7}, {"MulAdd from -0", a.MulAdd(negZero, 0, 5), 0},
		{"FromFloat64", a.FromFloat64(-0.5), -0.5}, {"Float64", E(a.Float64(0.75)), 0.75},
	} {
		if bits(c.got) != bits(c.want) {
			t.Errorf("%s %s = %g, want %g", a.Name(), c.name, c.got, c.want)
		}
	}
	for _, c := range []struct {
		name string
		got  E
	}{
		{"Add", a.Add(inf, -inf)}, {"Mul", a.Mul(0, inf)}, {"Div", a.Div(0, 0)}, {"Sqrt", a.Sqrt(-1)}, {"Neg", a.Neg(nan)},
		{"Exp", a.Exp(nan)}, {"Log", a.Log(-1)}, {"Tanh", a.Tanh(nan)}, {"Sigmoid", a.Sigmoid(nan)},
		{"Max left", a.Max(nan, inf)}, {"Max right", a.Max(inf, nan)}, {"MulAdd", a.MulAdd(nan, 1, 1)}, {"MulAdd", a.MulAdd(1, 0, inf)},
	} {
		if !a.IsNaN(c.got) {
			t.Errorf("%s %s = %g, want NaN", a.Name(), c.name, c.got)
		}
	}
	for _, c := range []struct {
		x, y E
		want bool
	}{{1, 1, true}, {2, 1, true}, {1, 2, false}, {negZero, 0, true}, {0, negZero, true}, {inf, inf, true}, {nan, 1, false}, {1, nan, false}, {nan, nan, false}} {
		if got := a.GreaterEqual(c.x, c.y); got != c.want {
			t.Errorf("%s GreaterEqual(%g, %g) = %v", a.Name(), c.x, c.y, got)
		}
	}
	if a.IsNaN(inf) || a.IsNaN(0) {
		t.Errorf("%s IsNaN of a number", a.Name())
	}
}

func TestDictionaries(t *testing.T) {
	dictionary(t, F32{})
	dictionary(t, F64{})
	for _, bits := range []uint32{0x7F800001, 0xFFC00000, 0x7FC00001, 0xFFFFFFFF} {
		if got := math.Float32bits((F32{}).Canonical(math.Float32frombits(bits))); got != CanonicalNaN32 {
			t.Errorf("f32 Canonical(%x) = %x", bits, got)
		}
	}
	for _, bits := range []uint64{0x7FF0000000000001, 0xFFF8000000000000, math.Float64bits(math.NaN()), 0xFFFFFFFFFFFFFFFF} {
		if got := math.Float64bits((F64{}).Canonical(math.Float64frombits(bits))); got != CanonicalNaN64 {
			t.Errorf("f64 Canonical(%x) = %x", bits, got)
		}
	}
	if names := (F32{}).Name() + (F64{}).Name(); names != "f32f64" {
		t.Errorf("names %s", names)
	}
}

// TestRounding has operands whose exact results lie on and beside midpoints.
func TestRounding(t *testing.T) {
	f := F32{}
	for _, c := range []struct {
		name      string
		got, want float32
	}{
		{"Add to even", f.Add(1, 0x1p-24), 1},
		{"Add to even above", f.Add(0x1.000002p0, 0x1p-24), 0x1.000004p0},
		{"Add above the midpoint", f.Add(1, 0x1.000002p-24), 0x1.000002p0},
		{"Mul", f.Mul(0x1.000002p0, 0x1.000002p0), 0x1.000004p0},
		{"Mul into subnormal", f.Mul(0x1p-149, 0.75), 0x1p-149},
		{"Mul into zero", f.Mul(0x1p-149, 0.5), 0},
		{"Mul overflow", f.Mul(math.MaxFloat32, 0x1.000002p0), float32(math.Inf(1))},
		{"Div", f.Div(1, 3), 0x1.555556p-2},
		{"Sqrt", f.Sqrt(2), 0x1.6a09e6p0},
		{"Sqrt of a subnormal number", f.Sqrt(0x1p-149), 0x1.6a09e6p-75},
		{"FromFloat64 above a midpoint", f.FromFloat64(0x1.0000010000001p0), 0x1.000002p0},
		{"FromFloat64 to even", f.FromFloat64(0x1.000001p0), 1},
		{"FromFloat64 into subnormal", f.FromFloat64(0x1.8p-149), 0x1p-148},
		{"FromFloat64 overflow", f.FromFloat64(0x1.ffffffp127), float32(math.Inf(1))},
	} {
		if math.Float32bits(c.got) != math.Float32bits(c.want) {
			t.Errorf("%s: %x, want %x", c.name, c.got, c.want)
		}
	}
}

// TestMulAdd64 compares a float64 step with 2200 bits, which hold every product and sum.
func TestMulAdd64(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	wide := func(x float64) *big.Float { return new(big.Float).SetPrec(4400).SetFloat64(x) }
	for range 2000 {
		a, b := math.Float64frombits(random.Uint64()), math.Float64frombits(random.Uint64())
		if e := math.Ilogb(a) + math.Ilogb(b); a-a != 0 || b-b != 0 || e > 1000 || e < -1100 {
			continue
		}
		c := math.Ldexp(1+random.Float64(), max(math.Ilogb(a)+math.Ilogb(b)+random.IntN(120)-60, -1074))
		want, _ := wide(0).Add(wide(0).Mul(wide(a), wide(b)), wide(c)).Float64()
		if got := (F64{}).MulAdd(c, a, b); !same(got, want) {
			t.Errorf("MulAdd(%x, %x, %x) = %x, want %x", c, a, b, got, want)
		}
	}
}

func TestMulAddRow(t *testing.T) {
	list := append(corners(), float32(math.Inf(1)), nan32())
	for _, a := range list {
		for shift := range 5 {
			acc32, acc64 := make([]float32, len(list)), make([]float64, len(list))
			b64 := make([]float64, len(list))
			for j := range list {
				acc32[j] = list[(j*7+shift)%len(list)]
				acc64[j], b64[j] = float64(acc32[j]), float64(list[j])
			}
			want32, want64 := append([]float32(nil), acc32...), append([]float64(nil), acc64...)
			for j := range list {
				want32[j] = F32{}.MulAdd(want32[j], a, list[j])
				want64[j] = F64{}.MulAdd(want64[j], float64(a), b64[j])
			}
			F32{}.MulAddRow(acc32, a, list)
			F64{}.MulAddRow(acc64, float64(a), b64)
			for j := range list {
				if acc32[j] != want32[j] && (acc32[j] == acc32[j] || want32[j] == want32[j]) {
					t.Fatalf("f32 row element %d of a = %g: %x, want %x", j, a, acc32[j], want32[j])
				}
				if acc64[j] != want64[j] && (acc64[j] == acc64[j] || want64[j] == want64[j]) {
					t.Fatalf("f64 row element %d of a = %g: %x, want %x", j, a, acc64[j], want64[j])
				}
			}
		}
	}
	F32{}.MulAddRow(nil, 1, nil)
}
