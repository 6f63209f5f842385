package proof

import (
	"fmt"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// TestRowBlocks grades chains into and out of row reductions, which run block by block, at the sizes where the blocks change.
func TestRowBlocks(t *testing.T) {
	needGo(t)
	var programs []*Program
	add := func(blocks, lanes int, record func(t *dsl.Tape)) {
		net, err := dsl.Record(record)
		if err != nil {
			t.Fatal(err)
		}
		for _, elem := range []string{"f32", "f64"}[:1+len(programs)%2] {
			programs = append(programs, &Program{Name: fmt.Sprintf("rows%d", len(programs)), Elem: elem, Seed: uint64(len(programs)), Net: net})
		}
		code, err := plan.Lower(plan.New(net, net.Entries()[0]), loop.F32)
		if err != nil {
			t.Fatal(err)
		}
		repeated, cleared := 0, 0
		for _, s := range code.Steps {
			if s.Local != nil {
				repeated++
			}
			if s.Kernel == "Clear" {
				cleared++
			}
		}
		if repeated != blocks || cleared != lanes {
			t.Errorf("%d repetitions over rows and %d sums over them, want %d and %d\n%s%s", repeated, cleared, blocks, lanes, net.Text(), code.Describe())
		}
	}
	normalised := func(x, scale dsl.Value) dsl.Value {
		last, width := x.Shape().Rank()-1, scale.Shape()[0]
		centred := x.Sub(x.MeanAlong(last).BroadcastAlong(last, width))
		variance := centred.Mul(centred).MeanAlong(last)
		return centred.Mul(variance.Add(variance.Like(1e-5)).Rsqrt().BroadcastAlong(last, width)).Mul(scale.BroadcastTo(x.Shape()...))
	}
	for _, c := range []struct {
		shape         []int
		blocks, lanes int
	}{
		{[]int{48, 700}, 1, 1},    // four rows at a time
		{[]int{192, 192}, 1, 1},   // as many rows as columns
		{[]int{104, 320}, 1, 1},   // lanes that end in the middle
		{[]int{8, 4096}, 1, 1},    // fewer rows than lanes
		{[]int{3, 4, 4000}, 1, 0}, // two axes of rows: the sums over them are two sums
		{[]int{509, 80}, 0, 0},    // a prime number of rows
		{[]int{4104, 128}, 1, 0},  // more rows than a sum adds at a time
		{[]int{1024, 64}, 1, 0},   // rows too short for sums over few of them
		{[]int{16, 16}, 0, 0},     // all of it stays in the cache
	} {
		add(c.blocks, c.lanes, func(t *dsl.Tape) {
			x, g := t.Input("x", c.shape...), t.Input("g", c.shape...)
			scale := t.Parameter("scale", dsl.Const(1.5), c.shape[len(c.shape)-1])
			y := normalised(x, scale)
			grads := t.Vjp(y, g, x, scale).Gradients()
			t.Export("Norm", dsl.Roots(y.Named("y"), grads[0].Named("dx"), grads[1].Named("dscale")))
		})
	}
	for _, fast := range []bool{false, true} {
		add(1, 0, func(t *dsl.Tape) { // the family of softmax, a maximum, an observed interior
			x := t.Input("x", 90, 500)
			p := x.Softmax(1)
			e := x.Sub(x.MaxAlong(1).BroadcastAlong(1, 500)).Exp().Named("e")
			z := e.Div(x.LogSumExp(1).BroadcastAlong(1, 500))
			entry := dsl.Roots(p.Named("p"), p.Mul(z).SumAlong(1).Named("s"), x.LogSoftmax(1).Mul(p).Named("l")).Observe(e)
			if fast {
				entry.Fast()
			}
			t.Export("Soft", entry)
		})
	}
	add(2, 1, func(t *dsl.Tape) { // a product between runs, and rows that need the sum over all rows
		x, w := t.Input("x", 96, 512), t.Parameter("w", dsl.Const(0.01), 512, 512)
		scale := t.Parameter("scale", dsl.Const(0.5), 512)
		y := normalised(normalised(x, scale).MatMul(w), scale)
		z := y.Sub(y.SumAlong(0).BroadcastAlong(0, 96))
		t.Export("Block", dsl.Roots(z.Mul(z).SumAlong(1).Named("z")))
	})
	add(1, 0, func(t *dsl.Tape) { // a slot that is read and then written
		w := t.Parameter("w", dsl.Const(2), 120, 400)
		n := w.Div(w.Mul(w).SumAlong(1).Sqrt().BroadcastAlong(1, 400))
		t.Export("Unit", dsl.Roots(w.SumAlong(1).Named("s")).Assign(w, n))
	})
	add(1, 0, func(t *dsl.Tape) { // a chain whose rows no single stride leads through, but those of its sum
		x, z := t.Input("x", 4, 6, 50, 40), t.Input("z", 4, 50, 40)
		s := x.Mul(z.BroadcastAlong(1, 6)).SumAlong(3)
		d := x.Sub(s.BroadcastAlong(3, 40))
		t.Export("Strides", dsl.Roots(d.Named("d"), d.Mul(x).SumAlong(3).Named("s")))
	})
	gradeAll(t, programs, Options{Root: root})
}
