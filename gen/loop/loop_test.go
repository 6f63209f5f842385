package loop_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/loop/looptest"
)

// layer is max(in0 + in1, 0) over rows, with in1 repeated.
func layer() *loop.Group {
	return &loop.Group{
		Name:  "layer",
		Space: []int{8, 1, 32},
		Reads: []loop.Access{{Name: "in0", Strides: []int{32, 32, 1}}, {Name: "in1", Strides: []int{0, 0, 1}}},
		Body: []loop.Instr{
			{Op: loop.Read, Index: 0, Note: "model.go:3 x"},
			{Op: loop.Read, Index: 1},
			{Op: loop.Const, Value: 7},
			{Op: loop.Add, Args: []int{0, 1}, Note: "model.go:4 Add"},
			{Op: loop.Const, Value: 0},
			{Op: loop.Max, Args: []int{3, 4}, Note: "model.go:5 ReLU"},
		},
		Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{32, 9, 1}}, Value: 5}},
		Doc:    []string{"Layer 0."},
	}
}

func TestText(t *testing.T) {
	want, err := os.ReadFile("testdata/layer.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := layer().String() + layer().Canonical().String()
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("text differs (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	if err := layer().Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		spoil      func(g *loop.Group)
	}{
		{"name", "not a Go identifier", func(g *loop.Group) { g.Name = "a b" }},
		{"element", "unknown element", func(g *loop.Group) { g.Elem = loop.F16 + 1 }},
		{"extent", "axis 1 has extent 0", func(g *loop.Group) { g.Space[1] = 0 }},
		{"buffer name", "not of the form", func(g *loop.Group) { g.Reads[0].Name = "n" }},
		{"reads alike", "two reads are named in0", func(g *loop.Group) { g.Reads[1].Name = "in0" }},
		{"stride count", "in1 has 2 strides for 3 axes", func(g *loop.Group) { g.Reads[1].Strides = []int{0, 1} }},
		{"negative stride", "negative", func(g *loop.Group) { g.Reads[0].Strides[0] = -1 }},
		{"operation", "v3 has the unknown operation", func(g *loop.Group) { g.Body[3].Op = loop.NumOps }},
		{"arity", "v3: add has 1 operands, want 2", func(g *loop.Group) { g.Body[3].Args = []int{0} }},
		{"order", "uses v3, which is not defined", func(g *loop.Group) { g.Body[3].Args[1] = 3 }},
		{"read", "v1 reads buffer 2 of 2", func(g *loop.Group) { g.Body[1].Index = 2 }},
		{"no write", "nothing is written", func(g *loop.Group) { g.Writes = nil }},
		{"value", "stores v6", func(g *loop.Group) { g.Writes[0].Value = 6 }},
		{"write strides", "row-major", func(g *loop.Group) { g.Writes[0].Strides = []int{1, 8, 8} }},
		{"writes alike", "two writes are named out0", func(g *loop.Group) { g.Writes = append(g.Writes, g.Writes[0]) }},
		{"in place", "in place they must be equal", func(g *loop.Group) { g.Writes[0].Name = "in1" }},
	} {
		g := layer()
		c.spoil(g)
		if err := g.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestCanonicalSpace(t *testing.T) {
	for _, c := range []struct {
		name    string
		space   []int
		strides []int // of the only read
		want    []int
	}{
		{"all dense", []int{4, 5, 6}, []int{30, 6, 1}, []int{120}},
		{"repeated rows", []int{4, 5, 6}, []int{0, 6, 1}, []int{4, 30}},
		{"repeated lanes", []int{4, 5, 6}, []int{5, 1, 0}, []int{20, 6}},
		{"one element", []int{4, 5, 6}, []int{0, 0, 0}, []int{120}},
		{"transposed", []int{5, 6}, []int{1, 5}, []int{5, 6}},
		{"unit axes", []int{1, 5, 1, 6, 1}, []int{7, 6, 9, 1, 3}, []int{30}},
		{"scalar", nil, nil, []int{1}},
		{"all unit", []int{1, 1}, []int{0, 0}, []int{1}},
	} {
		g := &loop.Group{Name: "g", Space: c.space}
		g.Reads = []loop.Access{{Name: "in0", Strides: c.strides}}
		g.Body = []loop.Instr{{Op: loop.Read}, {Op: loop.Neg, Args: []int{0}}}
		dense := make([]int, len(c.space))
		step := 1
		for i, e := range slices.Backward(c.space) {
			dense[i] = step
			step *= e
		}
		g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: dense}, Value: 1}}
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		if got := g.Canonical().Space; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v with strides %v becomes %v, want %v", c.name, c.space, c.strides, got, c.want)
		}
	}
}

