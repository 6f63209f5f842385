package num

import (
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/x448/float16"
)

// layout describes a 16-bit element for references that share nothing with its arithmetic.
type layout struct {
	fraction int // bits
	lowest   int // exponent of the smallest normal number
}

var (
	layoutBF16 = layout{7, -126}
	layoutF16  = layout{10, -14}
)

// value is what bits stand for.
func (l layout) value(bits uint16) float64 {
	exponent, fraction := int(bits>>l.fraction)&(1<<(15-l.fraction)-1), float64(bits&(1<<l.fraction-1))
	x := math.Ldexp(fraction, l.lowest-l.fraction)
	switch exponent {
	case 0:
	case 1<<(15-l.fraction) - 1:
		x = math.Inf(1)
		if fraction != 0 {
			x = math.NaN()
		}
	default:
		x = math.Ldexp(float64(int(1)<<l.fraction)+fraction, l.lowest-l.fraction+exponent-1)
	}
	if bits>>15 == 1 {
		return -x
	}
	return x
}

// nearest rounds in float64: to an integer multiple of the unit that x has in this layout.
func (l layout) nearest(x float64) float64 {
	if x-x != 0 {
		return x
	}
	unit := max(int(math.Float64bits(x)>>52&0x7FF)-1023, l.lowest) - l.fraction
	y := math.RoundToEven(x*exact2(-unit)) * exact2(unit)
	if math.Abs(y) >= exact2(2-l.lowest) {
		return math.Copysign(math.Inf(1), x)
	}
	return y
}

// agree compares an element with what it should stand for: a NaN must be the canonical one.
func agree[E ~uint16](a narrowElement[E], got E, want float64) bool {
	if want != want {
		return got == a.Canonical(got) && a.IsNaN(got)
	}
	return math.Float64bits(a.Float64(got)) == math.Float64bits(want)
}

type narrowElement[E ~uint16] interface {
	complete[E, float32]
}

func TestNarrow(t *testing.T) {
	t.Run("bf16", func(t *testing.T) { narrowTests(t, BF16{}, layoutBF16, CanonicalNaNBF16) })
	t.Run("f16", func(t *testing.T) { narrowTests(t, F16{}, layoutF16, CanonicalNaNF16) })
}

// narrowTests tries all 65536 inputs of each function, and the conversions beside each number and each midpoint.
func narrowTests[E ~uint16](t *testing.T, a narrowElement[E], l layout, canonical E) {
	functions := map[string]struct {
		got  func(E) E
		want func(float64) float64
	}{
		"Canonical": {a.Canonical, func(x float64) float64 { return x }},
		"Neg":       {a.Neg, func(x float64) float64 { return -x }},
		"Sqrt":      {a.Sqrt, math.Sqrt},
	}
	for name, f := range map[string]struct {
		got  func(E) E
		want func(float32) float32
	}{
		"Exp": {a.Exp, ExpF32}, "Expm1": {a.Expm1, Expm1F32}, "Log": {a.Log, LogF32}, "Log1p": {a.Log1p, Log1pF32}, "Tanh": {a.Tanh, TanhF32},
		"Sigmoid": {a.Sigmoid, SigmoidF32}, "Sin": {a.Sin, SinF32}, "Cos": {a.Cos, CosF32}, "Erf": {a.Erf, ErfF32},
		"ErfDerivative": {a.ErfDerivative, ErfDerivativeF32}, "Rsqrt": {a.Rsqrt, RsqrtF32},
	} {
		functions[name] = struct {
			got  func(E) E
			want func(float64) float64
		}{f.got, func(x float64) float64 { return float64(f.want(float32(x))) }}
	}
	failures := 0
	fail := func(format string, args ...any) {
		t.Helper()
		if failures++; failures < 20 {
			t.Errorf(format, args...)
		}
	}
	for u := range 1 << 16 {
		x, exact := E(u), l.value(uint16(u))
		wide := a.Widen(x)
		if math.Float64bits(float64(wide)) != math.Float64bits(exact) && (wide == wide || exact == exact) {
			fail("Widen(%04x) = %g, want %g", u, wide, exact)
		}
		if a.IsNaN(x) != (exact != exact) {
			fail("IsNaN(%04x) = %v", u, a.IsNaN(x))
		}
		if exact != exact {
			if got := a.Canonical(x); got != canonical || a.Round(wide) != canonical || a.FromFloat64(exact) != canonical {
				fail("Canonical(%04x) = %04x, Round %04x, FromFloat64 %04x", u, got, a.Round(wide), a.FromFloat64(exact))
			}
		}
		for name, f := range functions {
			if got, want := f.got(x), l.nearest(f.want(exact)); name == "Neg" && got != x^1<<15 || name != "Neg" && !agree(a, got, want) {
				fail("%s(%04x) = %04x (%g), want %g", name, u, got, a.Float64(got), want)
			}
		}
		if u&0x7FFF > 0 && !math.IsInf(exact, 0) && exact == exact {
			roundings(a, l, exact, fail)
		}
	}
}

