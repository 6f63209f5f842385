package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// element is what the products are made of.
type element interface{ float32 | float64 }

// reference is the product by its rule, one element after the other, with a and b in their logical shapes.
func reference[E element](a, b []E, m, k, n int) []E {
	c := make([]E, m*n)
	for i := range m {
		for j := range n {
			var total, acc E
			for l := range k {
				acc = fused(a[i*k+l], b[l*n+j], acc)
				if (l+1)%512 == 0 || l+1 == k {
					if l < 512 {
						total = acc
					} else {
						total += acc
					}
					acc = 0
				}
			}
			c[i*n+j] = total
		}
	}
	return c
}

// fused returns a*b + c rounded once. For float32 it rounds the sum to odd in float64, always: no short path.
func fused[E element](a, b, c E) E {
	if _, ok := any(a).(float64); ok {
		return E(math.FMA(float64(a), float64(b), float64(c)))
	}
	p, q := float64(float64(a)*float64(b)), float64(c)
	s := p + q
	t := s - p
	if lost := (p - (s - t)) + (q - t); lost != 0 && lost == lost && math.Float64bits(s)&1 == 0 {
		if (lost > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return E(s)
}

func same[E element](x, y E) bool {
	return x != x && y != y || math.Float64bits(float64(x)) == math.Float64bits(float64(y))
}

// filling makes the logical matrices of a test: n values by a seeded stream.
type filling func(r *rand.Rand, n int) []float64

// mixed has magnitudes over forty binades, so that any other order of the sums changes bits.
func mixed(r *rand.Rand, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = math.Ldexp(2*r.Float64()-1, r.IntN(40)-20)
	}
	return s
}

// special plants zeros of both signs, infinities, NaN, subnormals and extremes among ordinary values.
func special(r *rand.Rand, n int) []float64 {
	values := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-149, -0x1p-140, 0x1p-1074, -0x1.8p-1030,
		math.MaxFloat32, -0x1p120, 0x1p-126, 1, -1}
	s := mixed(r, n)
	for i := range s {
		if r.IntN(24) == 0 {
			s[i] = values[r.IntN(len(values))]
		}
	}
	return s
}

// midpoints has products that leave a float32 sum next to a midpoint, nearer than float64 can tell: rounding twice fails.
func midpoints(r *rand.Rand, n int) []float64 { return nearPowers(r, n, 0, -12) }

// vanishing is midpoints near the least float32, where the midpoints lie at other bits.
func vanishing(r *rand.Rand, n int) []float64 { return nearPowers(r, n, -65, -75) }

// nearPowers returns powers of two with these exponents, of both signs, and their neighbors in float32.
func nearPowers(r *rand.Rand, n int, exponents ...int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = math.Ldexp(float64(1-2*r.IntN(2))+float64(r.IntN(3)-1)*0x1p-23, exponents[r.IntN(len(exponents))])
	}
	return s
}

// coarse has short significands, so that exact sums often lie on midpoints and cancel to zero.
func coarse(r *rand.Rand, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = math.Ldexp(float64(r.IntN(257)-128), r.IntN(16)-8)
	}
	return s
}

var fillings = []struct {
	name string
	fill filling
}{{"mixed", mixed}, {"special", special}, {"midpoints", midpoints}, {"vanishing", vanishing}, {"coarse", coarse}}

// guarded returns n elements that start off elements after an aligned place, with guard values on both sides,
// and a check that the guards still stand.
func guarded[E element](n, off int) (s []E, intact func() bool) {
	const guard = -12345.5
	buffer := make([]E, n+off+64)
	for i := range buffer {
		buffer[i] = guard
	}
	return buffer[16+off:][:n:n], func() bool {
		for i, v := range buffer {
			if (i < 16+off || i >= 16+off+n) && v != guard {
				return false
			}
		}
		return true
	}
}

// stored lays a logical rows×cols matrix out as a kernel reads it.
func stored[E element](s []E, rows, cols int, transposed bool, off int) []E {
	t, _ := guarded[E](len(s), off)
	for i := range rows {
		for j := range cols {
			if transposed {
				t[j*rows+i] = s[i*cols+j]
			} else {
				t[i*cols+j] = s[i*cols+j]
			}
		}
	}
	return t
}

// product is MatMulF32 or MatMulF64 with its scratch.
type product[E element] struct {
	run  func(c, a, b, scratch []E, m, k, n int, layout Layout)
	need func(m, k, n int, layout Layout) int
}

var (
	productF32 = product[float32]{MatMulF32, MatMulScratchF32}
	productF64 = product[float64]{MatMulF64, MatMulScratchF64}
)

