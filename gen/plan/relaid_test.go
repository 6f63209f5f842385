package plan_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// TestRelaid wants a transposed copy where a product gains by one, and none elsewhere.
func TestRelaid(t *testing.T) {
	weight := func(t *dsl.Tape, shape ...int) dsl.Value { return t.Parameter("w", dsl.Const(0.5), shape...) }
	rows := func(m, k, n int) func(t *dsl.Tape) dsl.Value {
		return func(t *dsl.Tape) dsl.Value { return t.Input("x", m, k).MatMul(weight(t, n, k).Transpose()) }
	}
	for _, c := range []struct {
		name   string
		to     plan.Number
		record func(t *dsl.Tape) dsl.Value
		want   string // the call with the copy, or nothing
	}{
		{"one row", f32, rows(1, 768, 3072), "MatMulF32(arena[0:3072], x, copy of w, scratch, 1, 768, 3072, kernel.NN)"},
		{"one row of float64", f64, rows(1, 768, 3072), "MatMulF64(arena[0:3072], x, copy of w, scratch, 1, 768, 3072, kernel.NN)"},
		{"ten rows", f32, rows(10, 64, 1000), "MatMulF32(arena[0:10000], x, copy of w, scratch, 10, 64, 1000, kernel.NN)"},
		{"eleven rows", f32, rows(11, 64, 1000), ""},
		{"two rows and a page", f32, rows(2, 64, 1024), ""},
		{"two rows and a page of float64", f64, rows(2, 64, 512), ""},
		{"a column", f32, func(t *dsl.Tape) dsl.Value { return weight(t, 300, 40).MatMul(t.Input("x", 40, 1)) },
			"MatMulF32(arena[0:300], copy of w, x, scratch, 300, 40, 1, kernel.TN)"},
		{"two columns", f32, func(t *dsl.Tape) dsl.Value { return weight(t, 300, 40).MatMul(t.Input("x", 40, 2)) }, ""},
		{"across already", f32, func(t *dsl.Tape) dsl.Value { return t.Input("x", 1, 64).MatMul(weight(t, 64, 64)) }, ""},
		{"a column across already", f32, func(t *dsl.Tape) dsl.Value { return weight(t, 40, 300).Transpose().MatMul(t.Input("x", 40, 1)) }, ""},
		{"a small parameter", f32, rows(1, 32, 31), ""},
		{"k of 1", f32, rows(1, 1, 2048), ""},
		{"another shape", f32, func(t *dsl.Tape) dsl.Value {
			return t.Input("x", 1, 64).MatMul(weight(t, 2, 20, 64).Reshape(40, 64).Transpose())
		},
			"MatMulF32(arena[0:40], x, copy of w, scratch, 1, 64, 40, kernel.NN)"},
		{"a part of a parameter", f32, func(t *dsl.Tape) dsl.Value {
			return t.Input("x", 1, 64).MatMul(weight(t, 64, 64).Narrow(0, 0, 32).Transpose())
		}, ""},
		{"a batch", f32, func(t *dsl.Tape) dsl.Value {
			return t.Input("x", 2, 1, 64).MatMul(weight(t, 2, 64, 64).Permute(0, 2, 1))
		}, ""},
		{"a state", f32, func(t *dsl.Tape) dsl.Value {
			return t.Input("x", 1, 64).MatMul(t.State("w", dsl.Const(0), 64, 64).Transpose())
		}, ""},
		{"an input", f32, func(t *dsl.Tape) dsl.Value { return t.Input("x", 1, 64).MatMul(t.Input("w", 64, 64).Transpose()) }, ""},
		{"another entry assigns", f32, func(t *dsl.Tape) dsl.Value {
			w := weight(t, 64, 64)
			t.Export("Train", dsl.Roots().Assign(w, w.Add(w)))
			return t.Input("x", 1, 64).MatMul(w.Transpose())
		}, ""},
		{"slots of another element", plan.Number{Elem: loop.F32, Converts: true}, rows(1, 64, 64), ""},
		{"a narrow element", plan.Number{Elem: loop.BF16, Size: 2, Wide: 4}, rows(1, 64, 64), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := recorded(t, func(t *dsl.Tape) { t.Export("Layer", dsl.Roots(c.record(t).Named("y"))) })
			entries := net.Entries()
			code, err := plan.LowerTo(plan.New(net, entries[len(entries)-1]), c.to)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for line := range strings.Lines(code.Describe()) {
				if text, or := strings.CutPrefix(strings.TrimSpace(line), "or "); or {
					got = text
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q, in\n%s", got, c.want, code.Describe())
			}
		})
	}
}

var f32, f64 = plan.Number{Elem: loop.F32}, plan.Number{Elem: loop.F64}
