package dsl_test

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

// entries are declarations that cannot be run.
var entries = map[string]func(t *dsl.Tape){
	"export-unnamed":    func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x").Tanh())) },
	"export-mask":       func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x.Less(x).Named("m"))) },
	"export-root-twice": func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x, x)) },
	"export-name":       func(t *dsl.Tape) { t.Export("run", dsl.Roots(t.Input("x"))) },
	"export-nothing":    func(t *dsl.Tape) { t.Export("Run", dsl.Roots()) },
	"export-twice":      func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x)); t.Export("Run", dsl.Roots(x)) },
	"export-one-name":   func(t *dsl.Tape) { t.Export("Run", dsl.Roots(t.Input("x").Add(t.Input("x")).Named("y"))) },
	"export-element":    func(t *dsl.Tape) { t.Export("Serve", dsl.Roots(t.Input("x", 2)).Element("BF 16")) },
	"export-boundary":   func(t *dsl.Tape) { x := t.Input("x", 2); t.Export("Serve", dsl.Roots(x).Recompute(x.Tanh())) },
	"export-no-gradient": func(t *dsl.Tape) {
		y := t.Input("x", 2).Tanh().Named("y")
		t.Export("Serve", dsl.Roots(y).Recompute(y))
	},
	"export-contradiction": func(t *dsl.Tape) { t.Export("Serve", dsl.Roots(t.Input("x", 2)).Backward().Recompute()) },

	"assign-input": func(t *dsl.Tape) { x := t.Input("x"); t.Export("Run", dsl.Roots(x).Assign(x, x)) },
	"assign-shape": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0), 2, 3)
		t.Export("Run", dsl.Roots(w).Assign(w, w.SumAlong(0)))
	},
	"assign-precision": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Run", dsl.Roots(w).Assign(w, w.Widen()))
	},
	"assign-twice": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Run", dsl.Roots(w).Assign(w, w).Assign(w, w))
	},

	"update-unreached": func(t *dsl.Tape) {
		w, bias := t.Parameter("w", dsl.Const(0), 3), t.Parameter("bias", dsl.Const(0), 3)
		loss := w.Mul(w).Sum().Named("loss")
		t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, t.Differentiate(loss, w, bias)))
	},
	"update-through-data": func(t *dsl.Tape) {
		w, x := t.Parameter("w", dsl.Const(0), 3), t.Input("x", 3)
		loss := x.Mul(x.Step(w)).Sum().Named("loss")
		t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, t.Differentiate(loss, w)))
	},
	"update-without-optimiser": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Train", dsl.Roots(w).Update(nil, t.Differentiate(w, w)))
	},
	"update-without-gradients": func(t *dsl.Tape) {
		t.Export("Train", dsl.Roots(t.Input("x")).Update(nn.SGD{}, dsl.Adjoints{}))
	},
	"update-without-rate": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Train", dsl.Roots(w).Update(nn.SGD{}, t.Differentiate(w, w)))
	},

	"bucket-mixed": func(t *dsl.Tape) {
		x := t.Input("x", 8, 3)
		t.Export("Serve", dsl.Roots(x.Sub(x.MeanAlong(0).BroadcastAlong(0, 8)).Named("y")).Bucket(8))
	},
	"bucket-moved": func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 8, 3).Transpose().Named("y")).Bucket(8))
	},
	"bucket-constant": func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2).Add(t.Leaf(dsl.Values(1, 2), 2)).Named("y")).Bucket(2))
	},
	"bucket-input":    func(t *dsl.Tape) { t.Export("Serve", dsl.Roots(t.Input("x", 8, 3).Tanh().Named("y")).Bucket(4)) },
	"bucket-negative": func(t *dsl.Tape) { t.Export("Serve", dsl.Roots(t.Input("x", 8)).Bucket(-1)) },
	"bucket-selection": func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 8, 3).MatMul(t.Labels("y", 3).OneHot().Unsqueeze(1)).Named("z")).Bucket(8))
	},
	"bucket-that-assigns": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Assign(w, w).Bucket(2))
	},
	"buckets-twice": func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Bucket(2))
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Bucket(2))
	},
	"buckets-disagree": func(t *dsl.Tape) {
		for _, n := range []int{1, 4} {
			t.Export("Serve", dsl.Roots(t.Input("x", n, 2+n).Tanh().Named("y")).Bucket(n))
		}
	},
	"buckets-of-functions": func(t *dsl.Tape) {
		for n, slot := range []string{1: "v", 2: "w"} {
			if n > 0 {
				v := t.State(slot, dsl.Const(0))
				t.Export("Serve", dsl.Roots(t.Input("x", n).Add(v.Broadcast(n)).Named("y")).Bucket(n))
			}
		}
	},
	"buckets-of-totals": func(t *dsl.Tape) {
		for _, n := range []int{2, 4} {
			total := t.Leaf(dsl.Const(1), n).SumAlong(0)
			t.Export("Serve", dsl.Roots(t.Input("x", n).Add(total.Broadcast(n)).Named("y")).Bucket(n))
		}
	},
	"buckets-of-elements": func(t *dsl.Tape) {
		t.Export("Serve", dsl.Roots(t.Input("x", 2)).Bucket(2))
		t.Export("Serve", dsl.Roots(t.Input("x", 4)).Bucket(4).Element("bf16"))
	},
}

