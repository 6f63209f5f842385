package dsl_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
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

// line is plate 2: w times x towards y.
func line(t *dsl.Tape) {
	w, x, y := t.Parameter("w", dsl.Const(0)), t.Input("x"), t.Input("y")
	e := w.Mul(x).Sub(y)
	e.Mul(e).Named("loss")
}

// walkthrough is plate 4: a product, a tanh, a loss and its gradient.
func walkthrough(t *dsl.Tape) {
	weights := t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, 0.4), 2, 2)
	input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
	hidden := input.MatMul(weights).Tanh().Named("hidden")
	loss := hidden.Mul(hidden).Sum().Named("loss")
	gradient := t.Differentiate(loss, weights)
	t.Export("Train", dsl.Roots(loss, gradient.Of(weights).Named("gradient")))
}

func TestPlates(t *testing.T) {
	golden(t, "plate2-spec.txt", recorded(t, line).Describe())
	golden(t, "plate4-derivative.txt", recorded(t, walkthrough).Describe())
}

func TestTextReadsBack(t *testing.T) {
	for _, recording := range []func(*dsl.Tape){line, walkthrough} {
		net := recorded(t, recording)
		for _, text := range []string{net.Text(), net.TextWithSource("/")} {
			back, err := dsl.ReadText("model.tape", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if back.Text() != net.Text() || back.Describe() != net.Describe() {
				t.Errorf("text changed; got:\n%s", back.Text())
			}
		}
	}
}
