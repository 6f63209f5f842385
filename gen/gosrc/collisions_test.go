package gosrc_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
)

// TestCollisions refuses recorded names that cannot become identifiers beside each other.
func TestCollisions(t *testing.T) {
	run := func(t *dsl.Tape, name string, v dsl.Value) { t.Export(name, dsl.Roots(v.Tanh().Named("y"))) }
	for want, recording := range map[string]func(t *dsl.Tape){
		"the entry Params would declare Params, which every generated package declares": func(t *dsl.Tape) { run(t, "Params", t.Input("x")) },
		"two entries would declare RunIn":                                               func(t *dsl.Tape) { run(t, "Run", t.Input("x")); run(t, "RunIn", t.Input("x")) },
		"w.a and w_a of Run would both be the field WA":                                 func(t *dsl.Tape) { run(t, "Run", t.Input("w.a").Add(t.Input("w_a"))) },
		"the path clone.w would give a field the name of the method Clone":              func(t *dsl.Tape) { run(t, "Run", t.Parameter("clone.w", dsl.Const(0))) },
		"the path refresh.w would give a field the name of the method Refresh": func(t *dsl.Tape) {
			run(t, "Run", t.Input("x", 1, 64).MatMul(t.Parameter("refresh.w", dsl.Const(0), 64, 64).Transpose()))
		},
		"the path a_b collides with a-b: both would be the field AB": func(t *dsl.Tape) {
			run(t, "Run", t.Parameter("a-b", dsl.Const(0)).Add(t.Parameter("a_b", dsl.Const(0))))
		},
		"the path w.b collides with w: both would be the field W": func(t *dsl.Tape) { run(t, "Run", t.Parameter("w", dsl.Const(0)).Add(t.Parameter("w.b", dsl.Const(0)))) },
		"the numbered layers below net disagree on what W is": func(t *dsl.Tape) {
			run(t, "Run", t.Parameter("net.0.w", dsl.Const(0)).Add(t.Parameter("net.1.w.x", dsl.Const(0))))
		},
	} {
		net, err := dsl.Record(recording)
		if err != nil {
			t.Fatal(err)
		}
		_, err = gosrc.Generate(net, gosrc.Options{Package: "p", ImportPath: "example.com/p", Func: "Record", Elem: "f32", Assemble: refuseAll})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "collisions_test.go:") || !strings.Contains(err.Error(), "fix: ") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// refuseAll leaves every group to its twin.
func refuseAll(_, _ string, groups []*loop.Group) (map[string][]byte, map[string]error, error) {
	return nil, map[string]error{}, nil
}
