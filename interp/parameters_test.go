package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/weights"
)

func TestParametersConvertOnce(t *testing.T) {
	var w dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w = t.Parameter("w", dsl.Values(0.1, 1+0x1p-24+0x1p-50), 2) // the second lies just above a midpoint of float32
	})
	got, err := interp.New(net, num.F32{}).Parameters().Of(w)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "f32", got, []float32{0.1, 1 + 0x1p-23})
}

// Step makes a table; the old one, states, and parameters that the loss does not touch stay.
func TestStep(t *testing.T) {
	var used, unused, state, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		used, state, unused = t.Parameter("used", dsl.Const(3), 2), t.State("state", dsl.Const(5), 2), t.Parameter("unused", dsl.Const(7))
		loss = used.Mul(state).Sum()
	})
	m := interp.New(net, num.F64{})
	p := m.Parameters()
	run, err := m.Run(p)
	if err != nil {
		t.Fatal(err)
	}
	gradients := run.Backward(loss)
	if err := gradients.Err(); err != nil {
		t.Fatal(err)
	}
	next, err := p.Step(gradients, func(w, g float64) float64 { return w - g })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table *interp.Parameters[float64, float64]
		v     dsl.Value
		want  []float64
	}{{p, used, []float64{3, 3}}, {next, used, []float64{-2, -2}}, {next, unused, []float64{7}}, {next, state, []float64{5, 5}}} {
		got, err := c.table.Of(c.v)
		if err != nil {
			t.Fatal(err)
		}
		bits(t, net.Label(c.v.Index()), got, c.want)
	}
	// Backward differentiates by states too; Step leaves them alone.
	byState, err := gradients.Of(state)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "gradient by the state", byState, []float64{3, 3})
	clone := next.Clone()
	list, _ := clone.Of(used)
	list[0] = 99
	kept, _ := next.Of(used)
	bits(t, "after writing to the clone", kept, []float64{-2, -2})
	var names []string
	for _, tensor := range clone.Tensors() {
		names = append(names, tensor.Name)
	}
	if got := fmt.Sprint(names); got != "[used state unused]" {
		t.Errorf("names: %s", got)
	}
}

// A table travels through a file of either element.
func TestParametersSaveAndRead(t *testing.T) {
	var w, s dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w, s = t.Parameter("layer.w", dsl.Values(1, 2, 3, 4, 5, 6), 2, 3), t.State("steps", dsl.Const(0))
	})
	travels(t, interp.New(net, num.F32{}), w, s)
	travels(t, interp.New(net, num.F64{}), w, s)
}

func travels[E float32 | float64](t *testing.T, m *interp.Interpreter[E, E], slots ...dsl.Value) {
	t.Helper()
	var _ weights.Table = m.Parameters()
	p, q := m.Parameters(), m.Parameters()
	for i, v := range slots {
		list, err := p.Of(v)
		if err != nil {
			t.Fatal(err)
		}
		for k := range list {
			list[k] = E(10*i+k) + 0.5
		}
	}
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	if err := weights.Save(path, p, nil); err != nil {
		t.Fatal(err)
	}
	if weights.Digest(p) == weights.Digest(q) {
		t.Error("different tables have one digest")
	}
	blob, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := weights.Read(blob, q, nil); err != nil {
		t.Fatal(err)
	}
	if weights.Digest(p) != weights.Digest(q) {
		t.Error("the table came back with another digest")
	}
	for _, v := range slots {
		want, _ := p.Of(v)
		got, _ := q.Of(v)
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
