package interp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// moved is a sample whose parameters move, with all that is recorded of it: how the output moves, and how the gradient of its weighted sum does.
type moved struct {
	net                      *dsl.Network
	output, loss, slope      dsl.Value // slope: the recorded tangent of the output
	tangents                 []forward.Tangent
	gradients                dsl.Adjoints
	products, forwardOverFwd []dsl.Value // Hessian times direction; the loss's tangent, moved again
	*sources
}

func newMoved(tb testing.TB, seed uint64, special bool, sample func(*sources) dsl.Value) *moved {
	d := &moved{sources: &sources{r: rand.New(rand.NewPCG(seed, 0)), special: special, labels: interp.Labels{}}}
	d.net = record(tb, func(t *dsl.Tape) {
		d.t = t
		d.output = sample(d.sources)
		moving := append([]dsl.Value{}, d.numbers...)
		weights := d.parameter(func() float64 { return 1 + d.r.Float64() }, d.output.Shape())
		d.loss = d.output.Mul(weights).Mul(d.output).Sum()
		for _, v := range moving {
			d.tangents = append(d.tangents, forward.Tangent{Of: v, Along: d.parameter(d.r.NormFloat64, v.Shape())})
		}
		d.gradients = t.Differentiate(d.loss, moving...)
		d.slope = forward.Jvp(t, []dsl.Value{d.output}, d.tangents)[0]
		d.products = forward.Hvp(t, d.loss, d.tangents)
		lossSlope := forward.Jvp(t, []dsl.Value{d.loss}, d.tangents)
		d.forwardOverFwd = forward.Jvp(t, lossSlope, d.tangents)
	})
	return d
}

// Tangents that the tape records and those that pairs over the interpreter's rules compute come from the same rules, so their bits agree: for each op and
// composite, for finite and special values; so do the Hessian's products, whose eager form is the reverse scan over pairs.
func TestRecordedTangentsAreComputed(t *testing.T) {
	everySample(t, func(t *testing.T, seed uint64, sample func(*sources) dsl.Value) {
		for _, special := range []bool{false, true} {
			d := newMoved(t, seed, special, sample)
			computedTangents(t, d, num.F32{})
			computedTangents(t, d, num.F64{})
			computedTangents(t, d, num.BF16{})
			computedTangents(t, d, num.F16{})
		}
	})
}

func computedTangents[E, W any](t *testing.T, d *moved, a num.Arithmetic[E, W]) {
	t.Helper()
	m := interp.New(d.net, a)
	run, err := m.Run(m.Parameters(), d.labels)
	if err != nil {
		t.Fatal(err)
	}
	r := run.Rules()
	along := map[op.Ref]op.Ref{}
	for _, tangent := range d.tangents {
		along[tangent.Of.Ref()] = tangent.Along.Ref()
	}
	pairs := forward.Along(r, d.net.Graph(), along)
	compare := func(what string, tangent op.Ref, recorded dsl.Value) {
		t.Helper()
		want, err := run.Of(recorded)
		if err != nil {
			t.Fatal(err)
		}
		if tangent == op.None {
			tangent = r.Fill(0, recorded.Ref())
		}
		got, err := r.Values(tangent)
		if err != nil {
			t.Fatal(err)
		}
		sameBits(t, a, a.Name()+": "+what, got, want)
	}
	compare("tangent", pairs.Tangent(d.output.Ref()), d.slope)
	loss := d.loss.Ref()
	cotangents := op.Reverse(pairs, d.net.Graph(), loss, pairs.Fill(1, loss), func(op.Ref, op.Ref, op.Ref) {})
	for i, tangent := range d.tangents {
		compare(fmt.Sprint("product ", i), pairs.Tangent(cotangents[tangent.Of.Ref()]), d.products[i])
	}
}

// Tangents are slopes: central differences approach them; and they are the derivative that the gradient transposes.
func TestTangentIsSlope(t *testing.T) {
	const h = 1e-5
	everySample(t, func(t *testing.T, seed uint64, sample func(*sources) dsl.Value) {
		d := newMoved(t, seed, false, sample)
		m := interp.New(d.net, num.F64{})
		p := m.Parameters()
		at := func(step float64, v dsl.Value) []float64 {
			moved := p.Clone()
			for _, tangent := range d.tangents {
				w, _ := moved.Of(tangent.Of)
				along, _ := p.Of(tangent.Along)
				for k := range w {
					w[k] += step * along[k]
				}
			}
			return read(t, m, moved, d.labels, v)
		}
		above, below := at(h, d.output), at(-h, d.output)
		for k, slope := range at(0, d.slope) {
			if difference := (above[k] - below[k]) / (2 * h); math.Abs(slope-difference) > 1e-8*(1+math.Abs(slope)) {
				t.Errorf("element %d: tangent %v, difference %v", k, slope, difference)
			}
		}
		for i, product := range d.products {
			above, below := at(h, d.gradients.Gradients()[i]), at(-h, d.gradients.Gradients()[i])
			for k, x := range at(0, product) {
				if difference := (above[k] - below[k]) / (2 * h); math.Abs(x-difference) > 1e-7*(1+math.Abs(x)) {
					t.Errorf("product %d[%d]: %v, difference %v", i, k, x, difference)
				}
			}
		}
		// The direction times the Hessian times the direction, by both orders of modes.
		curvature, want := at(0, d.forwardOverFwd[0])[0], 0.0
		for i, tangent := range d.tangents {
			along, _ := p.Of(tangent.Along)
			for k, x := range at(0, d.products[i]) {
				want += x * along[k]
			}
		}
		if math.Abs(curvature-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("curvature %v by forward over forward, %v by forward over reverse", curvature, want)
		}
	})
}
