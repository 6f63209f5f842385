// Command optable writes docs/ops.md: what each op is for, and which reading of it exists, as the code says when it is asked.
package main

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// heading is the page up to the table.
const heading = `# Ops

Written by ` + "`go generate ./internal/optable`" + `, which records each op and asks every reading for it. Do not edit.

- **runs**: the interpreter computes it. **gradient**: its derivative is recorded, and runs; **second**: that derivative's too. *data*: the derivative
  of everything it depends on is zero by definition, so none flows through.
- **plan**: how an entry schedules it: in a fused *loop*, by a *kernel* of the runtime, or as a *view* that costs nothing.
- **Go**: the emitter writes it. **AVX2**, **AVX-512**: the loop or the kernel has an assembly form for float32; *copy*: it computes nothing,
  and Go moves its elements, in runs or one by one, as fast as memory lets it; *twin*: pure Go, until a later version.
  Loops over bf16 and f16 have the same forms, in lanes of float32; their kernels go through float32 piece by piece.
- **StableHLO** comes later.

| op | earns its place by | runs | gradient | second | plan | Go | AVX2 | AVX-512 | StableHLO |
|---|---|---|---|---|---|---|---|---|---|
`

// moving are the kernels of runtime/kernel that only move elements. Permute is none: it has an assembly form, as exchanging axes is no run of copies.
var moving = []string{"Place", "Pad", "Gather", "TakeAlong", "PutAlong"}

// page is docs/ops.md. kernels says which functions of runtime/kernel reach assembly.
func page(kernels map[string][]string) (string, error) {
	var b strings.Builder
	b.WriteString(heading)
	for _, s := range samples {
		r, err := read(s)
		if err != nil {
			return "", fmt.Errorf("%s: %w", s.op.Name(), err)
		}
		tiers := map[string]string{}
		for _, tier := range []string{"AVX2", "AVX512"} {
			tiers[tier] = "twin"
			if contains(moving, r.kernel) {
				tiers[tier] = "copy"
			}
			if r.vector || contains(kernels[r.kernel], tier) {
				tiers[tier] = "yes"
			}
			if r.form == "view" {
				tiers[tier] = "view"
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | later |\n",
			s.op.Name(), s.purpose, r.runs, r.gradient, r.second, r.form, r.emitted, tiers["AVX2"], tiers["AVX512"])
	}
	return b.String(), nil
}

// reading is what is known of one op.
type reading struct {
	runs, gradient, second, form, emitted string
	kernel                                string // of runtime/kernel
	vector                                bool   // its loop has an assembly form
}

// read records an op alone, then with its derivatives, and hands both to the readings.
func read(s sample) (r reading, err error) {
	var value dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		value, _ = s.record(t)
		root := value
		switch value.Type().Kind { // a consumer, through which a view can be read
		case op.Number:
			root = value.Neg()
		case op.Mask:
			one := t.Leaf(dsl.Const(1), value.Shape()...)
			root = value.Where(one, one.Neg())
		}
		t.Export("Run", dsl.Roots(root.Named("result")))
	})
	if err != nil {
		return r, err
	}
	r.runs = yes(runs(net))
	code, err := plan.Lower(plan.New(net, net.Entries()[0]), loop.F32)
	if err != nil {
		return r, err
	}
	r.form = "view"
	for _, step := range code.Steps {
		for _, call := range step.Calls() {
			if !contains(call.Nodes, value.Index()) {
				continue
			}
			r.form, r.kernel = "kernel", call.Kernel
			if call.Group != nil {
				r.form = "loop"
				out, err := asm.Groups("ops", "tie", []*loop.Group{call.Group})
				r.vector = err == nil && len(out.Refused) == 0
			}
		}
	}
	_, err = gosrc.Generate(net, gosrc.Options{Package: "ops", ImportPath: "example.com/ops", Elem: "f32", Assemble: assemble})
	r.emitted = yes(err == nil)
	r.gradient, r.second, err = derivatives(s)
	return r, err
}

// assemble is what the emitter asks for assembly.
func assemble(pkg, tie string, groups []*loop.Group) (map[string][]byte, map[string]error, error) {
	out, err := asm.Groups(pkg, tie, groups)
	if err != nil {
		return nil, nil, err
	}
	return out.Files, out.Refused, nil
}

// derivatives differentiates the sum of squares of an op's result by its operands, and the sum of squares of that.
func derivatives(s sample) (first, second string, err error) {
	first, second = "data", "data"
	var value dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		v, wrt := s.record(t)
		if value = v; v.Type().Kind != op.Number {
			return
		}
		g := t.Differentiate(value.Mul(value).Sum(), wrt...)
		loss := t.Leaf(dsl.Const(0))
		for _, gradient := range g.Gradients() {
			if gradient.Type().Precision == op.Wide {
				gradient = gradient.Round()
			}
			loss = loss.Add(gradient.Mul(gradient).Sum())
		}
		t.Differentiate(loss, wrt...)
	})
	if err != nil || !contains(origins(net, value.Index()+1), value.Index()) {
		return first, second, err
	}
	ok := yes(runs(net))
	return ok, ok, nil
}

// runs reports whether the interpreter computes every node.
func runs(net *dsl.Network) bool {
	m := interp.New(net, num.F32{})
	run, err := m.Run(m.Parameters())
	return err == nil && run != nil
}

func yes(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
