package interp_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// Every op has a sample that applies it, and so a forward rule; every composite that dsl.Value offers has one too.
func TestComplete(t *testing.T) {
	notes := []string{"Named", "Axes", "Default"} // annotate a node and record none
	ops := map[string]bool{}
	for _, o := range op.All() {
		ops[o.Name()] = true
		if op.IsSource(o) {
			continue
		}
		if samples[o.Name()] == nil {
			t.Errorf("no sample applies %s", o.Name())
		}
		for i, sample := range samples[o.Name()] {
			d := newDifferentiated(t, 0, false, sample)
			found := false
			for k := range d.net.Len() {
				n := d.net.Node(k)
				found = found || n.Op.Name() == o.Name() && n.Source.Origin < 0
			}
			if !found {
				t.Errorf("sample %d of %s does not apply it", i, o.Name())
			}
		}
	}
	value := reflect.TypeFor[dsl.Value]()
	found := 0
	for m := range value.NumMethod() {
		method := value.Method(m)
		if ops[method.Name] || slices.Contains(notes, method.Name) || method.Type.NumOut() != 1 || method.Type.Out(0) != value {
			continue
		}
		found++
		if composites[method.Name] == nil {
			t.Errorf("no sample applies the composite %s", method.Name)
		}
	}
	if found != len(composites)-1 { // Stack is a function
		t.Errorf("%d composites are methods, %d are sampled", found, len(composites)-1)
	}
}

// everySample visits the samples of all ops and composites in a fixed order.
func everySample(t *testing.T, visit func(t *testing.T, seed uint64, sample func(*sources) dsl.Value)) {
	for _, table := range []map[string][]func(*sources) dsl.Value{samples, composites} {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			for i, sample := range table[name] {
				t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) { visit(t, uint64(i), sample) })
			}
		}
	}
}

// differentiated is a sample with a loss over it, its gradients, and the gradients of a loss over those.
type differentiated struct {
	net    *dsl.Network
	losses [2]dsl.Value
	grads  [2]dsl.Adjoints
	*sources
}

func newDifferentiated(tb testing.TB, seed uint64, special bool, sample func(*sources) dsl.Value) *differentiated {
	d := &differentiated{sources: &sources{r: rand.New(rand.NewPCG(seed, 0)), special: special, labels: interp.Labels{}}}
	d.net = record(tb, func(t *dsl.Tape) {
		d.t = t
		out := sample(d.sources)
		weights := d.parameter(func() float64 { return 1 + d.r.Float64() }, out.Shape())
		d.losses[0] = out.Mul(weights).Mul(out).Sum()
		d.grads[0] = t.Differentiate(d.losses[0], d.numbers...)
		d.losses[1] = d.losses[0]
		for i, g := range d.grads[0].Gradients() {
			g = g.Named(fmt.Sprintf("first.%d", i))
			d.losses[1] = d.losses[1].Add(g.Mul(g).Sum())
		}
		d.grads[1] = t.Differentiate(d.losses[1], d.numbers...)
		for i, g := range d.grads[1].Gradients() {
			g.Named(fmt.Sprintf("second.%d", i))
		}
		t.Export("First", dsl.Roots(d.grads[0].Gradients()...))
		t.Export("Second", dsl.Roots(d.grads[1].Gradients()...))
	})
	return d
}

// The gradient that the tape records and the one that the interpreter computes come from the same rules, so their bits agree: for each op, for its
// gradient's own gradient, for finite and special values.
func TestRecordedGradientIsBackward(t *testing.T) {
	everySample(t, func(t *testing.T, seed uint64, sample func(*sources) dsl.Value) {
		for _, special := range []bool{false, true} {
			d := newDifferentiated(t, seed, special, sample)
			closure(t, d, num.F32{})
			closure(t, d, num.F64{})
			closure(t, d, num.BF16{})
			closure(t, d, num.F16{})
		}
	})
}

func closure[E, W any](t *testing.T, d *differentiated, a num.Arithmetic[E, W]) {
	m := interp.New(d.net, a)
	p := m.Parameters()
	run, err := m.Run(p, d.labels)
	if err != nil {
		t.Fatal(err)
	}
	for order, e := range d.net.Entries() {
		entry, err := m.RunEntry(e, p, d.labels)
		if err != nil {
			t.Fatal(err)
		}
		computed := run.Backward(d.losses[order])
		for _, v := range d.numbers {
			want, err := computed.Of(v)
			if err != nil {
				t.Fatal(err)
			}
			recorded := d.grads[order].Of(v)
			what := fmt.Sprintf("%s: gradient of order %d by %s", a.Name(), order+1, d.net.Label(v.Index()))
			got, err := entry.Of(recorded)
			if err != nil {
				t.Fatal(err)
			}
			sameBits(t, a, what+", entry", got, want)
			if got, err = run.Of(recorded); err != nil {
				t.Fatal(err)
			}
			sameBits(t, a, what+", whole tape", got, want)
		}
	}
}

// The rules are derivatives: central differences approach them.
func TestGradientIsSlope(t *testing.T) {
	const h = 1e-5
	everySample(t, func(t *testing.T, seed uint64, sample func(*sources) dsl.Value) {
		d := newDifferentiated(t, seed, false, sample)
		m := interp.New(d.net, num.F64{})
		p := m.Parameters()
		run, err := m.Run(p, d.labels)
		if err != nil {
			t.Fatal(err)
		}
		for order, loss := range d.losses {
			at := func() float64 {
				run, err := m.RunEntry(dsl.Roots(loss), p, d.labels)
				if err != nil {
					t.Fatal(err)
				}
				l, err := run.Of(loss)
				if err != nil {
					t.Fatal(err)
				}
				return l[0]
			}
			for _, v := range d.numbers {
				grad, err := run.Backward(loss).Of(v)
				if err != nil {
					t.Fatal(err)
				}
				w, err := p.Of(v)
				if err != nil {
					t.Fatal(err)
				}
				for k, x := range w {
					w[k] = x + h
					above := at()
					w[k] = x - h
					below := at()
					w[k] = x
					if slope := (above - below) / (2 * h); math.Abs(slope-grad[k]) > 1e-5*(1+math.Abs(slope)) {
						t.Errorf("order %d, %s[%d]: gradient %v, slope %v", order+1, d.net.Label(v.Index()), k, grad[k], slope)
					}
				}
			}
		}
	})
}
