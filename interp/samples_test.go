package interp_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// sources records what the samples apply ops to: parameters with random values, positive ones, and labels.
type sources struct {
	t       *dsl.Tape
	r       *rand.Rand
	special bool // every fourth element is a zero, an infinity, a NaN or a subnormal
	numbers []dsl.Value
	labels  interp.Labels
}

func (s *sources) number(shape ...int) dsl.Value {
	return s.parameter(func() float64 { return s.r.NormFloat64() }, shape)
}

func (s *sources) positive(shape ...int) dsl.Value {
	return s.parameter(func() float64 { return 0.1 + s.r.Float64() }, shape)
}

func (s *sources) parameter(draw func() float64, shape []int) dsl.Value {
	specials := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, -1e-42, 3e38}
	list := make([]float64, volume(shape))
	for i := range list {
		list[i] = draw()
		if s.special && s.r.IntN(4) == 0 {
			list[i] = specials[s.r.IntN(len(specials))]
		}
	}
	v := s.t.Parameter("p"+string(rune('a'+len(s.numbers))), dsl.Values(list...), shape...)
	s.numbers = append(s.numbers, v)
	return v
}

func (s *sources) selection(shape ...int) dsl.Value {
	v := s.t.Labels("y", shape...)
	classes := shape[len(shape)-1]
	list := make([]int32, volume(shape)/classes)
	for i := range list {
		list[i] = s.r.Int32N(int32(classes))
	}
	s.labels[v] = list
	return v
}

func volume(shape []int) int {
	v := 1
	for _, extent := range shape {
		v *= extent
	}
	return v
}