const head = "tape 1\nnode 0 Input type=number[2] name=x\n"

// texts do not read.
var texts = map[string]string{
	"text-empty":             "",
	"text-version":           "tape 9\n",
	"text-cut-off":           head,
	"text-unknown-line":      head + "orphan\n",
	"text-order":             head + "entry Run roots=0\nnode 1 Tanh in=0 type=number[2]\n",
	"text-short-node":        head + "node 1\n",
	"text-number":            head + "node 2 Tanh in=0 type=number[2]\n",
	"text-twice":             head + "node 1 Tanh in=0 in=0 type=number[2]\n",
	"text-word":              head + "node 1 Tanh in 0 type=number[2]\n",
	"text-operand":           head + "node 1 Tanh in=1 type=number[2]\n",
	"text-op":                head + "node 1 Twist in=0 type=number[2]\n",
	"text-type":              head + "node 1 Tanh in=0 type=numbers[2]\n",
	"text-type-disagrees":    head + "node 1 Tanh in=0 type=number[3]\nend\n",
	"text-kind":              head + "node 1 Input type=selection[2] name=y\nend\n",
	"text-attribute-missing": head + "node 1 SumAlong in=0 type=number[]\n",
	"text-attribute":         head + "node 1 SumAlong in=0 axis=last type=number[]\n",
	"text-attribute-unknown": head + "node 1 Tanh in=0 axis=1 type=number[2]\n",
	"text-shape":             head + "node 1 Reshape in=0 shape=2 type=number[2]\n",
	"text-shape-extent":      head + "node 1 Reshape in=0 shape=[x] type=number[2]\n",
	"text-fill":              head + "node 1 Leaf type=number[2] fill=uniform(zz,1)\n",
	"text-fill-missing":      head + "node 1 Leaf type=number[2]\n",
	"text-fill-probability":  head + "node 1 State type=number[2] name=s fill=dropout(0x1,0)\nend\n",
	"text-fill-scale":        head + "node 1 Leaf type=number[2] fill=normal(0x1,NaN)\nend\n",
	"text-derivative":        head + "differentiate target=0 first=1 count=0 wrt=0 gradients=\n",
	"text-derivative-key":    head + "differentiate aim=0\n",
	"text-entry":             head + "entry\n",
	"text-entry-key":         head + "entry Run root=0\n",
	"text-entry-refused":     head + "entry run roots=0\nend\n",
	"text-assign":            head + "entry Run assigns=0\n",
	"text-source":            head + "end\nsource\nat 5 at=\"a.go:1\"\n",
	"text-source-key":        head + "end\nsource\nat 0 line=\"a.go:1\"\n",
	"text-source-position":   head + "end\nsource\nat 0 at=\"a.go\"\n",
}
