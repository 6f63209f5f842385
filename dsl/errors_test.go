package dsl_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

// faulty are recordings that are refused, each with its message in testdata/errors.txt.
var faulty = []struct {
	name      string
	recording func(t *dsl.Tape)
}{
	{"inner sizes", func(t *dsl.Tape) {
		x := t.Input("x", 64, 784).Axes("batch", "pixel")
		x.MatMul(t.Parameter("net.0.weight", dsl.Const(0), 748, 256))
	}},
	{"inner sizes within a layer", func(t *dsl.Tape) {
		net := nn.MLP(t, "net", []int{784, 16, 10}, nn.ReLU, nn.Kaiming(1))
		net.Apply(t.Input("x", 64, 783))
	}},
	{"shapes differ, a scalar", func(t *dsl.Tape) { t.Input("x", 2, 3).Mul(t.Scalar("rate")) }},
	{"shapes differ, a row", func(t *dsl.Tape) { t.Input("x", 2, 3).Add(t.Parameter("bias", dsl.Const(0), 3)) }},
	{"shapes differ", func(t *dsl.Tape) { t.Input("x", 2, 3).Add(t.Input("y", 4, 5)) }},
	{"ranks of a product", func(t *dsl.Tape) { t.Input("x", 3).MatMul(t.Input("y", 3)) }},
	{"batches of a product", func(t *dsl.Tape) { t.Input("x", 2, 3, 4).MatMul(t.Input("y", 3, 4, 5)) }},
	{"axis", func(t *dsl.Tape) { t.Input("x", 2, 3).SumAlong(2) }},
	{"axis of a scalar", func(t *dsl.Tape) { t.Scalar("x").Softmax(0) }},
	{"volume", func(t *dsl.Tape) { t.Input("x", 2, 3).Reshape(4, 2) }},
	{"permutation", func(t *dsl.Tape) { t.Input("x", 2, 3).Permute(0, 0) }},
	{"broadcast of many", func(t *dsl.Tape) { t.Input("x", 2).Broadcast(2, 2) }},
	{"extent", func(t *dsl.Tape) { t.Input("x", 2, 0) }},
	{"huge", func(t *dsl.Tape) { t.Input("x", 1<<30, 1<<30, 1<<30) }},
	{"selection", func(t *dsl.Tape) { t.Input("x", 2, 3).TakeAlong(t.Labels("y", 2, 4), 1) }},
	{"numbers for a selection", func(t *dsl.Tape) { t.Input("table", 5, 3).Gather(t.Input("x", 2, 5)) }},
	{"a selection for numbers", func(t *dsl.Tape) { t.Labels("y", 2, 4).Tanh() }},
	{"not a scalar", func(t *dsl.Tape) { x := t.Input("x", 2); t.Differentiate(x, x) }},
	{"name taken", func(t *dsl.Tape) { t.Parameter("w", dsl.Const(0)); t.State("w", dsl.Const(0)) }},
	{"bad path", func(t *dsl.Tape) { t.Parameter("net..w", dsl.Const(0)) }},
	{"named twice", func(t *dsl.Tape) { t.Input("x").Tanh().Named("y").Named("z") }},
	{"initial of a rank", func(t *dsl.Tape) { t.Parameter("w", nn.Kaiming(1), 2, 3, 4) }},
	{"listed values", func(t *dsl.Tape) { t.Leaf(dsl.Values(1, 2, 3), 2, 2) }},
	{"no initial", func(t *dsl.Tape) { t.Parameter("w", nil, 2) }},
	{"zero value", func(t *dsl.Tape) { t.Input("x").Add(dsl.Value{}) }},
	{"zero values alone", func(t *dsl.Tape) { var a, b dsl.Value; c := a.Mul(b); t.Input("x").Add(c) }},
	{"unnamed root", func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x").Tanh())) }},
	{"not an identifier", func(t *dsl.Tape) { t.Export("run", dsl.Roots(t.Input("x"))) }},
	{"no roots", func(t *dsl.Tape) { t.Export("Run", dsl.Roots()) }},
	{"exported twice", func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x)); t.Export("Run", dsl.Roots(x)) }},
	{"two inputs of a name", func(t *dsl.Tape) {
		t.Export("Run", dsl.Roots(t.Input("x").Add(t.Input("x")).Named("y")))
	}},
	{"assign to an input", func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x).Assign(x, x)) }},
	{"assign another shape", func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0), 2, 3)
		t.Export("Run", dsl.Roots(w).Assign(w, w.SumAlong(0)))
	}},
	{"assign twice", func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Run", dsl.Roots(w).Assign(w, w).Assign(w, w))
	}},
	{"mixed rows", func(t *dsl.Tape) {
		x := t.Input("x", 8, 3)
		t.Export("Serve", dsl.Roots(x.Sub(x.MeanAlong(0).BroadcastAlong(0, 8)).Named("y")).Bucket(8))
	}},
	{"rows moved", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 8, 3).Transpose().Named("y")).Bucket(8))
	}},
	{"row-dependent constant", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2).Add(t.Leaf(dsl.Values(1, 2), 2)).Named("y")).Bucket(2))
	}},
	{"rows of an input", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 8, 3).Tanh().Named("y")).Bucket(4))
	}},
	{"buckets disagree", func(t *dsl.Tape) {
		for _, n := range []int{1, 4} {
			t.Export("Serve", dsl.Roots(t.Input("x", n, 2+n).Tanh().Named("y")).Bucket(n))
		}
	}},
	{"buckets of different functions", func(t *dsl.Tape) {
		for n, slot := range []string{1: "v", 2: "w"} {
			if n > 0 {
				v := t.State(slot, dsl.Const(0))
				t.Export("Serve", dsl.Roots(t.Input("x", n).Add(v.Broadcast(n)).Named("y")).Bucket(n))
			}
		}
	}},
	{"bucket that assigns", func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Assign(w, w).Bucket(2))
	}},
	{"element without a name", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Element("BF 16"))
	}},
	{"buckets of two elements", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Bucket(2))
		t.Export("Serve", dsl.Roots(t.Input("x", 4)).Bucket(4).Element("bf16"))
	}},
	{"recomputed from elsewhere", func(t *dsl.Tape) {
		x := t.Input("x", 2)
		t.Export("Serve", dsl.Roots(x).Recompute(x.Tanh()))
	}},
	{"retained and recomputed", func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Backward().Recompute())
	}},
}

