package proof

import (
	"fmt"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/gen/plan/pattern"
	"github.com/topos-go/topos/proof/testdata/squares"
)

// TestChainSum grades sums over chains at the boundaries of their blocks.
func TestChainSum(t *testing.T) {
	needGo(t)
	var programs []*Program
	add := func(matched bool, record func(t *dsl.Tape)) {
		net, err := dsl.Record(record)
		if err != nil {
			t.Fatal(err)
		}
		for _, elem := range []string{"f32", "f64"} {
			programs = append(programs, &Program{Name: fmt.Sprintf("sum%d", len(programs)), Elem: elem, Seed: uint64(len(programs)), Net: net})
		}
		code, err := plan.Lower(plan.New(net, net.Entries()[0]), loop.F32)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(code.Why.Matches, func(m pattern.Match) bool { return m.Pattern == "chain-sum" })
		if found != matched {
			t.Errorf("matched: %v, want %v\n%s%s", found, matched, net.Text(), code.DescribeWhy())
		}
	}
	for _, n := range []int{4095, 4096, 4097, 8192, 10000, 3*4096 + 1, 1 << 18, 5<<16 + 3*4096 + 5} {
		add(n > 4096, func(t *dsl.Tape) {
			x, y := t.Input("x", n), t.Input("y", n)
			d := x.Sub(y)
			t.Export("Whole", dsl.Roots(d.Mul(d).Sum().Named("s")))
		})
	}
	for _, shape := range [][]int{{3, 5000}, {9, 1000}, {4, 1024}, {5, 1024}, {2, 3, 4, 400}, {7, 1, 4097}, {2, 65536}, {300, 1000}} {
		last := len(shape) - 1
		volume := 1
		for _, extent := range shape {
			volume *= extent
		}
		add(volume > 4096 && shape[last] < volume, func(t *dsl.Tape) {
			x, b := t.Input("x", shape...), t.Input("b", shape[last])
			t.Export("Lines", dsl.Roots(x.Mul(b.BroadcastTo(shape...)).Exp().SumAlong(last).Named("s")))
		})
	}
	// A whole sum whose operand repeats along the rows: 512 fills blocks, 8192 is cut into them, 1000 does neither.
	for _, width := range []int{512, 8192, 1000} {
		add(width != 1000, func(t *dsl.Tape) {
			x, b := t.Input("x", 21, width), t.Input("b", width)
			t.Export("Rows", dsl.Roots(x.Add(b.BroadcastTo(21, width)).Tanh().Sum().Named("s")))
		})
	}
	// Operands that are read through other strides, and a middle axis that does not merge.
	add(true, func(t *dsl.Tape) {
		x, y, z := t.Input("x", 40, 6, 50), t.Input("y", 6, 40, 50), t.Input("z", 40, 50)
		e := x.Mul(y.Permute(1, 0, 2)).Add(z.BroadcastAlong(1, 6))
		t.Export("Strides", dsl.Roots(e.SumAlong(2).Named("lines"), x.Neg().Mul(x).Sum().Named("s")))
	})
	// The chain has a twin outside, a member is observed, and a gradient reads it.
	add(true, func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0.5), 90, 100)
		x := t.Input("x", 90, 100)
		d := w.Sub(x).Named("d")
		loss := d.Mul(d).Sum().Named("loss")
		twin := d.Mul(d).Named("twin")
		grad := t.Differentiate(loss, w)
		t.Export("Train", dsl.Roots(loss, twin).Observe(d).Assign(w, w.Sub(grad.Of(w))))
	})
	for _, p := range programs {
		for _, f := range Check(p, Options{}) {
			t.Error(f)
		}
	}
	gradeAll(t, programs, Options{Root: root})
}

// TestOutsidePattern grades a pattern that is not of the catalog, with a kernel in a package of its own.
func TestOutsidePattern(t *testing.T) {
	needGo(t)
	recordings := []func(t *dsl.Tape){
		func(t *dsl.Tape) { // the difference is an interior
			d := t.Input("a", 70, 100).Sub(t.Input("b", 70, 100))
			t.Export("Inside", dsl.Roots(d.Mul(d).Named("s"), d.Mul(d).Sum().Named("sum")))
		},
		func(t *dsl.Tape) { // it is read after the run, and by a later node
			a, b := t.Input("a", 3, 5), t.Input("b", 5)
			d := a.Sub(b.BroadcastTo(3, 5)).Named("d")
			s := d.Mul(d)
			t.Export("Written", dsl.Roots(d, s.Add(d.Exp()).Named("s")))
		},
		func(t *dsl.Tape) { // it is read before the square is complete, so that nothing matches
			a, b := t.Input("a", 3, 5), t.Input("b", 3, 5)
			d := a.Sub(b)
			e := d.SumAlong(1)
			s := d.Mul(d)
			t.Export("Early", dsl.Roots(e.Named("e"), s.Named("s")))
		},
		func(t *dsl.Tape) { // operands that are constants and views
			a := t.Input("a", 4, 6)
			d := a.Permute(1, 0).Sub(t.Leaf(dsl.Const(0.25), 6, 4))
			t.Export("Views", dsl.Roots(d.Mul(d).Named("s")))
		},
	}
	matched := []bool{true, true, false, true}
	var programs []*Program
	for k, record := range recordings {
		net, err := dsl.Record(record)
		if err != nil {
			t.Fatal(err)
		}
		for _, elem := range []string{"f32", "f64"} {
			programs = append(programs, &Program{Name: fmt.Sprintf("square%d", len(programs)), Elem: elem, Seed: uint64(len(programs)), Net: net})
		}
		code, err := plan.Lower(plan.New(net, net.Entries()[0]), loop.F32, squares.Pattern{})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(code.Why.Matches, func(m pattern.Match) bool { return m.Pattern == "squared-difference" })
		if found != matched[k] {
			t.Errorf("%s: matched: %v\n%s", net.Entries()[0].Name, found, code.DescribeWhy())
		}
	}
	gradeAll(t, programs, Options{Root: root, Patterns: []pattern.Pattern{squares.Pattern{}}})
}

// gradeAll wants every program to have the interpreter's bits.
func gradeAll(t *testing.T, programs []*Program, o Options) {
	t.Helper()
	r, err := Compare(t.Context(), programs, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Failures {
		t.Error(f)
	}
	if r.Runs == 0 {
		t.Error("nothing was run")
	}
}