// TestCanonical shows that canonical groups are legal, dense along rows where written, and equal in effect.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := looptest.Group("g", loop.F32).Draw(t, "group")
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		c := g.Canonical()
		if err := c.Check(); err != nil {
			t.Fatalf("%v\n%v", err, c)
		}
		for _, w := range c.Writes {
			if w.Inner() != 1 {
				t.Fatalf("%s has stride %d along the rows", w.Name, w.Inner())
			}
		}
		want, got := looptest.Buffers[float32](g, 1), looptest.Buffers[float32](c, 1)
		if err := loop.Eval(g, want); err != nil {
			t.Fatal(err)
		}
		if err := loop.Eval(c, got); err != nil {
			t.Fatal(err)
		}
		for name := range want {
			if !looptest.Same(want[name], got[name]) {
				t.Fatalf("%s differs\n%v\n%v", name, g, c)
			}
		}
	})
}

// TestEval compares whole results with values worked out by hand.
func TestEval(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	zero := float32(math.Copysign(0, -1))
	for _, c := range []struct {
		op         loop.Op
		a, b, want float32
	}{
		{loop.Add, 1, 2, 3}, {loop.Sub, 1, 2, -1}, {loop.Mul, 3, 2, 6}, {loop.Div, 1, 2, 0.5},
		{loop.Neg, 0, 0, zero}, {loop.Sqrt, 9, 0, 3},
		{loop.Max, zero, 0, 0}, {loop.Max, 1, nan, nan}, {loop.Max, nan, 1, nan}, {loop.Max, -inf, -1, -1},
		{loop.Step, 2, 2, 1}, {loop.Step, 1, 2, 0}, {loop.Step, nan, 2, 0}, {loop.Step, zero, 0, 1},
		{loop.Exp, 0, 0, 1}, {loop.Log, 1, 0, 0}, {loop.Tanh, inf, 0, 1}, {loop.Sigmoid, 0, 0, 0.5},
		{loop.Canonical, 5, 0, 5}, {loop.Canonical, -nan, 0, nan},
	} {
		g := &loop.Group{Name: "g", Space: []int{1}}
		g.Reads = []loop.Access{{Name: "in0", Strides: []int{0}}, {Name: "in1", Strides: []int{0}}}
		g.Body = []loop.Instr{{Op: loop.Read}, {Op: loop.Read, Index: 1}, {Op: c.op, Args: []int{0, 1}[:c.op.Arity()]}}
		g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: 2}}
		buffers := map[string][]float32{"in0": {c.a}, "in1": {c.b}, "out0": {99}}
		if err := loop.Eval(g, buffers); err != nil {
			t.Fatal(err)
		}
		if !looptest.Same(buffers["out0"], []float32{c.want}) {
			t.Errorf("%v %v %v = %v, want %v", c.op, c.a, c.b, buffers["out0"][0], c.want)
		}
	}
}

// TestKernels shows which groups share a kernel.
func TestKernels(t *testing.T) {
	change := func(name string, f func(g *loop.Group)) *loop.Group {
		g := layer()
		g.Name = name
		f(g)
		return g.Canonical()
	}
	groups := []*loop.Group{
		change("alone", func(*loop.Group) {}),
		change("first", func(*loop.Group) {}),
		change("rows", func(g *loop.Group) { g.Space[0] = 9 }),
		change("note", func(g *loop.Group) { g.Body[3].Note = "elsewhere" }),
		change("stride", func(g *loop.Group) { g.Reads[0].Strides = []int{64, 64, 1} }),
		change("operation", func(g *loop.Group) { g.Body[5].Op = loop.Add }),
		change("constant", func(g *loop.Group) { g.Body[4].Value = math.Copysign(0, -1) }),
		change("order", func(g *loop.Group) { g.Body[3].Args = []int{1, 0} }),
		change("element", func(g *loop.Group) { g.Elem = loop.F64 }),
		change("dense", func(g *loop.Group) { g.Reads[1].Strides = []int{32, 32, 1} }),
		change("longer", func(g *loop.Group) {
			g.Space, g.Reads[0].Strides, g.Reads[1].Strides, g.Writes[0].Strides = []int{77}, []int{1}, []int{1}, []int{1}
		}),
	}
	own := map[string]error{"alone": os.ErrInvalid}
	want := map[string]string{"rows": "first", "note": "first", "longer": "dense"}
	got := loop.Kernels(groups, own)
	for _, g := range groups {
		if want[g.Name] == "" {
			want[g.Name] = g.Name
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kernels differ (-want +got):\n%s", diff)
	}
}