// check runs one product in all layouts on all tiers.
func (p product[E]) check(t *testing.T, r *rand.Rand, f filling, m, k, n int) {
	t.Helper()
	a, b := elements[E](f(r, m*k)), elements[E](f(r, k*n))
	want := reference(a, b, m, k, n)
	for _, layout := range []Layout{NN, NT, TN, TT} {
		x := stored(a, m, k, layout.transposedA(), r.IntN(9))
		y := stored(b, k, n, layout.transposedB(), r.IntN(9))
		for _, tier := range Tiers() {
			c, cIntact := guarded[E](m*n, r.IntN(9))
			scratch, scratchIntact := guarded[E](p.need(m, k, n, layout), r.IntN(9))
			restore := Force(tier)
			p.run(c, x, y, scratch, m, k, n, layout)
			restore()
			name := fmt.Sprintf("%T %v %v %dx%dx%d", want, tier, layout, m, k, n)
			if !cIntact() || !scratchIntact() {
				t.Fatalf("%s: wrote outside its slices", name)
			}
			for i := range want {
				if !same(c[i], want[i]) {
					t.Fatalf("%s: c[%d,%d] = %v, want %v", name, i/n, i%n, c[i], want[i])
				}
			}
		}
	}
}

func elements[E element](s []float64) []E {
	t := make([]E, len(s))
	for i, v := range s {
		t[i] = E(v)
	}
	return t
}

func TestMatMul(t *testing.T) {
	reportMissingTiers(t)
	t.Run("f32", func(t *testing.T) { testProducts(t, productF32) })
	t.Run("f64", func(t *testing.T) { testProducts(t, productF64) })
}

func reportMissingTiers(t *testing.T) {
	for tier := Generic; tier <= AVX512; tier++ {
		if tier > Tiers()[len(Tiers())-1] {
			t.Logf("skipped tier %v: this machine or build lacks it", tier)
		}
	}
}

// testProducts samples extents: all small ones, those next to multiples of tiles, and depths next to chunk edges.
func testProducts[E element](t *testing.T, p product[E]) {
	for _, f := range fillings {
		t.Run(f.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(len(f.name))))
			for _, m := range []int{0, 1, 2, 5} {
				for _, k := range []int{0, 1, 3} {
					for _, n := range []int{0, 1, 4, 9} {
						p.check(t, r, f.fill, m, k, n)
					}
				}
			}
			samples := 70
			if testing.Short() {
				samples = 10
			}
			for range samples {
				p.check(t, r, f.fill, 1+r.IntN(70), 1+r.IntN(70), 1+r.IntN(70))
			}
			for m := 1; m <= 14; m++ {
				p.check(t, r, f.fill, m, 1+r.IntN(9), 16+r.IntN(80))
				p.check(t, r, f.fill, 16+r.IntN(80), 1+r.IntN(9), m)
			}
			for m := 1; m <= tuned().Dots; m++ {
				p.check(t, r, f.fill, m, 1+r.IntN(70), 16+r.IntN(80))
			}
			for _, k := range []int{511, 512, 513, 640, 1023, 1024, 1025, 1100} {
				p.check(t, r, f.fill, 1+r.IntN(30), k, 1+r.IntN(40))
			}
		})
	}
	if testing.Short() {
		return
	}
	r := rand.New(rand.NewPCG(8, 8))
	for _, s := range largeShapes {
		p.check(t, r, mixed, s[0], s[1], s[2])
	}
}

// largeShapes reach every way of cutting a product.
var largeShapes = [][3]int{
	{70, 520, 300}, {300, 30, 70}, {200, 9, 530}, {300, 150, 10}, {10, 150, 300}, {31, 140, 131}, {1040, 130, 129},
	{67, 1024, 260}, {3, 40, 1100}, {30, 9, 1030}, {1, 700, 601}, {1, 30, 4500}, {1, 520, 131}, {530, 40, 1}, {2, 70, 64}, {7, 523, 77}, {1, 1050, 700},
}

