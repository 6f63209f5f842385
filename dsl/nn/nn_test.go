package nn_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

// TestByHand records each facade and the same by hand: the tapes must be equal.
func TestByHand(t *testing.T) {
	cases := map[string][2]func(*dsl.Tape){
		"perceptron": {
			func(t *dsl.Tape) {
				net := nn.MLP(t, "net", []int{3, 5, 2}, nn.ReLU, nn.Kaiming(7))
				net.Apply(t.Input("x", 4, 3))
			},
			func(t *dsl.Tape) {
				init := nn.Kaiming(7)
				w0, b0 := t.Parameter("net.0.weight", init, 3, 5), t.Parameter("net.0.bias", init, 5)
				w1, b1 := t.Parameter("net.1.weight", init, 5, 2), t.Parameter("net.1.bias", init, 2)
				h := t.Input("x", 4, 3).MatMul(w0).Add(b0.BroadcastAlong(0, 4))
				h.Maximum(t.Leaf(dsl.Const(0), 4, 5)).MatMul(w1).Add(b1.BroadcastAlong(0, 4))
			},
		},
		"cross entropy": {
			func(t *dsl.Tape) { nn.CrossEntropy(t.Input("x", 4, 3), t.Labels("y", 4, 3)) },
			func(t *dsl.Tape) {
				x, y := t.Input("x", 4, 3), t.Labels("y", 4, 3)
				x.LogSumExp(1).Sub(x.TakeAlong(y, 1)).Sum().Div(t.Leaf(dsl.Const(4)))
			},
		},
		"sgd": {
			func(t *dsl.Tape) { training(t, func(rate dsl.Value) dsl.Optimiser { return nn.SGD{Rate: rate} }) },
			func(t *dsl.Tape) {
				w := t.Parameter("w", dsl.Const(1), 3)
				rate := t.Scalar("rate")
				loss := w.Mul(w).Sum().Named("loss")
				g := t.Differentiate(loss, w).Of(w)
				t.Export("Train", dsl.Roots(loss).Assign(w, w.Sub(g.Mul(rate.Broadcast(3)))))
			},
		},
		"adam": {
			func(t *dsl.Tape) {
				training(t, func(rate dsl.Value) dsl.Optimiser { return nn.Adam{Rate: rate, Beta1: 0.75, Decay: 0.5} })
			},
			func(t *dsl.Tape) {
				w := t.Parameter("w", dsl.Const(1), 3)
				rate := t.Scalar("rate")
				loss := w.Mul(w).Sum().Named("loss")
				g := t.Differentiate(loss, w).Of(w)
				e := dsl.Roots(loss)
				power := func(path string, beta float64) dsl.Value {
					p := t.State(path, dsl.Const(1))
					next := p.Mul(t.Leaf(dsl.Const(beta)))
					e.Assign(p, next)
					return t.Leaf(dsl.Const(1)).Sub(next)
				}
				moment := func(path string, beta float64, v dsl.Value) dsl.Value {
					m := t.State(path, dsl.Const(0), 3)
					next := m.Mul(t.Leaf(dsl.Const(beta), 3)).Add(v.Mul(t.Leaf(dsl.Const(1-beta), 3)))
					e.Assign(m, next)
					return next
				}
				p1, p2 := power("adam.power1", 0.75), power("adam.power2", 0.999)
				mean := moment("adam.mean.w", 0.75, g)
				square := moment("adam.square.w", 0.999, g.Mul(g))
				centred := mean.Div(p1.Broadcast(3))
				scale := square.Div(p2.Broadcast(3)).Sqrt().Add(t.Leaf(dsl.Const(1e-8), 3))
				kept := w.Mul(t.Leaf(dsl.Const(1)).Sub(rate.Mul(t.Leaf(dsl.Const(0.5)))).Broadcast(3))
				e.Assign(w, kept.Sub(centred.Div(scale).Mul(rate.Broadcast(3))))
				t.Export("Train", e)
			},
		},
	}
	for name, c := range cases {
		facade, err := dsl.Record(c[0])
		if err != nil {
			t.Fatal(err)
		}
		hand, err := dsl.Record(c[1])
		if err != nil {
			t.Fatal(err)
		}
		if facade.Text() != hand.Text() {
			t.Errorf("%s: the facade records\n%sbut by hand it is\n%s", name, facade.Text(), hand.Text())
		}
	}
}

// training exports a step of an optimiser over the sum of squares.
func training(t *dsl.Tape, optimiser func(rate dsl.Value) dsl.Optimiser) {
	w := t.Parameter("w", dsl.Const(1), 3)
	rate := t.Scalar("rate")
	loss := w.Mul(w).Sum().Named("loss")
	t.Export("Train", dsl.Roots(loss).Update(optimiser(rate), t.Differentiate(loss, w)))
}
