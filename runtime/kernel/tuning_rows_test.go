package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// TestTuningKeepsRows draws constants, and wants the bits of the rules from row kernels, sums and movement on every tier.
func TestTuningKeepsRows(t *testing.T) {
	draws := 24
	if testing.Short() {
		draws = 4
	}
	for seed := range uint64(draws) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 3))
			kernel.Draw(t, r)
			f := fillings[r.IntN(len(fillings))]
			for _, s := range [][3]int{{37, 1 + r.IntN(60), 1}, {3, 5000, 1}, {2, 40, 600}, {1 + r.IntN(3), 1 + r.IntN(300), 1 + r.IntN(40)}, {1, 4200, 5}} {
				testTunedRows(t, f.name, convert[float32](f.make(int(seed), s[0]*s[1]*s[2])), s[0], s[1], s[2])
				testTunedRows(t, f.name, convert[float64](f.make(int(seed), s[0]*s[1]*s[2])), s[0], s[1], s[2])
			}
			shape := []int{1 + r.IntN(5), 1 + r.IntN(40), 1 + r.IntN(40)}
			checkPermute[float32](t, shape, r.Perm(3))
			checkPermute[float64](t, shape, r.Perm(3))
		})
	}
}

func testTunedRows[F kernel.Float](t *testing.T, name string, x []F, outer, n, inner int) {
	soft, logSoft := make([]F, len(x)), make([]F, len(x))
	logSum, sum := make([]F, outer*inner), make([]F, outer*inner)
	for o := range outer {
		for i := range inner {
			list := line(x, o, i, n, inner)
			s, l, total := softmaxRule(list)
			logSum[o*inner+i], sum[o*inner+i] = total, sumRule(list)
			for k := range s {
				soft[(o*n+k)*inner+i], logSoft[(o*n+k)*inner+i] = s[k], l[k]
			}
		}
	}
	inEachTier(func(tier kernel.ISA) {
		what := fmt.Sprintf("%s [%d, %d, %d] %T %v", name, outer, n, inner, F(0), tier)
		scratch := dirty[F](max(kernel.SoftmaxScratch(outer, n, inner), kernel.SumAlongScratch(outer, n, inner)))
		dst, few := dirty[F](len(x)), dirty[F](outer*inner)
		kernel.Softmax(dst, x, outer, n, inner, scratch)
		checkBits(t, "Softmax "+what, dst, soft)
		kernel.LogSoftmax(dst, x, outer, n, inner, scratch)
		checkBits(t, "LogSoftmax "+what, dst, logSoft)
		kernel.LogSumExp(few, x, outer, n, inner, scratch)
		checkBits(t, "LogSumExp "+what, few, logSum)
		kernel.SumAlong(few, x, outer, n, inner, scratch)
		checkBits(t, "SumAlong "+what, few, sum)
	})
}
