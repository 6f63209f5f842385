package interp_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/walkthrough"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
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

// Plate 3 draws the squared error of each of a hundred steps toward y = 2x.
func TestPlate3(t *testing.T) {
	var w, x, y, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w, x, y = t.Parameter("w", dsl.Const(0)), t.Input("x"), t.Input("y")
		e := w.Mul(x).Sub(y)
		loss = e.Mul(e)
	})
	m := interp.New(net, num.F64{})
	p := m.Parameters()
	var text strings.Builder
	for i := range 100 {
		s := float64(i%3 + 1)
		run, err := m.Run(p, interp.Feeds[float64]{x: {s}, y: {2 * s}})
		if err != nil {
			t.Fatal(err)
		}
		squared, err := run.Of(loss)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, squared[0])
		if p, err = p.Step(run.Backward(loss), func(w, g float64) float64 { return w - float64(0.02*g) }); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "plate3-squared-errors.txt", text.String())
}

// The walkthrough prints these numbers wherever it runs.
func TestWalkthrough(t *testing.T) {
	net := record(t, walkthrough.Record)
	m := interp.New(net, num.F32{})
	e := net.Entries()[1]
	run, err := m.RunEntry(e, m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	var text string
	for _, v := range e.Roots() {
		list, err := run.Of(v)
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintln(net.Label(v.Index()), list)
	}
	if want := "loss [0.83054614]\ngradient [0.6397 0.75025934 1.2794 1.5005187]\n"; text != want {
		t.Errorf("got %s", text)
	}
}

// Plate 8 reads one recording over several elements. The plate's literals were float32 numbers.
func TestPlate8(t *testing.T) {
	var loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		weights := t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, float64(float32(0.4))), 2, 2)
		input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
		loss = input.MatMul(weights).Tanh().Exp().Sum()
	})
	f64, f32, bf16 := interp.New(net, num.F64{}), interp.New(net, num.F32{}), interp.New(net, num.BF16{})
	got := fmt.Sprint(
		read(t, f64, f64.Parameters(), nil, loss),
		read(t, f32, f32.Parameters(), nil, loss),
		read(t, bf16, bf16.Parameters(), nil, loss))
	if want := "[3.7912668765691295] [3.791267] [3.78125]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
