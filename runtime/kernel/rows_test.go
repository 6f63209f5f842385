package kernel_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

func maxRule[F kernel.Float](x []F) F {
	m := x[0]
	for _, v := range x {
		m = max(m, v)
	}
	return m
}

// argMaxRule: the first NaN, else the first element with the bits of the maximum.
func argMaxRule[F kernel.Float](x []F) int32 {
	m := maxRule(x)
	for i, v := range x {
		if equalBits(v, m) {
			return int32(i)
		}
	}
	return -1
}

func expLog[F kernel.Float](x F) (exp, log F) {
	if v, narrow := any(x).(float32); narrow {
		return F(num.ExpF32(v)), F(num.LogF32(v))
	}
	return F(num.ExpF64(float64(x))), F(num.LogF64(float64(x)))
}

// softmaxRule returns the line's softmax, log-softmax and log-sum-exp.
func softmaxRule[F kernel.Float](x []F) (soft, logSoft []F, logSum F) {
	shift := maxRule(x)
	if math.IsInf(float64(shift), 0) {
		shift = 0
	}
	e := make([]F, len(x))
	for i, v := range x {
		e[i], _ = expLog(v - shift)
	}
	s := sumRule(e)
	_, logs := expLog(s)
	for i, v := range x {
		soft = append(soft, e[i]/s)
		logSoft = append(logSoft, (v-shift)-logs)
	}
	return soft, logSoft, shift + logs
}

func TestMaxAlong(t *testing.T) {
	t.Run("float32", testMaxAlong[float32])
	t.Run("float64", testMaxAlong[float64])
}

func testMaxAlong[F kernel.Float](t *testing.T) {
	eachBlock(t, func(t *testing.T, what string, x []F, outer, n, inner int) {
		most, at := make([]F, outer*inner), make([]int32, outer*inner)
		for o := range outer {
			for i := range inner {
				y := line(x, o, i, n, inner)
				most[o*inner+i], at[o*inner+i] = maxRule(y), argMaxRule(y)
			}
		}
		inEachTier(func(tier kernel.ISA) {
			dst, sel := dirty[F](len(most)), make([]int32, len(at))
			for i := range sel {
				sel[i] = -9
			}
			kernel.MaxAlong(dst, x, outer, n, inner)
			kernel.ArgMax(sel, x, outer, n, inner)
			checkBits(t, fmt.Sprint("MaxAlong ", what, " ", tier), dst, most)
			for i := range sel {
				if sel[i] != at[i] {
					t.Fatalf("ArgMax %s %v: element %d is %d, want %d", what, tier, i, sel[i], at[i])
				}
			}
		})
	})
}

func TestArgMaxTies(t *testing.T) {
	nan, inf, minus := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct {
		x    []float64
		want int32
	}{
		{[]float64{5}, 0},
		{[]float64{1, 3, 3, 2}, 1},
		{[]float64{minus, 0}, 1},
		{[]float64{0, minus}, 0},
		{[]float64{minus, minus}, 0},
		{[]float64{minus, 0, 0}, 1},
		{[]float64{inf, nan, nan}, 1},
		{[]float64{nan, inf}, 0},
		{[]float64{math.Copysign(nan, -1), nan}, 0},
		{[]float64{-inf, -inf}, 0},
	} {
		inEachTier(func(tier kernel.ISA) {
			wide, narrow := []int32{-9}, []int32{-9}
			kernel.ArgMax(wide, c.x, 1, len(c.x), 1)
			kernel.ArgMax(narrow, convert[float32](c.x), 1, len(c.x), 1)
			if wide[0] != c.want || narrow[0] != c.want {
				t.Errorf("%v: ArgMax(%v) = %d, of float32 %d, want %d", tier, c.x, wide[0], narrow[0], c.want)
			}
		})
	}
}

func TestSoftmax(t *testing.T) {
	t.Run("float32", testSoftmax[float32])
	t.Run("float64", testSoftmax[float64])
}

func testSoftmax[F kernel.Float](t *testing.T) {
	eachBlock(t, func(t *testing.T, what string, x []F, outer, n, inner int) {
		if len(x) > 1<<15 && inner != 3 {
			return // Exponentials are slow, and inner 3 crosses every boundary.
		}
		soft, logSoft, logSum := make([]F, len(x)), make([]F, len(x)), make([]F, outer*inner)
		for o := range outer {
			for i := range inner {
				s, l, total := softmaxRule(line(x, o, i, n, inner))
				logSum[o*inner+i] = total
				for k := range s {
					soft[(o*n+k)*inner+i], logSoft[(o*n+k)*inner+i] = s[k], l[k]
				}
			}
		}
		inEachTier(func(tier kernel.ISA) {
			what := fmt.Sprint(what, " ", tier)
			scratch := dirty[F](kernel.SoftmaxScratch(outer, n, inner))
			dst := dirty[F](len(x))
			kernel.Softmax(dst, x, outer, n, inner, scratch)
			checkBits(t, "Softmax "+what, dst, soft)
			kernel.LogSoftmax(dst, x, outer, n, inner, scratch)
			checkBits(t, "LogSoftmax "+what, dst, logSoft)
			dst = dirty[F](len(logSum))
			kernel.LogSumExp(dst, x, outer, n, inner, scratch)
			checkBits(t, "LogSumExp "+what, dst, logSum)

			if n > 100 {
				return
			}
			dst = append([]F(nil), x...)
			kernel.Softmax(dst, dst, outer, n, inner, scratch)
			checkBits(t, "Softmax in place "+what, dst, soft)
			copy(dst, x)
			kernel.LogSoftmax(dst, dst, outer, n, inner, scratch)
			checkBits(t, "LogSoftmax in place "+what, dst, logSoft)
		})
	})
}

