package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/model/digits"
	"github.com/topos-go/topos/bench/model/makemore"
	"github.com/topos-go/topos/bench/model/moons"
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// BenchmarkInterp measures the steps of BenchmarkStep in the interpreter.
func BenchmarkInterp(b *testing.B) {
	for _, c := range []struct {
		name   string
		mflop  float64
		record func(*dsl.Tape)
	}{
		{"moons", 0.36, moons.Record},
		{"makemore", 2.2, makemore.Record},
		{"mnist-adam", 64.5, digits.Record},
	} {
		b.Run(c.name, func(b *testing.B) {
			net, err := dsl.Record(c.record)
			if err != nil {
				b.Fatal(err)
			}
			train := net.Entries()[0]
			feeds, labels := fed(net, train)
			m := interp.New(net, num.F32{})
			p := m.Parameters()
			each := loop(b, func() error { _, err := m.RunEntry(train, p, feeds, labels); return err })
			flops(b, each, c.mflop*1e6, peak32)
		})
	}
}

// fed makes data for every input of an entry.
func fed(net *dsl.Network, e *dsl.Entry) (interp.Feeds[float32], interp.Labels) {
	feeds, labels := interp.Feeds[float32]{}, interp.Labels{}
	for i, read := range net.Ancestors(e.Wanted()...) {
		if !read {
			continue
		}
		switch n := net.Node(i); n.Op.(type) {
		case op.Input:
			feeds[net.Value(i)] = uniform[float32](1, n.Type.Shape.Volume())
		case op.Labels:
			labels[net.Value(i)] = classes(n.Type.Positions(), n.Type.Classes())
		}
	}
	return feeds, labels
}