// samples applies each op in shapes with odd and unit extents, to distinct and to shared operands.
var samples = map[string][]func(s *sources) dsl.Value{
	"Add": {
		func(s *sources) dsl.Value { return s.number(3, 5).Add(s.number(3, 5)) },
		func(s *sources) dsl.Value { x := s.number(1, 7); return x.Add(x) },
		func(s *sources) dsl.Value { return s.number().Add(s.number()) },
	},
	"Sub": {
		func(s *sources) dsl.Value { return s.number(3, 5).Sub(s.number(3, 5)) },
		func(s *sources) dsl.Value { x := s.number(7); return x.Sub(x) },
	},
	"Mul": {
		func(s *sources) dsl.Value { return s.number(5, 1).Mul(s.number(5, 1)) },
		func(s *sources) dsl.Value { x := s.number(3, 3); return x.Mul(x) },
	},
	"Div": {
		func(s *sources) dsl.Value { return s.number(3, 5).Div(s.positive(3, 5)) },
		func(s *sources) dsl.Value { x := s.positive(); return x.Div(x) },
	},
	"Maximum": {
		func(s *sources) dsl.Value { return s.number(3, 5).Maximum(s.number(3, 5)) },
		func(s *sources) dsl.Value { return s.number(9).Maximum(s.t.Leaf(dsl.Const(0), 9)) },
		func(s *sources) dsl.Value { x := s.number(1); return x.Maximum(x) },
	},
	"Step": {
		func(s *sources) dsl.Value { x := s.number(3, 5); return x.Step(s.number(3, 5)).Mul(x) },
	},
	"Minimum": {
		func(s *sources) dsl.Value { return s.number(3, 5).Minimum(s.number(3, 5)) },
		func(s *sources) dsl.Value { x := s.number(1); return x.Minimum(x) },
	},
	"Powf": {
		func(s *sources) dsl.Value { return s.positive(3, 5).Powf(s.number(3, 5)) },
		func(s *sources) dsl.Value { x := s.positive(7); return x.Powf(x) },
		func(s *sources) dsl.Value { return s.positive().Powf(s.number()) },
	},
	"Less": {
		func(s *sources) dsl.Value { x, y := s.number(3, 5), s.number(3, 5); return x.Less(y).Where(x, y) },
		func(s *sources) dsl.Value { x := s.number(7); return x.Less(x).Where(x, s.number(7)) },
	},
	"LessEqual": {
		func(s *sources) dsl.Value {
			x, y := s.number(3, 5), s.number(3, 5)
			return x.LessEqual(y).Where(x, s.number(3, 5))
		},
		func(s *sources) dsl.Value { x := s.number(); return x.LessEqual(x).Where(x, s.number()) },
	},
	"Equal": {
		func(s *sources) dsl.Value {
			x := s.number(3, 5)
			return x.Equal(s.number(3, 5)).Where(s.number(3, 5), x)
		},
		func(s *sources) dsl.Value { x := s.number(7); return x.Equal(x).Where(x, s.number(7)) },
	},
	"Where": {
		func(s *sources) dsl.Value {
			x := s.number(3, 5)
			return s.number(3, 5).Less(x).Where(x, s.number(3, 5))
		},
		func(s *sources) dsl.Value { x := s.number(1); return x.Less(s.number(1)).Where(x, x) },
		func(s *sources) dsl.Value {
			mask := s.number(2).Less(s.number(2)).BroadcastAlong(0, 3).Permute(1, 0).Reshape(3, 2, 1)
			mask = dsl.Concat(1, mask, mask.Narrow(1, 1, 1))
			return mask.Where(s.number(3, 3, 1), s.number().Less(s.number()).Broadcast(3, 3, 1).Where(s.number(3, 3, 1), s.number(3, 3, 1)))
		},
	},
	"Neg":           {func(s *sources) dsl.Value { return s.number(3, 5).Neg() }},
	"Expm1":         {func(s *sources) dsl.Value { return s.number(3, 5).Expm1() }},
	"Log1p":         {func(s *sources) dsl.Value { return s.positive(3, 5).Log1p() }},
	"Sin":           {func(s *sources) dsl.Value { return s.number(3, 5).Sin() }},
	"Cos":           {func(s *sources) dsl.Value { return s.number(3, 5).Cos() }},
	"Erf":           {func(s *sources) dsl.Value { return s.number(3, 5).Erf() }},
	"ErfDerivative": {func(s *sources) dsl.Value { return s.number(3, 5).ErfDerivative() }},
	"Rsqrt":         {func(s *sources) dsl.Value { return s.positive(3, 5).Rsqrt() }},
	"Sqrt":          {func(s *sources) dsl.Value { return s.positive(3, 5).Sqrt() }},
	"Exp":           {func(s *sources) dsl.Value { return s.number(3, 5).Exp() }},
	"Ln":            {func(s *sources) dsl.Value { return s.positive(3, 5).Ln() }},
	"Tanh":          {func(s *sources) dsl.Value { return s.number(3, 5).Tanh() }},
	"Sigmoid":       {func(s *sources) dsl.Value { return s.number(3, 5).Sigmoid() }},
	"MatMul": {
		func(s *sources) dsl.Value { return s.number(3, 5).MatMul(s.number(5, 7)) },
		func(s *sources) dsl.Value { return s.number(1, 9).MatMul(s.number(9, 1)) },
		func(s *sources) dsl.Value { return s.number(5, 1).MatMul(s.number(1, 3)) },
		func(s *sources) dsl.Value { return s.number(2, 3, 3, 2).MatMul(s.number(2, 3, 2, 5)) },
		func(s *sources) dsl.Value { x := s.number(3, 3); return x.MatMul(x) },
	},
	"Sum": {
		func(s *sources) dsl.Value { return s.number(5, 7).Sum() },
		func(s *sources) dsl.Value { return s.number().Sum() },
	},
	"SumAlong": {
		func(s *sources) dsl.Value { return s.number(3, 19, 2).SumAlong(1) },
		func(s *sources) dsl.Value { return s.number(17).SumAlong(0) },
		func(s *sources) dsl.Value { return s.number(3, 1).SumAlong(1) },
	},
	"CumSum": {
		func(s *sources) dsl.Value { return s.number(3, 19, 2).CumSum(1, false) },
		func(s *sources) dsl.Value { return s.number(17, 1).CumSum(0, true) },
		func(s *sources) dsl.Value { return s.number(3, 1).CumSum(1, true) },
	},
	"MaxAlong": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).MaxAlong(1) },
		func(s *sources) dsl.Value { return s.number(1, 7).MaxAlong(1) },
		func(s *sources) dsl.Value { return s.number(7, 1).MaxAlong(1) },
	},
	"ArgMax": {
		func(s *sources) dsl.Value { x := s.number(3, 5, 2); return x.TakeAlong(x.ArgMax(1), 1) },
		func(s *sources) dsl.Value { x := s.number(7); return x.PutAlong(s.number(7, 3).ArgMax(1), 0) },
	},
	"Softmax": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).Softmax(1) },
		func(s *sources) dsl.Value { return s.number(3, 1).Softmax(1) },
		func(s *sources) dsl.Value { return s.number(17).Softmax(0) },
	},
	"LogSoftmax": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).LogSoftmax(1) },
		func(s *sources) dsl.Value { return s.number(3, 1).LogSoftmax(1) },
		func(s *sources) dsl.Value { return s.number(17).LogSoftmax(0) },
	},
	"LogSumExp": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).LogSumExp(1) },
		func(s *sources) dsl.Value { return s.number(3, 1).LogSumExp(1) },
		func(s *sources) dsl.Value { return s.number(17).LogSumExp(0) },
	},
	"TakeAlong": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).TakeAlong(s.selection(3, 2, 5), 1) },
		func(s *sources) dsl.Value { return s.number(7).TakeAlong(s.selection(7), 0) },
		func(s *sources) dsl.Value { return s.number(3, 1).TakeAlong(s.selection(3, 1), 1) },
	},
	"PutAlong": {
		func(s *sources) dsl.Value { return s.number(3, 2).PutAlong(s.selection(3, 2, 5), 1) },
		func(s *sources) dsl.Value { return s.number().PutAlong(s.selection(7), 0) },
		func(s *sources) dsl.Value { return s.number(3).PutAlong(s.selection(3, 1), 1) },
	},
	"Gather": {
		func(s *sources) dsl.Value { return s.number(5, 3).Gather(s.selection(7, 5)) },
		func(s *sources) dsl.Value { return s.number(5).Gather(s.selection(2, 3, 5)) },
		func(s *sources) dsl.Value { return s.number(1, 3).Gather(s.selection(1)) },
	},
	"Scatter": {
		func(s *sources) dsl.Value { return s.number(7, 3).Scatter(s.selection(7, 5)) },
		func(s *sources) dsl.Value { return s.number(2, 3).Scatter(s.selection(2, 3, 5)) },
		func(s *sources) dsl.Value { return s.number(3).Scatter(s.selection(1)) },
	},
	"Narrow": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).Narrow(1, 1, 3) },
		func(s *sources) dsl.Value { return s.number(7).Narrow(0, 6, 1) },
		func(s *sources) dsl.Value { return s.number(1, 3).Narrow(1, 0, 3) },
	},
	"Pad": {
		func(s *sources) dsl.Value { return s.number(3, 5, 2).Pad(1, 2, 9) },
		func(s *sources) dsl.Value { return s.number(1).Pad(0, 6, 7) },
		func(s *sources) dsl.Value { return s.number(3, 1).Pad(0, 0, 3) },
	},
	"Concat": {
		func(s *sources) dsl.Value {
			return dsl.Concat(1, s.number(3, 2, 5), s.number(3, 1, 5), s.number(3, 4, 5))
		},
		func(s *sources) dsl.Value { x := s.number(7); return dsl.Concat(0, x, s.number(1), x) },
		func(s *sources) dsl.Value { return dsl.Concat(0, s.number(2, 3)) },
	},
	"Unfold": {
		func(s *sources) dsl.Value { return s.number(2, 9, 3).Unfold(1, 3, 2, 2) },
		func(s *sources) dsl.Value { return s.number(7).Unfold(0, 3, 1, 1) },
		func(s *sources) dsl.Value { return s.number(1, 5).Unfold(1, 1, 3, 4) },
	},
	"Fold": {
		func(s *sources) dsl.Value { return s.number(2, 3, 3, 3).Fold(1, 3, 2, 2, 9) },
		func(s *sources) dsl.Value { return s.number(5, 3).Fold(0, 3, 1, 1, 7) },
		func(s *sources) dsl.Value { return s.number(2, 1).Fold(0, 1, 3, 4, 5) },
	},
	"Widen": {
		func(s *sources) dsl.Value { x := s.number(3, 5).Widen(); return x.Exp().Round() },
		func(s *sources) dsl.Value {
			x := s.number(3, 5).Widen()
			y := s.number(3, 5).Widen()
			return x.Less(y).Where(x.Mul(y), x.Softmax(1)).CumSum(0, false).Round()
		},
		func(s *sources) dsl.Value {
			x := s.number(3, 4).Widen().MatMul(s.number(4, 5).Widen())
			return x.TakeAlong(x.ArgMax(1), 1).PutAlong(s.selection(3, 2), 1).SumAlong(0).Round()
		},
		func(s *sources) dsl.Value {
			x := s.number(3, 4).Widen().Permute(1, 0).Pad(0, 1, 7).Unfold(0, 3, 2, 1)
			return dsl.Concat(1, x.Mul(x), x.Narrow(1, 0, 1)).Fold(0, 4, 1, 1, 6).Sum().Round()
		},
	},
	"Round": {
		func(s *sources) dsl.Value { x := s.number(3, 5).Widen(); return x.Mul(x).Round() },
		func(s *sources) dsl.Value { return s.number().Widen().Round() },
	},
	"Broadcast": {
		func(s *sources) dsl.Value { return s.number().Broadcast(3, 5) },
		func(s *sources) dsl.Value { return s.number(1, 1).Broadcast(7) },
		func(s *sources) dsl.Value { return s.number(1).Broadcast() },
	},
	"BroadcastAlong": {
		func(s *sources) dsl.Value { return s.number(3, 2).BroadcastAlong(1, 5) },
		func(s *sources) dsl.Value { return s.number().BroadcastAlong(0, 7) },
		func(s *sources) dsl.Value { return s.number(3).BroadcastAlong(1, 1) },
	},
	"Reshape": {
		func(s *sources) dsl.Value { return s.number(3, 5).Reshape(5, 1, 3) },
		func(s *sources) dsl.Value { return s.number(1).Reshape() },
	},
	"Permute": {
		func(s *sources) dsl.Value { return s.number(2, 3, 5).Permute(2, 0, 1) },
		func(s *sources) dsl.Value { return s.number(1, 7).Permute(1, 0) },
		func(s *sources) dsl.Value { return s.number().Permute() },
	},
}