func TestSoftmaxOfInfinities(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		x, soft, logSoft []float64
		logSum           float64
	}{
		{[]float64{-inf, -inf}, []float64{nan, nan}, []float64{nan, nan}, -inf},
		{[]float64{inf, 1}, []float64{nan, 0}, []float64{nan, -inf}, inf},
		{[]float64{-inf, 7}, []float64{0, 1}, []float64{-inf, 0}, 7},
		{[]float64{nan, 7}, []float64{nan, nan}, []float64{nan, nan}, nan},
		{[]float64{3}, []float64{1}, []float64{0}, 3},
	} {
		inEachTier(func(tier kernel.ISA) {
			testInfinities(t, tier, c.x, c.soft, c.logSoft, c.logSum)
			testInfinities(t, tier, convert[float32](c.x), convert[float32](c.soft), convert[float32](c.logSoft), float32(c.logSum))
		})
	}
}

func testInfinities[F kernel.Float](t *testing.T, tier kernel.ISA, x, soft, logSoft []F, logSum F) {
	n := len(x)
	scratch, dst := make([]F, kernel.SoftmaxScratch(1, n, 1)), make([]F, n)
	kernel.Softmax(dst, x, 1, n, 1, scratch)
	checkBits(t, fmt.Sprint("Softmax ", x, tier), dst, soft)
	kernel.LogSoftmax(dst, x, 1, n, 1, scratch)
	checkBits(t, fmt.Sprint("LogSoftmax ", x, tier), dst, logSoft)
	kernel.LogSumExp(dst[:1], x, 1, n, 1, scratch)
	checkBits(t, fmt.Sprint("LogSumExp ", x, tier), dst[:1], []F{logSum})
}

// TestSoftmaxOfSmallParts has lines whose sum is nearly that of one element, so that the others' exponentials show: down to where they vanish.
func TestSoftmaxOfSmallParts(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testSmallParts[float32](t, 20, 108) })
	t.Run("float64", func(t *testing.T) { testSmallParts[float64](t, 40, 750) })
}

func testSmallParts[F kernel.Float](t *testing.T, from, to float64) {
	const lines, n = 50, 71
	x := make([]F, lines*n)
	for i := range x {
		x[i] = 3
		if i%n > 0 {
			x[i] -= F(from + (to-from)*float64(i)/float64(len(x)))
		}
	}
	var want []F
	for o := range lines {
		soft, _, _ := softmaxRule(x[o*n:][:n])
		want = append(want, soft...)
	}
	inEachTier(func(tier kernel.ISA) {
		dst, scratch := dirty[F](len(x)), dirty[F](kernel.SoftmaxScratch(lines, n, 1))
		kernel.Softmax(dst, x, lines, n, 1, scratch)
		checkBits(t, fmt.Sprint(tier), dst, want)
	})
}

func BenchmarkSoftmax(b *testing.B) {
	for _, s := range [][3]int{{64, 10, 1}, {1024, 1024, 1}, {1, 1024, 1024}} {
		benchmarkAlong(b, s, func(x, dst, scratch []float32) { kernel.Softmax(dst, x, s[0], s[1], s[2], scratch) })
	}
}

func BenchmarkLogSoftmax(b *testing.B) {
	for _, s := range [][3]int{{64, 10, 1}, {1024, 1024, 1}, {1, 1024, 1024}} {
		benchmarkAlong(b, s, func(x, dst, scratch []float32) { kernel.LogSoftmax(dst, x, s[0], s[1], s[2], scratch) })
	}
}

func BenchmarkMaxAlong(b *testing.B) {
	for _, s := range [][3]int{{64, 10, 1}, {1024, 1024, 1}, {1, 1024, 1024}} {
		benchmarkAlong(b, s, func(x, dst, _ []float32) { kernel.MaxAlong(dst, x, s[0], s[1], s[2]) })
	}
}

func BenchmarkArgMax(b *testing.B) {
	dst := make([]int32, 1<<20)
	for _, s := range [][3]int{{64, 10, 1}, {1024, 1024, 1}, {1, 1024, 1024}} {
		benchmarkAlong(b, s, func(x, _, _ []float32) { kernel.ArgMax(dst, x, s[0], s[1], s[2]) })
	}
}
