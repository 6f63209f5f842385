package dsl_test

import (
	"errors"
	"maps"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// cases are what is refused, each with its message in testdata/errors.
var cases = map[string]func() error{}

func init() {
	for name, recording := range operands {
		cases[name] = failing(recording)
	}
	for name, recording := range entries {
		cases[name] = failing(recording)
	}
	for name, text := range texts {
		cases[name] = reading(text)
	}
	maps.Copy(cases, calls)
}

// faulty is a check of content that is made by hand.
func faulty(check func() (*op.Fault, []int)) func() error {
	return func() error {
		f, _ := check()
		return errors.New(f.Text + "\n\tfix: " + f.Fix)
	}
}

// filling is an initial value of a user's own.
type filling initial.Fill

func (f filling) Fill(tensor.Shape) (initial.Fill, error) { return initial.Fill(f), nil }

// operands are calls that do not fit their operands.
var operands = map[string]func(t *dsl.Tape){
	"inner-sizes": func(t *dsl.Tape) {
		x := t.Input("x", 64, 784).Axes("batch", "pixel")
		x.MatMul(t.Parameter("net.0.weight", dsl.Const(0), 748, 256))
	},
	"inner-sizes-of-a-layer": func(t *dsl.Tape) {
		net := nn.MLP(t, "net", []int{784, 16, 10}, nn.ReLU, nn.Kaiming(1))
		net.Apply(t.Input("x", 64, 783))
	},
	"inner-sizes-right-transposed": func(t *dsl.Tape) { t.Input("x", 2, 3).MatMul(t.Input("w", 5, 3)) },
	"inner-sizes-left-transposed":  func(t *dsl.Tape) { t.Input("x", 3, 2).MatMul(t.Input("w", 3, 5)) },
	"inner-sizes-exchanged":        func(t *dsl.Tape) { t.Input("w", 3, 5).MatMul(t.Input("x", 2, 3)) },
	"shapes-of-a-scalar":           func(t *dsl.Tape) { t.Input("x", 2, 3).Mul(t.Scalar("rate")) },
	"shapes-of-a-row":              func(t *dsl.Tape) { t.Input("x", 2, 3).Add(t.Parameter("bias", dsl.Const(0), 3)) },
	"shapes-of-leading-axes":       func(t *dsl.Tape) { t.Input("x", 2, 3, 4).Add(t.Parameter("bias", dsl.Const(0), 4)) },
	"shapes":                       func(t *dsl.Tape) { t.Input("x", 2, 3).Add(t.Input("y", 4, 5)) },
	"shapes-of-where":              func(t *dsl.Tape) { x := t.Input("x", 2); x.Less(x).Where(x, t.Input("y", 3)) },
	"product-of-vectors":           func(t *dsl.Tape) { t.Input("x", 3).MatMul(t.Input("y", 3)) },
	"product-of-ranks":             func(t *dsl.Tape) { t.Input("x", 2, 3, 4).MatMul(t.Input("y", 1, 2, 4, 5)) },
	"product-of-a-batch":           func(t *dsl.Tape) { t.Input("x", 2, 3, 4).MatMul(t.Input("w", 4, 5)) },
	"product-of-batches":           func(t *dsl.Tape) { t.Input("x", 2, 3, 4).MatMul(t.Input("y", 3, 4, 5)) },
	"axis-after-the-last":          func(t *dsl.Tape) { t.Input("x", 2, 3).SumAlong(2) },
	"axis-from-the-end":            func(t *dsl.Tape) { t.Input("x", 2, 3).Softmax(-1) },
	"axis-far":                     func(t *dsl.Tape) { t.Input("x", 2, 3).MaxAlong(7) },
	"axis-of-a-scalar":             func(t *dsl.Tape) { t.Scalar("x").Softmax(0) },
	"axis-inserted":                func(t *dsl.Tape) { t.Input("x", 2, 3).Unsqueeze(4) },
	"volumes":                      func(t *dsl.Tape) { t.Input("x", 2, 3).Reshape(4, 2) },
	"order-repeats":                func(t *dsl.Tape) { t.Input("x", 2, 3).Permute(0, 0) },
	"order-length":                 func(t *dsl.Tape) { t.Input("x", 2, 3).Permute(0) },
	"order-axis":                   func(t *dsl.Tape) { t.Input("x", 2, 3).Permute(0, 2) },
	"broadcast-of-many":            func(t *dsl.Tape) { t.Input("x", 2).Broadcast(2, 2) },
	"broadcast-to-fewer-axes":      func(t *dsl.Tape) { t.Input("x", 2, 3).BroadcastTo(6) },
	"broadcast-to-other-extents":   func(t *dsl.Tape) { t.Input("x", 2, 3).BroadcastTo(5, 4, 3) },
	"squeeze":                      func(t *dsl.Tape) { t.Input("x", 2, 3).Squeeze(1) },
	"window-of-narrow":             func(t *dsl.Tape) { t.Input("x", 2, 3).Narrow(1, 2, 2) },
	"window-of-pad":                func(t *dsl.Tape) { t.Input("x", 2, 3).Pad(1, 2, 4) },
	"windows-without-size":         func(t *dsl.Tape) { t.Input("x", 8).Unfold(0, 0, 1, 1) },
	"windows-too-large":            func(t *dsl.Tape) { t.Input("x", 8).Unfold(0, 5, 1, 2) },
	"windows-to-fold":              func(t *dsl.Tape) { t.Input("x", 3, 2).Fold(0, 2, 1, 1, 8) },
	"joined-shapes":                func(t *dsl.Tape) { dsl.Concat(0, t.Input("x", 2, 3), t.Input("y", 2, 4)) },
	"extent":                       func(t *dsl.Tape) { t.Input("x", 2, 0) },
	"many-elements":                func(t *dsl.Tape) { t.Input("x", 1<<30, 1<<30, 1<<30) },
	"many-axes":                    func(t *dsl.Tape) { t.Input("x", make([]int, 33)...) },
	"selection":                    func(t *dsl.Tape) { t.Input("x", 2, 3).TakeAlong(t.Labels("y", 2, 4), 1) },
	"selection-to-put":             func(t *dsl.Tape) { t.Input("x", 2).PutAlong(t.Labels("y", 3, 4), 1) },
	"selection-to-scatter":         func(t *dsl.Tape) { t.Input("x", 2, 3).Scatter(t.Labels("y", 3, 4)) },
	"rows-of-a-scalar":             func(t *dsl.Tape) { t.Scalar("table").Gather(t.Labels("y", 2, 4)) },
	"rows-of-a-table":              func(t *dsl.Tape) { t.Input("table", 5, 3).Gather(t.Labels("y", 2, 4)) },
	"numbers-for-a-selection":      func(t *dsl.Tape) { t.Input("table", 5, 3).Gather(t.Input("x", 2, 5)) },
	"numbers-for-one-hot":          func(t *dsl.Tape) { t.Input("x", 2, 5).OneHot() },
	"numbers-for-a-mask":           func(t *dsl.Tape) { x := t.Input("x", 2); x.Where(x, x) },
	"selection-for-numbers":        func(t *dsl.Tape) { t.Labels("y", 2, 4).Tanh() },
	"selection-moved":              func(t *dsl.Tape) { t.Labels("y", 2, 4).Permute(1, 0) },
	"selection-like":               func(t *dsl.Tape) { t.Labels("y", 2, 4).Like(1) },
	"masks-with-numbers":           func(t *dsl.Tape) { x := t.Input("x", 2); dsl.Concat(0, x, x.Less(x)) },
	"precisions":                   func(t *dsl.Tape) { x := t.Input("x", 2); x.Add(x.Widen()) },
	"wide-twice":                   func(t *dsl.Tape) { t.Input("x", 2).Widen().Widen() },
	"rounded-twice":                func(t *dsl.Tape) { t.Input("x", 2).Round() },
	"target-of-many":               func(t *dsl.Tape) { x := t.Input("x", 2); t.Differentiate(x, x) },
	"target-of-a-selection":        func(t *dsl.Tape) { x := t.Scalar("x"); t.Differentiate(x, t.Labels("y", 2)) },
	"seed-of-another-shape":        func(t *dsl.Tape) { x := t.Input("x", 3); t.Vjp(x, t.Input("seed"), x) },
	"seed-of-another-precision":    func(t *dsl.Tape) { x := t.Input("x", 3); t.Vjp(x, x.Widen(), x) },
	"gradient-not-recorded": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		t.Differentiate(w.Mul(w), w).Of(t.Input("x"))
	},
	"path-taken":             func(t *dsl.Tape) { t.Parameter("w", dsl.Const(0)); t.State("w", dsl.Const(0)) },
	"path":                   func(t *dsl.Tape) { t.Parameter("net..w", dsl.Const(0)) },
	"name":                   func(t *dsl.Tape) { t.Input("learning rate") },
	"name-given":             func(t *dsl.Tape) { t.Input("x").Tanh().Named("the loss") },
	"name-twice":             func(t *dsl.Tape) { t.Input("x").Tanh().Named("y").Named("z") },
	"axes-unequal":           func(t *dsl.Tape) { t.Input("x", 2, 3).Axes("batch") },
	"axes-name":              func(t *dsl.Tape) { t.Input("x", 2).Axes("") },
	"default-of-a-parameter": func(t *dsl.Tape) { t.Parameter("w", dsl.Const(0)).Default(dsl.Const(1)) },
	"classes":                func(t *dsl.Tape) { t.Labels("y") },
	"initial-missing":        func(t *dsl.Tape) { t.Parameter("w", nil, 2) },
	"initial-of-a-rank":      func(t *dsl.Tape) { t.Parameter("w", nn.Kaiming(1), 2, 3, 4) },
	"initial-values":         func(t *dsl.Tape) { t.Leaf(dsl.Values(1, 2, 3), 2, 2) },
	"initial-kind":           func(t *dsl.Tape) { t.State("s", filling{Kind: 9}) },
	"initial-probability":    func(t *dsl.Tape) { t.Input("mask", 2).Default(filling{Kind: initial.Dropout}) },
	"initial-scale":          func(t *dsl.Tape) { t.Parameter("w", nn.Uniform(1, -1), 2, 2) },
	"zero-value":             func(t *dsl.Tape) { t.Input("x").Add(dsl.Value{}) },
	"zero-values-alone":      func(t *dsl.Tape) { var a, b dsl.Value; c := a.Mul(b); t.Input("x").Add(c) },
	"widths":                 func(t *dsl.Tape) { nn.MLP(t, "net", []int{3}, nn.ReLU, nn.Kaiming(1)) },
	"activation":             func(t *dsl.Tape) { nn.MLP(t, "net", []int{3, 2}, nil, nn.Kaiming(1)) },
	"activation-unset":       func(t *dsl.Tape) { nn.Perceptron{Layers: make([]nn.Linear, 2)}.Apply(t.Input("x", 1, 1)) },
	"optimiser-alone": func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0))
		nn.SGD{Rate: w}.Update(nil, t.Differentiate(w, w))
	},
	"one-mistake-many-times": func(t *dsl.Tape) {
		x := t.Input("x", 2)
		for range 20 {
			x.Tanh().SumAlong(5)
		}
	},
	"foreign-value": func(t *dsl.Tape) {
		var x dsl.Value
		dsl.Record(func(t *dsl.Tape) { x = t.Input("x") })
		t.Input("y").Add(x)
	},
	"foreign-invalid-value": func(t *dsl.Tape) {
		var x dsl.Value
		dsl.Record(func(t *dsl.Tape) { x = t.Input("") })
		t.Input("y").Add(x)
	},
}

