package proof_test

import (
	"context"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/proof"
	"github.com/topos-go/topos/runtime/num"
)

// TestHostile grades what is no program, over elements that nobody registered.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x := t.Parameter("w", dsl.Const(1), 2), t.Input("x", 2)
		t.Export("Run", dsl.Roots(w.Mul(x).Sum().Named("loss")))
	})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	p := &proof.Program{Name: "p", Elem: "f32", Net: net}
	folder := t.TempDir()
	over := func(a num.Arithmetic[float32, float32]) proof.Subject { return proof.Over(a) }
	hostile.Test(t, hostile.Table{
		Functions: []any{
			proof.Apply, proof.Assemble, proof.ServeCompiler, proof.Check, proof.Judged, proof.Random, proof.ReadCases, proof.Shrink, proof.Compare, over,
		},
		Values: []any{
			ended, p, &proof.Program{}, &proof.Program{Name: "a b", Elem: "f31", Net: net}, &proof.Program{Elem: "f32", Net: &dsl.Network{}}, net, &dsl.Network{}, net.Value(0), dsl.Value{},
			op.Add{}, op.Sum{}, op.Op(op.Input{}), proof.Options{Root: folder}, proof.Options{Root: "none"}, folder, strings.NewReader("{}"), proof.Coverage{}, proof.Coverage{"x": 1},
			proof.Failure{}, proof.Failure{Program: p, Stage: "run", Text: "x y z: w"}, proof.Fault{}, proof.Fault{Name: "x", File: "none", Find: "("}, &proof.Hunt{}, proof.Outcome{},
			&proof.Planted{}, &proof.Result{}, &loop.Group{}, num.F32{}, proof.Judge(func(context.Context, []*proof.Program) ([]string, error) { return nil, nil }),
		},
		Except: map[string]string{"Grade": "is given a test to fail", "Over": "called as one of float32", "WriteCase": "called below, in a folder of its own"},
		Rounds: 40,
	})
	t.Chdir(folder)
	for _, name := range []string{"", "x", "{0}\x00", "a..b"} {
		for _, p := range []*proof.Program{nil, {}, p} {
			_, _ = proof.WriteCase(name, p, "{0}\x00 Run")
		}
	}
}