// TestLargeShapes wants each decision of a tiling to be taken by some large shape, on each tier.
func TestLargeShapes(t *testing.T) {
	for _, isa := range []ISA{AVX2, AVX512} {
		for _, size := range []int{4, 8} {
			decisions := map[string]bool{}
			saw := func(name string, is bool) { decisions[name] = decisions[name] || is }
			for _, s := range largeShapes {
				for _, layout := range []Layout{NN, NT, TN, TT} {
					l := tile(isa, size, s[0], s[1], s[2], layout)
					rowsAlongK := !l.swapped && !layout.transposedA() || l.swapped && layout.transposedB()
					colsAlongK := !l.swapped && layout.transposedB() || l.swapped && !layout.transposedA()
					saw("single", l.single)
					saw("single, later chunks", l.single && s[1] > Chunk)
					saw("dots", l.dotCols == s[2])
					saw("dots and the rest, in several passes and chunks", l.dotCols > 0 && l.dotCols < s[2] && s[0] > dotRows && s[1] > Chunk)
					saw("direct, in place", l.dotCols == 0 && !l.single && !l.swapped && !l.packCols && !l.packRows)
					saw("swapped, in place", l.swapped && !l.packCols && !l.packRows)
					saw("rows along k packed", l.packRows && rowsAlongK)
					saw("rows across k packed", l.packRows && !rowsAlongK)
					saw("several blocks of rows", l.rows > l.rowBlock)
					saw("columns along k packed", l.packCols && colsAlongK && l.panel == l.width)
					saw("columns along k packed for few rows", l.packCols && colsAlongK && l.panel > l.width)
					saw("columns along k packed for swapped", l.packCols && colsAlongK && l.swapped)
					saw("columns across k packed", l.packCols && !colsAlongK && !l.onTheWay)
					saw("columns across k packed for swapped", l.packCols && !colsAlongK && l.swapped)
					saw("columns packed on the way", l.onTheWay)
					saw("several blocks of columns", l.cols > l.colBlock)
				}
			}
			for name, seen := range decisions {
				if !seen {
					t.Errorf("%v, %d bytes: no shape has %q", isa, size, name)
				}
			}
		}
	}
}

// TestMatMulNegativeZero has products that underflow to -0: a chunk's sum is then -0, and so is the total.
func TestMatMulNegativeZero(t *testing.T) {
	t.Run("f32", func(t *testing.T) { testNegativeZero(t, productF32, 0x1p-90) })
	t.Run("f64", func(t *testing.T) { testNegativeZero(t, productF64, 0x1p-700) })
}

func testNegativeZero[E element](t *testing.T, p product[E], tiny E) {
	if c := reference([]E{tiny}, []E{-tiny}, 1, 1, 1); !math.Signbit(float64(c[0])) {
		t.Fatal("the reference lost the sign")
	}
	for _, k := range []int{1, 40, 512, 513, 1100} {
		value := float64(tiny)
		p.check(t, rand.New(rand.NewPCG(1, 1)), func(_ *rand.Rand, n int) []float64 {
			s := make([]float64, n)
			for i := range s {
				s[i] = value
			}
			value = -value // b follows a
			return s
		}, 17, k, 19)
	}
}

func TestMatMulAllocatesNothing(t *testing.T) {
	for _, tier := range Tiers() {
		defer Force(tier)()
		for _, layout := range []Layout{NN, NT, TN, TT} {
			const m, k, n = 33, 520, 45
			c, a, b := make([]float32, m*n), make([]float32, m*k), make([]float32, k*n)
			scratch := make([]float32, MatMulScratchF32(m, k, n, layout))
			c64, a64, b64 := make([]float64, m*n), make([]float64, m*k), make([]float64, k*n)
			scratch64 := make([]float64, MatMulScratchF64(m, k, n, layout))
			if got := testing.AllocsPerRun(3, func() {
				MatMulF32(c, a, b, scratch, m, k, n, layout)
				MatMulF64(c64, a64, b64, scratch64, m, k, n, layout)
			}); got != 0 {
				t.Errorf("%v %v: %v allocations", tier, layout, got)
			}
		}
	}
}

func TestMatMulChecksLengths(t *testing.T) {
	run := func(c, a, b, scratch, m, k, n int, layout Layout) (message any) {
		defer func() { message = recover() }()
		MatMulF32(make([]float32, c), make([]float32, a), make([]float32, b), make([]float32, scratch), m, k, n, layout)
		return nil
	}
	need := MatMulScratchF32(2, 3, 4, NT)
	if message := run(8, 6, 12, need, 2, 3, 4, NT); message != nil {
		t.Errorf("right lengths: %v", message)
	}
	for _, s := range [][8]int{{7, 6, 12, need, 2, 3, 4, 1}, {8, 5, 12, need, 2, 3, 4, 1}, {8, 6, 13, need, 2, 3, 4, 1}, {8, 6, 12, need, -2, -3, -4, 1}, {8, 6, 12, need, 2, 3, 4, 9}} {
		if run(s[0], s[1], s[2], s[3], s[4], s[5], s[6], Layout(s[7])) == nil {
			t.Errorf("lengths %d, %d, %d for %dx%dx%d, layout %d: no panic", s[0], s[1], s[2], s[4], s[5], s[6], s[7])
		}
	}
}
