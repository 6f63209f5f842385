package plan_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/examples/walkthrough"
	"github.com/topos-go/topos/gen/plan"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file of testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", name, got)
	}
}

// recorded fails the test on a recording error.
func recorded(t *testing.T, recording func(*dsl.Tape)) *dsl.Network {
	t.Helper()
	net, err := dsl.Record(recording)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// forward is plate 5: the walkthrough without its gradient.
func forward(t *dsl.Tape) {
	weights := t.Parameter("weights", dsl.Const(0), 2, 2)
	hidden := t.Input("input", 1, 2).MatMul(weights).Tanh()
	t.Export("Loss", dsl.Roots(hidden.Mul(hidden).Sum().Named("loss")))
}

// perceptron is plate 9: a two-layer perceptron with the gradients of all its parameters.
func perceptron(t *dsl.Tape) {
	net := nn.MLP(t, "net", []int{8, 16, 4}, nn.Tanh, nn.Xavier(7))
	loss := net.Apply(t.Input("input", 32, 8)).Sum().Named("loss")
	gradients := t.Differentiate(loss, net.Parameters()...)
	roots := []dsl.Value{loss}
	for i, g := range gradients.Gradients() {
		roots = append(roots, g.Named("d"+string(rune('0'+i))))
	}
	t.Export("Gradient", dsl.Roots(roots...))
}

func TestPlates(t *testing.T) {
	net := recorded(t, forward)
	golden(t, "plate5-plan.txt", plan.New(net, net.Entries()[0]).Describe())
	net = recorded(t, perceptron)
	golden(t, "plate9-plan.txt", plan.New(net, net.Entries()[0]).Describe())
}

// TestWalkthroughMemory pins the live volume of the gradient entry with the hidden layer observed.
func TestWalkthroughMemory(t *testing.T) {
	net := recorded(t, walkthrough.Record)
	e := net.Entries()[1]
	hidden, err := net.Named("hidden", net.Ancestors(e.Wanted()...))
	if err != nil {
		t.Fatal(err)
	}
	p := plan.New(net, dsl.Roots(e.Roots()...).Observe(net.Value(hidden)))
	want := []int{4, 6, 8, 6, 6, 7, 6, 8, 9, 11, 9, 11, 11, 13, 11, 9, 11, 13, 11, 9, 11, 9, 11, 11, 15}
	if got := p.Live(); !slices.Equal(got, want) {
		t.Errorf("live series %v, want %v", got, want)
	}
	if peak, at := p.Peak(); peak != 15 || at != 28 || len(p.Nodes) != 25 {
		t.Errorf("%d nodes, peak %d at %d; want 25, 15 at 28", len(p.Nodes), peak, at)
	}
}