// roundings tries what lies beside a number and beside the midpoint before it.
func roundings[E ~uint16](a narrowElement[E], l layout, x float64, fail func(string, ...any)) {
	unit := exact2(max(math.Ilogb(x), l.lowest) - l.fraction)
	for _, at := range []float64{x, x - math.Copysign(unit/2, x), x - math.Copysign(unit/4, x), x + math.Copysign(unit/2, x)} {
		for _, y := range []float64{at, math.Nextafter(at, math.Inf(1)), math.Nextafter(at, math.Inf(-1))} {
			if got, want := a.FromFloat64(y), l.nearest(y); !agree(a, got, want) {
				fail("FromFloat64(%x) = %04x (%g), want %g", y, got, a.Float64(got), want)
			}
		}
		f := float32(at)
		for _, y := range []float32{f, math.Nextafter32(f, float32(math.Inf(1))), math.Nextafter32(f, float32(math.Inf(-1)))} {
			if got, want := a.Round(y), l.nearest(float64(y)); !agree(a, got, want) {
				fail("Round(%x) = %04x (%g), want %g", y, got, a.Float64(got), want)
			}
		}
	}
}

// TestNearest compares the reference with a search among all numbers.
func TestNearest(t *testing.T) {
	for _, l := range []layout{layoutBF16, layoutF16} {
		infinity := uint16(1<<15 - 1<<l.fraction)
		var all []float64
		for u := range infinity {
			all = append(all, l.value(u))
		}
		all = append(all, exact2(2-l.lowest)) // in place of infinity
		random := rand.New(rand.NewPCG(7, 8))
		for range 50000 {
			i := random.IntN(len(all) - 1)
			x := all[i] + (all[i+1]-all[i])*[]float64{0, 0.5, 0.5 - 0x1p-30, 0.5 + 0x1p-30, random.Float64()}[random.IntN(5)]
			at, found := slices.BinarySearch(all, x)
			if !found {
				if middle := (all[at-1] + all[at]) / 2; x < middle || x == middle && at%2 == 1 {
					at--
				}
			}
			want := all[at]
			if uint16(at) == infinity {
				want = math.Inf(1)
			}
			if got := l.nearest(x); got != want {
				t.Fatalf("nearest(%x) = %x, want %x", x, got, want)
			}
		}
	}
}

// TestNarrowPairs compares the operations of two operands with float64 results that are rounded once: for all first operands and some second ones, or for
// all 2^32 pairs with TOPOS_NUM_EXHAUSTIVE=1.
func TestNarrowPairs(t *testing.T) {
	t.Run("bf16", func(t *testing.T) { pairs(t, BF16{}, layoutBF16) })
	t.Run("f16", func(t *testing.T) { pairs[float16.Float16](t, F16{}, layoutF16) })
}

func pairs[E ~uint16](t *testing.T, a narrowElement[E], l layout) {
	seconds := []uint16{0, 1, 2, 0x7F, 0x80, 0x3FF, 0x400, 0x3C00, 0x3F80, 0x3F81, 0x7BFF, 0x7C00, 0x7C01, 0x7F7F, 0x7F80, 0x7FFF}
	random := rand.New(rand.NewPCG(9, 10))
	for range 10 {
		seconds = append(seconds, uint16(random.IntN(1<<15)))
	}
	for _, u := range seconds {
		seconds = append(seconds, u|1<<15)
	}
	if os.Getenv("TOPOS_NUM_EXHAUSTIVE") == "1" {
		seconds = seconds[:0]
		for u := range 1 << 16 {
			seconds = append(seconds, uint16(u))
		}
	}
	p := pairing[E]{a, l, make([]float64, 1<<16)}
	for u := range p.values {
		p.values[u] = l.value(uint16(u))
	}
	work := make(chan uint16)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for v := range work {
				for u := range 1 << 16 {
					if op := p.wrong(E(u), E(v)); op != "" {
						t.Errorf("%s(%04x, %04x) differs", op, u, v)
						break
					}
				}
			}
		})
	}
	for _, v := range seconds {
		work <- v
	}
	close(work)
	wait.Wait()
}

// pairing holds what every bit pattern stands for.
type pairing[E ~uint16] struct {
	narrowElement[E]
	layout
	values []float64
}

// wrong names the operation whose result is wrong.
func (p *pairing[E]) wrong(u, v E) string {
	x, y := p.values[u], p.values[v]
	switch {
	case !p.is(p.Add(u, v), p.nearest(x+y)):
		return "Add"
	case !p.is(p.Sub(u, v), p.nearest(x-y)):
		return "Sub"
	case !p.is(p.Mul(u, v), p.nearest(x*y)):
		return "Mul"
	case !p.is(p.Div(u, v), p.nearest(x/y)):
		return "Div"
	case !p.is(p.Max(u, v), max(x, y)):
		return "Max"
	case !p.is(p.Min(u, v), min(x, y)):
		return "Min"
	case p.GreaterEqual(u, v) != (x >= y):
		return "GreaterEqual"
	}
	return ""
}

// is compares bits, and NaN as a class.
func (p *pairing[E]) is(got E, want float64) bool {
	x := p.values[got]
	return math.Float64bits(x) == math.Float64bits(want) || x != x && want != want
}

func TestBFloat16String(t *testing.T) {
	for bits, want := range map[BFloat16]string{0x3F80: "1", 0xC049: "-3.140625", 0x7F80: "+Inf", 0x7FC0: "NaN", 0x0001: "9.1835e-41", 0x8000: "-0"} {
		if got := bits.String(); got != want {
			t.Errorf("%04x prints %s, want %s", uint16(bits), got, want)
		}
	}
}
