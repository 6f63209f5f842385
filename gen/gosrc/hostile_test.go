package gosrc_test

import (
	"errors"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/num"
)

// TestHostile emits what nobody recorded, over elements that nobody registered.
func TestHostile(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x := t.Parameter("w", dsl.Const(1), 2), t.Input("x", 2)
		t.Export("Run", dsl.Roots(w.Mul(x).Sum().Named("loss")))
	})
	if err != nil {
		t.Fatal(err)
	}
	refusing := func(string, string, []*loop.Group) (map[string][]byte, map[string]error, error) {
		return nil, nil, errors.New("no assembler")
	}
	over := func(a num.Arithmetic[float32, float32]) (*gosrc.Element, error) { return gosrc.NewElement(a) }
	hostile.Test(t, hostile.Table{
		Functions: []any{gosrc.Kernels, gosrc.OwnKernels, over, gosrc.Builtin, gosrc.Generate, gosrc.ReadOrigin},
		Values: []any{
			net, &dsl.Network{}, net.Entries()[0], dsl.Roots(), gosrc.Builtin(), gosrc.Elements{nil}, gosrc.Builtin()[0], &gosrc.Element{},
			gosrc.Options{}, gosrc.Options{Package: "a b", Elem: "f32", Assemble: refusing}, gosrc.Options{Package: "model", Elem: "f31"},
			&loop.Group{}, &loop.Group{Name: "g", Space: []int{-1}, Body: []loop.Instr{{Op: 99, Args: []int{7}}}}, op.Type{}, num.F32{},
			gosrc.Origin{}, gosrc.Origin{Path: "example.com/model"},
		},
		Except: map[string]string{"NewElement": "called as one of float32"},
		Rounds: 60,
	})
}
