package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// positions draws n selections below classes; many repeat.
func positions(n, classes int) []int32 {
	r := rand.New(rand.NewPCG(uint64(n), uint64(classes)))
	sel := make([]int32, n)
	for i := range sel {
		sel[i] = int32(r.IntN(classes))
	}
	return sel
}

func TestCheckSelection(t *testing.T) {
	for _, c := range []struct {
		sel     []int32
		classes int
		want    int
	}{
		{nil, 3, -1},
		{[]int32{0, 2, 1}, 3, -1},
		{[]int32{0, 3, 1}, 3, 1},
		{[]int32{-1, 3, 1}, 3, 0},
		{[]int32{0, 0, math.MinInt32}, 1, 2},
		{[]int32{math.MaxInt32}, math.MaxInt32, 0},
		{[]int32{math.MaxInt32 - 1}, math.MaxInt32, -1},
	} {
		if got := kernel.CheckSelection(c.sel, c.classes); got != c.want {
			t.Errorf("CheckSelection(%v, %d) = %d, want %d", c.sel, c.classes, got, c.want)
		}
	}
}

func TestTakeAlong(t *testing.T) {
	t.Run("float32", testTakeAlong[float32])
	t.Run("float64", testTakeAlong[float64])
}

func testTakeAlong[F kernel.Float](t *testing.T) {
	eachBlock(t, func(t *testing.T, what string, x []F, outer, n, inner int) {
		sel := positions(outer*inner, n)
		taken, put := make([]F, outer*inner), make([]F, outer*n*inner)
		for o := range outer {
			for i := range inner {
				at := (o*n+int(sel[o*inner+i]))*inner + i
				taken[o*inner+i] = x[at]
				put[at] = x[at]
			}
		}
		dst := dirty[F](len(taken))
		kernel.TakeAlong(dst, x, sel, outer, n, inner)
		checkBits(t, "TakeAlong "+what, dst, taken)
		dst = dirty[F](len(put))
		kernel.PutAlong(dst, taken, sel, outer, n, inner)
		checkBits(t, "PutAlong "+what, dst, put)
	})
}

func TestGatherAndScatter(t *testing.T) {
	t.Run("float32", testGatherAndScatter[float32])
	t.Run("float64", testGatherAndScatter[float64])
}

func testGatherAndScatter[F kernel.Float](t *testing.T) {
	for _, f := range fillings {
		for _, width := range []int{1, 3, 16, 300} {
			for _, rows := range []int{1, 2, 7, 65} {
				for _, updates := range []int{1, 5, 70} {
					sel := positions(updates, rows)
					table := convert[F](f.make(1, rows*width))
					gathered := make([]F, updates*width)
					for i := range gathered {
						gathered[i] = table[int(sel[i/width])*width+i%width]
					}
					dst := dirty[F](updates * width)
					kernel.Gather(dst, table, sel, rows, width)
					checkBits(t, "Gather "+f.name, dst, gathered)

					g := convert[F](f.make(2, updates*width))
					scattered := make([]F, rows*width)
					for i, v := range g {
						scattered[int(sel[i/width])*width+i%width] += v
					}
					inEachTier(func(tier kernel.ISA) {
						dst := dirty[F](rows * width)
						kernel.Scatter(dst, g, sel, rows, width)
						checkBits(t, fmt.Sprint("Scatter ", f.name, " ", tier), dst, scattered)
					})
				}
			}
		}
	}
}

func BenchmarkScatter(b *testing.B) {
	rows, width, updates := 256, 64, 1024
	sel := positions(updates, rows)
	g, dst := convert[float32](fillings[0].make(1, updates*width)), make([]float32, rows*width)
	b.SetBytes(int64(4 * len(g)))
	for b.Loop() {
		kernel.Scatter(dst, g, sel, rows, width)
	}
}
