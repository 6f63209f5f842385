package op_test

import (
	"testing"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/tensor"
)

// TestHostile asks every op about operands that no tape holds. Derivative rules are called by Reverse alone, on what the shape rule accepted.
func TestHostile(t *testing.T) {
	types := []any{
		op.Type{}, op.Numbers(tensor.Shape{2, 3}), op.Numbers(tensor.Shape{3}), op.Numbers(tensor.Shape{-1}), op.Selections(nil), op.Selections(tensor.Shape{2, 4}),
		op.Type{Kind: op.Mask, Shape: tensor.Shape{2, 3}}, op.Type{Kind: 9, Precision: 7}, op.Type{Precision: op.Wide, Shape: tensor.Shape{2, 3}},
	}
	refusing := struct {
		op.Unsupported
		typed
	}{func(op.Op) {}, typed{}}
	values := append(types, op.Via(func(op.Op, ...op.Ref) op.Ref { return op.None }), op.Unsupported(func(op.Op) {}), refusing,
		op.Number, op.Kind(99), tensor.Shape{1 << 40, 1 << 40}, tensor.Shape{-1}, tensor.Shape(make([]int, 99)))
	except := map[string]string{}
	for _, o := range op.All() {
		values = append(values, o)
		if !op.IsSource(o) {
			except[o.Name()+".Gradient"] = "a rule is applied to what the shape rule accepted"
		}
	}
	for _, axis := range []int{-1, 1, 99} {
		values = append(values, op.SumAlong{Axis: axis}, op.Softmax{Axis: axis}, op.ArgMax{Axis: axis}, op.TakeAlong{Axis: axis}, op.PutAlong{Axis: axis}, op.Concat{Axis: axis},
			op.Narrow{Axis: axis, Start: 1 << 62, Len: 1 << 62}, op.Pad{Axis: axis, Start: 1 << 62, FullExtent: -1}, op.Fold{Axis: axis, Size: 1 << 62, Step: 1, Dilation: 1 << 62, Extent: 9},
			op.Unfold{Axis: 1, Size: 2, Step: axis, Dilation: 1 << 62}, op.BroadcastAlong{Axis: axis, Extent: 1 << 62}, op.Permute{Order: []int{axis, 0}}, op.Reshape{Shape: tensor.Shape{axis, -6}})
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{op.Numbers, op.Selections, op.All, op.Apply, op.CheckAxis, op.CheckGap, op.CheckShape, op.IsSource, op.Reverse},
		Values:    values, Except: except,
	})
}

// typed is a Rules without values.
type typed struct{}

func (typed) Type(op.Ref) op.Type         { return op.Type{} }
func (typed) Fill(float64, op.Ref) op.Ref { return op.None }
