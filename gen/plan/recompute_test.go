package plan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// deep records a chain of dense layers under gradient descent. Every so many layers lies a boundary; 0: none.
func deep(layers, every int, recomputes bool) func(t *dsl.Tape) {
	return func(t *dsl.Tape) {
		h := t.Input("x", 256, 16)
		var parameters, boundaries []dsl.Value
		for k := range layers {
			w := t.Parameter(fmt.Sprintf("w.%d", k), dsl.Const(0.1), 16, 16)
			h = h.MatMul(w).Tanh()
			parameters = append(parameters, w)
			if every > 0 && (k+1)%every == 0 && k+1 < layers {
				boundaries = append(boundaries, h)
			}
		}
		loss := h.Mul(h).Sum().Named("loss")
		e := dsl.Roots(loss).Update(nn.SGD{Rate: t.Scalar("rate")}, t.Differentiate(loss, parameters...))
		if recomputes {
			e.Recompute(boundaries...)
		}
		t.Export("Train", e)
	}
}

// TestRecompute pins what boundaries save in a chain of 32 layers.
func TestRecompute(t *testing.T) {
	for _, c := range []struct {
		every       int
		recomputes  bool
		again       int
		peak, arena int
	}{
		{0, false, 0, 159746, 573440},
		{1, true, 2, 159746, 557056}, // all activations are kept, but for the last
		{4, true, 50, 73730, 212992},
		{6, true, 54, 62210, 212992},
		{8, true, 58, 73730, 212992},
		{0, true, 64, 159746, 541760}, // one segment: no less is alive once it is computed again
	} {
		net := recorded(t, deep(32, c.every, c.recomputes))
		p := plan.New(net, net.Entries()[0])
		code, err := plan.Lower(p, loop.F32)
		if err != nil {
			t.Fatal(err)
		}
		peak, _ := p.Peak()
		if p.Recomputed() != c.again || peak != c.peak || code.Bytes() != c.arena {
			t.Errorf("boundaries every %d layers, recomputes %v: %d nodes again, peak %d elements, arena %d bytes; want %d, %d, %d", c.every, c.recomputes, p.Recomputed(), peak, code.Bytes(), c.again, c.peak, c.arena)
		}
	}
}

// TestRecomputedNodes names what is computed again: what a gradient reads between kept values, each node once, and nothing that only it reads.
func TestRecomputedNodes(t *testing.T) {
	for _, test := range []struct {
		name string
		keep func(a, b, c, d dsl.Value, e *dsl.Entry)
		want string
	}{
		{"from the sources", func(a, b, c, d dsl.Value, e *dsl.Entry) { e.Recompute() }, "a b c d"},
		{"from a boundary past which a value is read", func(a, b, c, d dsl.Value, e *dsl.Entry) { e.Recompute(b) }, "a c d"},
		{"from what is observed", func(a, b, c, d dsl.Value, e *dsl.Entry) { e.Observe(c).Recompute(a) }, "d b"},
		{"from everything", func(a, b, c, d dsl.Value, e *dsl.Entry) { e.Recompute(a, b, c, d) }, ""},
		{"not declared", func(a, b, c, d dsl.Value, e *dsl.Entry) {}, ""},
	} {
		net := recorded(t, func(t *dsl.Tape) {
			a := t.Parameter("w", dsl.Const(0.5), 3).Tanh().Named("a")
			b := a.Exp().Named("b")
			c := b.Exp().Named("c")
			d := c.Mul(a).Named("d")
			loss := d.Mul(d).Sum().Named("loss")
			e := dsl.Roots(loss, t.Differentiate(loss, a).Gradients()[0].Named("gradient"))
			test.keep(a, b, c, d, e)
			t.Export("Gradient", e)
		})
		p := plan.New(net, net.Entries()[0])
		var again []string
		for line := range strings.Lines(p.Describe()) {
			if strings.Contains(line, " again, ") {
				i, err := strconv.Atoi(strings.Fields(line)[0])
				if err != nil {
					t.Fatal(err)
				}
				again = append(again, net.Label(i))
			}
		}
		if got := strings.Join(again, " "); got != test.want || p.Recomputed() != len(again) {
			t.Errorf("%s: computes %q again (%d nodes), want %q", test.name, got, p.Recomputed(), test.want)
		}
	}
}

// TestRecomputeLate wants a value that a gradient alone reads to be computed once, when it does.
func TestRecomputeLate(t *testing.T) {
	net := recorded(t, func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(0.5), 3)
		loss := w.Tanh().Exp().Sum()
		t.Export("Train", dsl.Roots().Update(nn.SGD{Rate: t.Scalar("rate")}, t.Differentiate(loss, w)).Recompute())
	})
	if p := plan.New(net, net.Entries()[0]); p.Recomputed() != 0 {
		t.Errorf("a step without a loss computes nodes again:\n%s", p.Describe())
	}
}

// TestRecomputeText pins both printed readings.
func TestRecomputeText(t *testing.T) {
	net := recorded(t, deep(4, 2, true))
	p := plan.New(net, net.Entries()[0])
	golden(t, "recompute-plan.txt", p.Describe())
	code, err := plan.Lower(p, loop.F32)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "recompute-code.txt", code.Describe())
}
