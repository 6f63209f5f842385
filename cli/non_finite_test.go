package cli

import (
	"math"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

var negativeInf = math.Inf(-1)

func TestFirstNonFinite(t *testing.T) {
	for _, c := range []struct {
		name   string
		record func(t *dsl.Tape) (culprit dsl.Value)
	}{
		{"overflow", func(t *dsl.Tape) dsl.Value {
			mask := t.Leaf(dsl.Values(0, negativeInf), 2) // on purpose
			w := t.Parameter("w", dsl.Const(100), 2)
			w.Add(mask).Softmax(0)
			culprit := w.Exp()
			culprit.Sub(culprit)
			w.Neg().Sqrt()
			return culprit
		}},
		{"parameter", func(t *dsl.Tape) dsl.Value {
			culprit := t.Parameter("w", dsl.Const(negativeInf))
			culprit.Exp()
			return culprit
		}},
		{"none", func(t *dsl.Tape) dsl.Value {
			t.Parameter("w", dsl.Const(1)).Exp()
			return dsl.Value{}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var culprit dsl.Value
			net, err := dsl.Record(func(t *dsl.Tape) { culprit = c.record(t) })
			if err != nil {
				t.Fatal(err)
			}
			m := interp.New(net, num.F32{})
			var found func() (int, bool)
			m.Trace, found = firstNonFinite(net)
			if _, err := m.Run(m.Parameters()); err != nil {
				t.Fatal(err)
			}
			if node, ok := found(); node != culprit.Index() || ok != (culprit != dsl.Value{}) {
				t.Errorf("found node %d (%v), want %d", node, ok, culprit.Index())
			}
		})
	}
}
