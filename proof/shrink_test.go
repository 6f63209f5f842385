package proof

import (
	"context"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// planted is a judge that finds a mistake, as it were, in what a program records.
func planted(found func(p *Program) bool) Judge {
	return func(_ context.Context, programs []*Program) ([]string, error) {
		kinds := make([]string, len(programs))
		for k, p := range programs {
			if found(p) {
				kinds[k] = "gradient: planted"
			}
		}
		return kinds, nil
	}
}

// TestShrinkingKeepsDerivatives lets the derivative of a Tanh fail, from a seed or without, and what is computed again.
func TestShrinkingKeepsDerivatives(t *testing.T) {
	holds := func(net *dsl.Network, node int, name string) bool {
		for i, above := range net.Ancestors(node) {
			if above && net.Node(i).Op.Name() == name {
				return true
			}
		}
		return false
	}
	for name, c := range map[string]struct {
		found func(p *Program) bool
		nodes int // in the smallest program
	}{
		"from a seed": {func(p *Program) bool {
			list, err := derivatives(p.Net)
			return err == nil && slices.ContainsFunc(list, func(d tape.Derivative) bool { return d.Seed >= 0 && holds(p.Net, d.Target, op.Tanh{}.Name()) })
		}, 11},
		"of a gradient": {func(p *Program) bool {
			list, err := derivatives(p.Net)
			return err == nil && len(list) > 1 && slices.ContainsFunc(list[0].Gradients, func(g int) bool { return p.Net.Ancestors(list[len(list)-1].Target)[g] })
		}, 10},
		"recomputed": {func(p *Program) bool {
			return slices.ContainsFunc(p.Net.Entries(), func(e *dsl.Entry) bool {
				_, recomputes := e.Recomputes()
				return recomputes && p.Net.Derived()[e.Wanted()[0]]
			})
		}, 8},
	} {
		t.Run(name, func(t *testing.T) {
			net, err := dsl.Record(func(t *dsl.Tape) {
				w, x := t.Parameter("w", dsl.Const(0.5), 3), t.Input("x", 3)
				h := w.Mul(x).Tanh()
				y := h.Exp().Mul(x)
				a := t.Differentiate(y.Sum(), w, x)
				b := t.Vjp(y, a.Of(x), w)
				c := t.Differentiate(b.Of(w).Sum(), w)
				t.Export("Train", dsl.Roots(a.Of(w).Named("dw"), c.Of(w).Named("ddw"), y.Named("y")).Recompute(h, y))
				t.Export("Other", dsl.Roots(b.Of(w).Cos().Named("z")).Assign(w, w.Sub(c.Of(w))))
			})
			if err != nil {
				t.Fatal(err)
			}
			p := &Program{Name: "p", Elem: "f32", Net: net}
			if !c.found(p) {
				t.Fatal("the program does not fail")
			}
			small, err := Shrink(t.Context(), p, "gradient: planted", planted(c.found))
			if err != nil {
				t.Fatal(err)
			}
			if !c.found(small) || small.Net.Len() > c.nodes {
				t.Errorf("%d nodes, want at most %d; it fails: %t\n%s", small.Net.Len(), c.nodes, c.found(small), small.Net.Text())
			}
			for _, f := range Check(small, Options{}) {
				t.Errorf("%s\n%s", f, small.Net.Text())
			}
		})
	}
}

// TestWholeTexts wants texts that keep derivatives to read back as the networks that they are of.
func TestWholeTexts(t *testing.T) {
	kept := 0
	for _, p := range random(t, 100) {
		x, err := whole(p.Net)
		if err != nil {
			continue
		}
		net, err := x.network()
		if err != nil {
			t.Fatalf("%s: %v\n%s", p.Name, err, x)
		}
		want, _ := derivatives(p.Net)
		got, _ := derivatives(net)
		if len(want) > 0 {
			kept++
		}
		if len(got) != len(want) || net.Len() != p.Net.Len() {
			t.Errorf("%s reads back with %d derivatives and %d nodes, want %d and %d", p.Name, len(got), net.Len(), len(want), p.Net.Len())
		}
	}
	if kept < 20 {
		t.Errorf("%d texts keep derivatives, want at least 20", kept)
	}
}
