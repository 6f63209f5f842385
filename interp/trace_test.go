package interp_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

func TestTrace(t *testing.T) {
	var w, chosen, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w = t.Parameter("w", dsl.Values(3, 4), 2)
		chosen = w.ArgMax(0)
		loss = w.Mul(w).TakeAlong(chosen, 0)
	})
	m := interp.New(net, num.F32{})
	var got []string
	m.Trace = func(e interp.Event) {
		line := net.Node(e.Node).Op.Name()
		if e.Kind == interp.Contribution {
			line += " from " + net.Node(e.From).Op.Name()
		}
		got = append(got, fmt.Sprint(line, " ", e.Values))
	}
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Backward(loss).Err(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Parameter [3 4]", "ArgMax [1]", "Mul [9 16]", "TakeAlong [16]",
		"Mul from TakeAlong [0 1]", "Parameter from Mul [0 4]", "Parameter from Mul [0 4]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