func TestErrors(t *testing.T) {
	var b strings.Builder
	for _, c := range faulty {
		net, err := dsl.Record(c.recording)
		if err == nil || net != nil {
			t.Errorf("%s: recorded", c.name)
			continue
		}
		b.WriteString("-- " + c.name + " --\n" + err.Error() + "\n")
	}
	golden(t, "errors.txt", b.String())
}

// TestForeignTape records with a value of another tape.
func TestForeignTape(t *testing.T) {
	var x dsl.Value
	recorded(t, func(tape *dsl.Tape) { x = tape.Input("x") })
	_, err := dsl.Record(func(tape *dsl.Tape) { tape.Input("y").Add(x) })
	if err == nil || !strings.Contains(err.Error(), "x belongs to a different tape") {
		t.Errorf("got %v", err)
	}
}

// TestSealed records after Record returned.
func TestSealed(t *testing.T) {
	var tape *dsl.Tape
	var x dsl.Value
	net := recorded(t, func(open *dsl.Tape) { tape, x = open, open.Input("x") })
	if y := x.Tanh(); y.Index() >= 0 {
		t.Error("recorded on a sealed tape")
	}
	if err := tape.Err(); err == nil || !strings.Contains(err.Error(), "Tanh: the tape is sealed") {
		t.Errorf("got %v", err)
	}
	if !net.Owns(x) || x.Index() != 0 {
		t.Error("a value must name its node after sealing")
	}
}

// TestErrorsAreBounded keeps ten of many errors.
func TestErrorsAreBounded(t *testing.T) {
	_, err := dsl.Record(func(tape *dsl.Tape) {
		for i := range 20 {
			tape.Input("x", 2).SumAlong(5 + i)
		}
	})
	if n := strings.Count(err.Error(), "fix:"); n != 10 {
		t.Errorf("%d errors, want 10", n)
	}
}

// TestOneMistakeOfALine is reported once, with a count.
func TestOneMistakeOfALine(t *testing.T) {
	_, err := dsl.Record(func(tape *dsl.Tape) {
		x := tape.Input("x", 2)
		for range 20 {
			x.Tanh().SumAlong(5)
		}
	})
	if want := "SumAlong: axis 5 is out of range: node 1 (Tanh) [2] has 1 axes (20 times)\n"; strings.Count(err.Error(), "fix:") != 1 || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}