// composites applies each composite of dsl, under its name.
var composites = map[string][]func(s *sources) dsl.Value{
	"Abs":      {func(s *sources) dsl.Value { return s.number(3, 5).Abs() }},
	"Relu":     {func(s *sources) dsl.Value { return s.number(3, 5).Relu() }},
	"Softplus": {func(s *sources) dsl.Value { return s.number(3, 5).Softplus() }},
	"Silu":     {func(s *sources) dsl.Value { return s.number(3, 5).Silu() }},
	"Gelu":     {func(s *sources) dsl.Value { return s.number(3, 5).Gelu() }},
	"GeluTanh": {func(s *sources) dsl.Value { return s.number(3, 5).GeluTanh() }},
	"Like":     {func(s *sources) dsl.Value { x := s.number(3, 5); return x.Mul(x.Like(3)) }},
	"Greater": {
		func(s *sources) dsl.Value { x, y := s.number(3, 5), s.number(3, 5); return x.Greater(y).Where(y, x) },
	},
	"GreaterEqual": {
		func(s *sources) dsl.Value {
			x, y := s.number(3, 5), s.number(3, 5)
			return x.GreaterEqual(y).Where(y, x)
		},
	},
	"OneHot":    {func(s *sources) dsl.Value { return s.number(3, 5).Mul(s.selection(3, 5).OneHot()) }},
	"Transpose": {func(s *sources) dsl.Value { return s.number(2, 3, 5).Transpose() }},
	"Mean":      {func(s *sources) dsl.Value { return s.number(3, 7).Mean() }},
	"MeanAlong": {func(s *sources) dsl.Value { return s.number(3, 7, 2).MeanAlong(1) }},
	"VarianceAlong": {
		func(s *sources) dsl.Value { return s.number(3, 7, 2).VarianceAlong(1) },
		func(s *sources) dsl.Value { return s.number(3, 1).VarianceAlong(1) },
	},
	"Slice":     {func(s *sources) dsl.Value { return s.number(3, 7).Slice(1, 2, 5) }},
	"Squeeze":   {func(s *sources) dsl.Value { return s.number(3, 1, 5).Squeeze(1) }},
	"Unsqueeze": {func(s *sources) dsl.Value { return s.number(3, 5).Unsqueeze(1) }},
	"BroadcastTo": {
		func(s *sources) dsl.Value { return s.number(3, 1).BroadcastTo(2, 3, 5) },
		func(s *sources) dsl.Value { return s.number().BroadcastTo(3, 5) },
	},
	"Stack": {func(s *sources) dsl.Value { x := s.number(3, 5); return dsl.Stack(1, x, s.number(3, 5), x) }},
}

// bits compares two lists of numbers, all NaNs being one.
func bits[E float32 | float64](t *testing.T, what string, got, want []E) {
	t.Helper()
	same := func(x, y E) bool {
		return x != x && y != y || math.Float64bits(float64(x)) == math.Float64bits(float64(y))
	}
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// sameBits is bits for any element.
func sameBits[E, W any](t *testing.T, a num.Arithmetic[E, W], what string, got, want []E) {
	t.Helper()
	bits(t, what, floats(a, got), floats(a, want))
}

func floats[E, W any](a num.Arithmetic[E, W], list []E) []float64 {
	out := make([]float64, len(list))
	for i, x := range list {
		out[i] = a.Float64(x)
	}
	return out
}
