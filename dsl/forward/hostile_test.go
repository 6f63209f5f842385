package forward_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile differentiates values of no tape, of another, of none.
func TestHostile(t *testing.T) {
	var tape *dsl.Tape
	var x, y, foreign dsl.Value
	if _, err := dsl.Record(func(t *dsl.Tape) { foreign = t.Input("x", 3) }); err != nil {
		t.Fatal(err)
	}
	if _, err := dsl.Record(func(open *dsl.Tape) {
		tape, x = open, open.Input("x", 2)
		y = x.Mul(x).Sum()
	}); err != nil {
		t.Fatal(err)
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{forward.Hvp, forward.Jacobian, forward.Jvp, forward.Along, forward.Over},
		Values: []any{
			tape, &dsl.Tape{}, x, y, foreign, dsl.Value{}, forward.Tangent{}, forward.Tangent{Of: x, Along: foreign}, []forward.Tangent{{Of: x, Along: x}, {}},
			forward.Over(tape.Rules()), forward.Over(nil), op.Ref(0), op.None, op.Ref(99), tape.Rules(), tape.Graph(),
		},
	})
}
