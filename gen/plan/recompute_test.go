package plan_test

import (
	"fmt"
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
