package over_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/over"
)

// TestHostile hands kernels lists, extents and selections that do not fit each other: they may refuse them by a panic, and by nothing worse.
func TestHostile(t *testing.T) {
	type (
		E = num.BFloat16
		W = float32
	)
	list := func(n int) []E { return make([]E, n, n+8)[:n:n] }
	hostile.Test(t, hostile.Table{
		Functions: []any{
			over.ArgMax[E, W], over.CanonicalNaN[E, W], over.Convert[E, W, E, W], over.CumSum[E, W], over.Fold[E, W], over.LogSoftmax[E, W], over.LogSumExp[E, W],
			over.Make[E, W], over.MatMul[E, W], over.MatMulBatch[E, W], over.MatMulScratch[E, W], over.MaxAlong[E, W], over.Pad[E, W], over.PutAlong[E, W],
			over.Scatter[E, W], over.ScatterScratch, over.Softmax[E, W], over.SoftmaxScratch, over.Sum[E, W], over.SumAlong[E, W],
		},
		Values: []any{
			num.BF16{}, unknown{}, list(0), list(1), list(2), list(4), list(8), make([]W, 64), make([]W, 2), []int32{0, 1}, []int32{-1, 5}, []int32{0, 0, 1, 1},
			kernel.NN, kernel.TT, kernel.Layout(9), initial.Fill{Value: 1}, initial.Fill{Kind: 99}, initial.Fill{Kind: initial.Values}, 1, 1, 1, 2, 2, 4,
		},
		Rounds: 3000,
		Refusal: func(value any) bool {
			if err, ok := value.(runtime.Error); ok { // of Go alone: a nil arithmetic has no methods
				return strings.Contains(err.Error(), "out of range") || strings.Contains(err.Error(), "nil pointer")
			}
			text, ok := value.(string)
			return ok && strings.HasPrefix(text, "kernel: ")
		},
	})
}
