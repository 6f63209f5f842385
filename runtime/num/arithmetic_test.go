package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/x448/float16"
)

// complete is an arithmetic with all functions.
type complete[E, W any] interface {
	Arithmetic[E, W]
	Functions[E]
}

// dictionary tests what the elements share. In it every value is exact in all of them.
func dictionary[E, W any](t *testing.T, a complete[E, W]) {
	e, w := a.FromFloat64, a.Wide().FromFloat64
	inf, negInf, one, two, three, zero := e(math.Inf(1)), e(math.Inf(-1)), e(1), e(2), e(3), e(0)
	negZero, nan := e(math.Copysign(0, -1)), e(math.NaN())
	minus0 := math.Copysign(0, -1)
	for _, c := range []struct {
		name string
		got  E
		want float64
	}{
		{"Add", a.Add(one, two), 3}, {"Sub", a.Sub(one, three), -2}, {"Mul", a.Mul(three, e(-2)), -6}, {"Div", a.Div(one, e(-4)), -0.25},
		{"Add zeros", a.Add(zero, negZero), 0}, {"Add negative zeros", a.Add(negZero, negZero), minus0}, {"Sub equal", a.Sub(three, three), 0},
		{"Mul by -0", a.Mul(two, negZero), minus0}, {"Div by 0", a.Div(e(-1), zero), math.Inf(-1)}, {"Div by inf", a.Div(e(-1), inf), minus0},
		{"Neg", a.Neg(three), -3}, {"Neg 0", a.Neg(zero), minus0}, {"Neg -0", a.Neg(negZero), 0}, {"Neg inf", a.Neg(inf), math.Inf(-1)},
		{"Max", a.Max(two, three), 3}, {"Max zeros", a.Max(negZero, zero), 0}, {"Max zeros swapped", a.Max(zero, negZero), 0}, {"Max -inf", a.Max(negInf, e(-2)), -2},
		{"Min", a.Min(two, three), 2}, {"Min zeros", a.Min(negZero, zero), minus0}, {"Min zeros swapped", a.Min(zero, negZero), minus0}, {"Min inf", a.Min(inf, e(-2)), -2},
		{"Canonical", a.Canonical(e(-2)), -2}, {"Canonical -0", a.Canonical(negZero), minus0},
		{"Round", a.Round(w(1.5)), 1.5}, {"Round Widen", a.Round(a.Widen(e(-1.5))), -1.5}, {"Round Wide", a.Round(a.Wide().Add(w(1), w(1))), 2},
		{"MulAdd", a.Round(a.MulAdd(w(1), two, three)), 7}, {"MulAdd from -0", a.Round(a.MulAdd(w(minus0), zero, three)), 0},
		{"FromFloat64", e(-0.5), -0.5},
		{"Sqrt", a.Sqrt(e(2.25)), 1.5}, {"Sqrt -0", a.Sqrt(negZero), minus0}, {"Sqrt inf", a.Sqrt(inf), math.Inf(1)},
		{"Exp", a.Exp(zero), 1}, {"Expm1", a.Expm1(negInf), -1}, {"Log", a.Log(one), 0}, {"Log1p", a.Log1p(negZero), minus0}, {"Tanh", a.Tanh(inf), 1}, {"Sigmoid", a.Sigmoid(zero), 0.5},
		{"Sin", a.Sin(negZero), minus0}, {"Cos", a.Cos(zero), 1}, {"Erf", a.Erf(negInf), -1}, {"ErfDerivative", a.ErfDerivative(inf), 0}, {"Rsqrt", a.Rsqrt(e(4)), 0.5},
		{"Pow", a.Pow(three, two), 9}, {"Pow of a negative base", a.Pow(e(-2), three), -8}, {"Pow 0", a.Pow(nan, zero), 1}, {"Pow of a fraction", a.Pow(e(0.25), e(-1.5)), 8},
	} {
		if got := a.Float64(c.got); math.Float64bits(got) != math.Float64bits(c.want) {
			t.Errorf("%s %s = %g, want %g", a.Name(), c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		name string
		got  E
	}{
		{"Add", a.Add(inf, negInf)}, {"Mul", a.Mul(zero, inf)}, {"Div", a.Div(zero, zero)}, {"Neg", a.Neg(nan)}, {"FromFloat64", nan},
		{"Max left", a.Max(nan, inf)}, {"Max right", a.Max(inf, nan)}, {"Min left", a.Min(nan, negInf)}, {"Min right", a.Min(negInf, nan)},
		{"MulAdd", a.Round(a.MulAdd(w(math.NaN()), one, one))}, {"MulAdd", a.Round(a.MulAdd(w(1), zero, inf))},
		{"Sqrt", a.Sqrt(e(-1))}, {"Exp", a.Exp(nan)}, {"Expm1", a.Expm1(nan)}, {"Log", a.Log(e(-1))}, {"Log1p", a.Log1p(e(-2))}, {"Tanh", a.Tanh(nan)},
		{"Sigmoid", a.Sigmoid(nan)}, {"Sin", a.Sin(inf)}, {"Cos", a.Cos(inf)}, {"Erf", a.Erf(nan)}, {"ErfDerivative", a.ErfDerivative(nan)},
		{"Rsqrt", a.Rsqrt(e(-1))}, {"Pow", a.Pow(e(-2), e(0.5))}, {"Pow", a.Pow(two, nan)},
	} {
		if !a.IsNaN(c.got) {
			t.Errorf("%s %s = %g, want NaN", a.Name(), c.name, a.Float64(c.got))
		}
	}
	for _, c := range []struct {
		x, y E
		want bool
	}{{one, one, true}, {two, one, true}, {one, two, false}, {negZero, zero, true}, {zero, negZero, true}, {inf, inf, true}, {nan, one, false}, {one, nan, false}, {nan, nan, false}} {
		if got := a.GreaterEqual(c.x, c.y); got != c.want {
			t.Errorf("%s GreaterEqual(%g, %g) = %v", a.Name(), a.Float64(c.x), a.Float64(c.y), got)
		}
	}
	if a.IsNaN(inf) || a.IsNaN(zero) {
		t.Errorf("%s IsNaN of a number", a.Name())
	}
}

func TestDictionaries(t *testing.T) {
	dictionary[float32, float32](t, F32{})
	dictionary[float64, float64](t, F64{})
	dictionary[BFloat16, float32](t, BF16{})
	dictionary[float16.Float16, float32](t, F16{})
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
}

func TestElements(t *testing.T) {
	for _, name := range Elements() {
		element, err := Element(name)
		if err != nil {
			t.Error(err)
		} else if named := element.(interface{ Name() string }); named.Name() != name {
			t.Errorf("the element %s is named %s", name, named.Name())
		}
	}
	if _, err := Element("f8"); err == nil || err.Error() != `no element is named "f8": want f32, f64, bf16 or f16` {
		t.Errorf("got %v", err)
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
	narrowRow(t, BF16{}, list)
	narrowRow(t, F16{}, list)
}

func narrowRow[E any, A interface {
	Arithmetic[E, float32]
	RowMulAdder[E, float32]
}](t *testing.T, a A, list []float32) {
	t.Helper()
	row := make([]E, len(list))
	for j, x := range list {
		row[j] = a.Round(x)
	}
	for i, x := range row {
		acc := append(append([]float32(nil), list[i:]...), list[:i]...)
		want := append([]float32(nil), acc...)
		for j := range want {
			want[j] = a.MulAdd(want[j], x, row[j])
		}
		a.MulAddRow(acc, x, row)
		for j := range acc {
			if math.Float32bits(acc[j]) != math.Float32bits(want[j]) && (acc[j] == acc[j] || want[j] == want[j]) {
				t.Fatalf("%s row element %d of a = %g: %x, want %x", a.Name(), j, list[i], acc[j], want[j])
			}
		}
	}
}