// calls fail outside of a recording.
var calls = map[string]func() error{
	"text-missing":      func() error { _, err := dsl.ReadText("model.tape", nil); return err },
	"recording-missing": func() error { _, err := dsl.Record(nil); return err },
	"reopening-nothing": func() error { _, err := dsl.Reopen(nil, nil); return err },
	"reopened-twice": func() error {
		net, _ := dsl.Record(func(t *dsl.Tape) { t.Input("x") })
		dsl.Reopen(net, func(t *dsl.Tape) { t.Input("y") })
		_, err := dsl.Reopen(net, func(t *dsl.Tape) {})
		return err
	},
	"sealed": func() error {
		var tape *dsl.Tape
		dsl.Record(func(t *dsl.Tape) { tape = t })
		tape.Input("x")
		return tape.Err()
	},
	"sealed-value": func() error {
		var x dsl.Value
		net, _ := dsl.Record(func(t *dsl.Tape) { x = t.Input("x") })
		_, err := dsl.Reopen(net, func(t *dsl.Tape) { x.Axes() })
		return err
	},
	"name-unknown": func() error {
		net, _ := dsl.Record(func(t *dsl.Tape) { t.Input("x") })
		_, err := net.Named("y", net.Ancestors(0))
		return err
	},
	"content-check": faulty(func() (*op.Fault, []int) { return tape.Content{}.Check(tape.Entry{Name: "Run", Roots: []int{7}}) }),
	"content-rows": faulty(func() (*op.Fault, []int) {
		return rows.Check(tape.Content{}, tape.Entry{Name: "Run", Roots: []int{7}, Bucket: 1})
	}),
	"content-siblings": faulty(func() (*op.Fault, []int) {
		return rows.Siblings(tape.Content{}, tape.Entry{Roots: []int{7}}, tape.Entry{}), nil
	}),
	"content-node": faulty(func() (*op.Fault, []int) {
		return rows.Check(tape.Content{Nodes: []tape.Node{{Op: op.Tanh{}, In: []int{0}}}}, tape.Entry{Roots: []int{0}, Bucket: 1})
	}),
	"operands-missing": refusing(op.Add{}, op.Type{}),
	"operands-unknown": refusing(op.Tanh{}, op.Type{Kind: 9}),
	"source-inferred":  refusing(op.Leaf{}),
	"stream-scale": func() error {
		_, err := dsl.NewStream(1).Normal(nil, -1)
		return errors.New(err.Error() + "\n\tfix: use a finite scale of at least 0")
	},
}
