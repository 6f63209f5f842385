package num_test

import (
	"testing"

	"github.com/x448/float16"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/num"
)

// TestHostile computes with special numbers, lists of other lengths, and names that nothing has.
func TestHostile(t *testing.T) {
	hostile.Test(t, hostile.Table{
		Functions: []any{
			num.CosF32, num.CosF64, num.Element, num.Elements, num.ErfDerivativeF32, num.ErfDerivativeF64, num.ErfF32, num.ErfF64, num.ExpF32, num.ExpF64,
			num.Expm1F32, num.Expm1F64, num.FMA32, num.Function[float32], num.Has[float64], num.Log1pF32, num.Log1pF64, num.LogF32, num.LogF64, num.PowF32,
			num.PowF64, num.Power[float32], num.RsqrtF32, num.RsqrtF64, num.SigmoidF32, num.SigmoidF64, num.SinF32, num.SinF64, num.TanhF32, num.TanhF64,
			num.FastExpF32, num.FastLogF32, num.FastRsqrtF32, num.FastSigmoidF32, num.FastTanhF32,
		},
		Values: []any{
			num.F32{}, num.FastF32{}, num.F64{}, num.BF16{}, num.F16{}, num.BFloat16(0xFFC1), num.BFloat16(0), float16.Float16(0x7C00), "Pow", "Exp", "f32",
			[]float32{1, 2, 3, 4}[:2], []float64{1, 2, 3, 4}[:2], []num.BFloat16{1, 2, 3},
		},
	})
}
