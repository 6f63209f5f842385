package kernel_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// sumRule is the rule of docs/numerics.md, word by word.
func sumRule[F kernel.Float](x []F) F {
	if len(x) <= 4096 {
		var a [16]F
		for i, v := range x {
			a[i%16] += v
		}
		for _, h := range []int{8, 4, 2, 1} {
			for l := range h {
				a[l] = a[l] + a[l+h]
			}
		}
		return a[0]
	}
	var sums []F
	for len(x) > 0 {
		n := min(4096, len(x))
		sums = append(sums, sumRule(x[:n]))
		x = x[n:]
	}
	return sumRule(sums)
}

func TestSum(t *testing.T) {
	t.Run("float32", testSum[float32])
	t.Run("float64", testSum[float64])
}

func testSum[F kernel.Float](t *testing.T) {
	for _, f := range fillings {
		for _, n := range lengths() {
			x := convert[F](f.make(n, n))
			want := []F{sumRule(x)}
			inEachTier(func(tier kernel.ISA) {
				checkBits(t, fmt.Sprintf("%s %d %v", f.name, n, tier), []F{kernel.Sum(x)}, want)
			})
		}
	}
}

// More than 4096 blocks need a third level.
func TestSumThreeLevels(t *testing.T) {
	n := 4096*4096 + 4096 + 5
	x := make([]float32, n)
	state := uint32(1)
	for i := range x {
		state = state*1664525 + 1013904223
		x[i] = float32(int32(state)) / (1 << 20)
	}
	want := sumRule(x)
	inEachTier(func(tier kernel.ISA) {
		checkBits(t, fmt.Sprint("rows ", tier), []float32{kernel.Sum(x)}, []float32{want})
	})

	// Two equal columns must give the same bits.
	pairs := make([]float32, 2*n)
	for i, v := range x {
		pairs[2*i], pairs[2*i+1] = v, v
	}
	dst := dirty[float32](2)
	kernel.SumAlong(dst, pairs, 1, n, 2, dirty[float32](kernel.SumAlongScratch(1, n, 2)))
	checkBits(t, "columns", dst, []float32{want, want})
}

func TestSumIsNeverNegativeZero(t *testing.T) {
	for _, n := range []int{0, 1, 16, 17, 5000} {
		x := make([]float64, n)
		kernel.Fill(x, math.Copysign(0, -1))
		inEachTier(func(tier kernel.ISA) { checkBits(t, fmt.Sprint(n, " ", tier), []float64{kernel.Sum(x)}, []float64{0}) })
	}
}

func TestSumAlong(t *testing.T) {
	t.Run("float32", testSumAlong[float32])
	t.Run("float64", testSumAlong[float64])
}

func testSumAlong[F kernel.Float](t *testing.T) {
	eachBlock(t, func(t *testing.T, what string, x []F, outer, n, inner int) {
		want := make([]F, outer*inner)
		for o := range outer {
			for i := range inner {
				want[o*inner+i] = sumRule(line(x, o, i, n, inner))
			}
		}
		inEachTier(func(tier kernel.ISA) {
			dst := dirty[F](len(want))
			kernel.SumAlong(dst, x, outer, n, inner, dirty[F](kernel.SumAlongScratch(outer, n, inner)))
			checkBits(t, fmt.Sprint(what, " ", tier), dst, want)
		})
	})
}

func BenchmarkSum(b *testing.B) {
	for _, n := range []int{64, 4096, 1 << 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := convert[float32](fillings[0].make(1, n))
			b.SetBytes(int64(4 * n))
			for b.Loop() {
				kernel.Sum(x)
			}
		})
	}
}

func BenchmarkSumAlong(b *testing.B) {
	for _, s := range [][3]int{{1, 64, 256}, {1, 1024, 1024}, {1, 1 << 20, 3}, {1024, 1024, 1}, {64, 10, 1}} {
		benchmarkAlong(b, s, func(x, dst, scratch []float32) { kernel.SumAlong(dst, x, s[0], s[1], s[2], scratch) })
	}
}

// benchmarkAlong measures a function over [outer, n, inner] with outputs and scratch that are large enough for any.
func benchmarkAlong(b *testing.B, s [3]int, run func(x, dst, scratch []float32)) {
	size := s[0] * s[1] * s[2]
	b.Run(fmt.Sprintf("%dx%dx%d", s[0], s[1], s[2]), func(b *testing.B) {
		x := convert[float32](fillings[0].make(1, size))
		dst, scratch := make([]float32, size), make([]float32, size+kernel.SoftmaxScratch(s[0], s[1], s[2]))
		b.SetBytes(int64(4 * size))
		for b.Loop() {
			run(x, dst, scratch)
		}
	})
}
