package rows_test

import (
	"testing"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/tensor"
)

// TestHostile follows rows through what no tape holds.
func TestHostile(t *testing.T) {
	values := []any{
		rows.Rows{}, rows.Free(1), rows.Rows{Axis: 99}, op.Numbers(tensor.Shape{2, 3}), op.Type{Kind: 9}, op.Selections(nil),
		tape.Content{}, tape.Content{Nodes: []tape.Node{{}, {Op: op.Add{}, In: []int{7, -1}}}}, tape.Entry{}, tape.Entry{Name: "Run", Bucket: 2, Roots: []int{1, 99, -1}},
	}
	for _, o := range op.All() {
		values = append(values, o)
	}
	hostile.Test(t, hostile.Table{Functions: []any{rows.Check, rows.Free, rows.Through, rows.Siblings}, Values: values, Rounds: 2000})
}
