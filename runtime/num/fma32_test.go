package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactFMA32 returns a*b + c rounded once, by 600 bits: enough for every finite float32 product and sum to be exact.
func exactFMA32(a, b, c float32) float32 {
	wide := func(x float32) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(float64(x)) }
	product := wide(0).Mul(wide(a), wide(b))
	if product.Sign() == 0 || c == 0 {
		// big.Float's zeros have their own rules; IEEE's are those of a float64 sum, which is exact here before the one rounding.
		return float32(float64(a)*float64(b) + float64(c))
	}
	sum := wide(0).Add(product, wide(c))
	if sum.Sign() == 0 {
		return 0 // exact cancellation gives +0
	}
	result, _ := sum.Float32()
	return result
}

// corners are float32 numbers from which products and sums meet midpoints, subnormal numbers and overflow.
func corners() []float32 {
	var list []float32
	for _, magnitude := range []float32{
		0, 0x1p-149, 0x1.8p-148, 0x1p-127, 0x1.fffffcp-127, 0x1p-126, 0x1.000002p-126, 0x1p-100, 0x1.000002p-75, 0x1.fffffep-75, 0x1p-75,
		0x1p-64, 0x1.000002p-63, 0x1p-25, 0x1.8p-25, 0x1.000002p-25, 0x1.fffffep-25, 0x1p-24, 0x1.000002p-24, 0x1.8p-24, 0x1p-23, 0x1.000002p-12,
		0x1p-12, 0.5, 0x1.fffffep-1, 1, 0x1.000002p0, 0x1.000004p0, 0x1.8p0, 0x1.fffffep0, 3, 0x1.001p12, 0x1.000002p23, 0x1p24, 0x1.000002p24,
		0x1p64, 0x1.fffffep63, 0x1.000002p64, 0x1p103, 0x1p104, 0x1.fffffcp127, math.MaxFloat32,
	} {
		list = append(list, magnitude, -magnitude)
	}
	return list
}

func TestFMA32Corners(t *testing.T) {
	list := corners()
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				checkFMA32(t, a, b, c)
			}
		}
	}
}

func TestFMA32Random(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	number := func(short bool) float32 {
		u := random.Uint32()
		if short { // few significant bits: exact ties
			u &^= 1<<(8+u>>28&7) - 1
		}
		if x := math.Float32frombits(u); x-x == 0 {
			return x
		}
		return 1
	}
	for i := range 300_000 {
		a, b := number(i%2 == 0), number(i%3 == 0)
		c := number(i%5 == 0)
		if i%4 != 0 { // c near the product's size, or near its last bits
			exponent := math.Ilogb(float64(a)*float64(b)) + []int{0, -24, 24, -49, 25, -1}[i%6]
			c = float32(math.Ldexp(math.Float64frombits(0x3FF<<52|uint64(random.Uint32()>>9<<29)), min(max(exponent, -149), 127)))
			if i%8 < 4 {
				c = -c
			}
		}
		checkFMA32(t, a, b, c)
	}
}

// TestFMA32Midpoint walks over sums that lie on a midpoint but for one far bit, in both directions.
func TestFMA32Midpoint(t *testing.T) {
	for exponent := -149; exponent <= 100; exponent++ {
		for _, mantissa := range []float64{1, 0x1.000002p0, 0x1.8p0, 0x1.fffffep0, 0x1.000004p0} {
			c := float32(math.Ldexp(mantissa, exponent))
			last := float64(math.Nextafter32(c, float32(math.Inf(1))) - c)
			for _, far := range []float64{0, 0x1p-23, -0x1p-23, 0x1p-20, -0x1p-20} {
				// a*b = (last/2) (1 + far), split so that both factors are float32.
				a := float32(math.Ldexp(1, math.Ilogb(last)/2))
				b := float32(last / 2 / float64(a) * (1 + far))
				checkFMA32(t, a, b, c)
				checkFMA32(t, -a, b, c)
				checkFMA32(t, a, b, -c)
			}
		}
	}
}

func TestFMA32Special(t *testing.T) {
	inf := float32(math.Inf(1))
	zero, negZero := float32(0), float32(math.Copysign(0, -1))
	nan := nan32()
	for _, c := range []struct{ a, b, c, want float32 }{
		{inf, 0, 1, nan}, {0, inf, nan, nan}, {inf, 1, -inf, nan}, {inf, 1, inf, inf}, {1, -inf, inf, nan}, {nan, 1, 1, nan}, {1, 1, nan, nan},
		{1, 2, inf, inf}, {math.MaxFloat32, 2, -inf, -inf}, {math.MaxFloat32, 2, 0, inf}, {math.MaxFloat32, -2, 0, -inf},
		{math.MaxFloat32, 1, 0x1p102, math.MaxFloat32}, {math.MaxFloat32, 1, 0x1p103, inf}, {math.MaxFloat32, 1, 0x1.fffffep102, math.MaxFloat32},
		{zero, negZero, negZero, negZero}, {zero, zero, negZero, zero}, {negZero, 1, negZero, negZero}, {1, 1, -1, zero}, {-1, 1, 1, zero},
		{0x1p-149, 0x1p-149, zero, zero}, {0x1p-149, -0x1p-149, zero, negZero}, {-0x1p-149, 0x1p-149, negZero, negZero},
		{0x1p-149, 0x1p-1, 0x1p-149, 0x1p-148}, {0x1p-149, 0x1p-1, 0, 0}, {0x1.8p-149 * 2, 0x1p-1, 0, 0x1p-148},
	} {
		got := FMA32(c.a, c.b, c.c)
		if got != got && c.want != c.want {
			continue
		}
		if math.Float32bits(got) != math.Float32bits(c.want) {
			t.Errorf("FMA32(%g, %g, %g) = %g, want %g", c.a, c.b, c.c, got, c.want)
		}
	}
}

// TestFMA32DoubleRounding gives an input on which rounding a float64 FMA again goes wrong: just below a midpoint whose even neighbour is above.
func TestFMA32DoubleRounding(t *testing.T) {
	const a, b, c = 0x1.00004p-12, 0x1.ffff8p-13, 0x1.000002p0
	if careless := float32(math.FMA(a, b, c)); careless != 0x1.000004p0 {
		t.Errorf("two roundings give %x, want 0x1.000004p0", careless)
	}
	if got := FMA32(a, b, c); got != 0x1.000002p0 {
		t.Errorf("FMA32 = %x, want 0x1.000002p0", got)
	}
}

func checkFMA32(t *testing.T, a, b, c float32) {
	t.Helper()
	got, want := FMA32(a, b, c), exactFMA32(a, b, c)
	if math.Float32bits(got) != math.Float32bits(want) {
		t.Fatalf("FMA32(%x, %x, %x) = %x, want %x", a, b, c, got, want)
	}
}
