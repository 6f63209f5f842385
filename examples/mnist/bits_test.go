package main

import (
	"math"
	"runtime"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/examples/mnist/model"
	"github.com/topos-go/topos/generated/mnist"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/interp/grade"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/weights"
)

// Defaults of the flags that decide the parameters.
const (
	rate = 0.4
	seed = 1
)

// trail is what training leaves behind: the loss of each step and the parameters' digest after it.
type trail struct {
	losses  []float32
	digests []string
}

// compiled trains for some steps with the generated package.
func compiled(t *testing.T, set dataset.Set, steps int) (tr trail) {
	t.Helper()
	r, err := newTrainer(set, seed)
	if err != nil {
		t.Fatal(err)
	}
	for len(tr.losses) < steps {
		for loss, err := range r.epoch(rate) {
			if err != nil {
				t.Fatal(err)
			}
			tr.losses = append(tr.losses, loss)
			tr.digests = append(tr.digests, r.params.Digest())
			if len(tr.losses) == steps {
				break
			}
		}
	}
	return tr
}

// interpreted takes the same steps with the interpreter. The trainer only makes the batches.
func interpreted(t *testing.T, set dataset.Set, steps int) (tr trail) {
	t.Helper()
	net := grade.Record(t, model.Record, mnist.Tape)
	m := interp.New(net, num.F32{})
	p := m.Parameters()
	var entry *dsl.Entry
	for _, e := range net.Entries() {
		if e.Name == "Train" {
			entry = e
		}
	}
	input := map[string]dsl.Value{}
	for i, wanted := range net.Ancestors(entry.Wanted()...) {
		switch n := net.Node(i); n.Op.(type) {
		case op.Input, op.Labels:
			if wanted {
				input[n.Name] = net.Value(i)
			}
		}
	}
	r, err := newTrainer(set, seed)
	if err != nil {
		t.Fatal(err)
	}
	for len(tr.losses) < steps {
		r.stream.Shuffle(r.order)
		for step := range min(r.steps(), steps-len(tr.losses)) {
			r.fill(step)
			run, err := m.RunEntry(entry, p, interp.Feeds[float32]{input["x"]: r.x, input["rate"]: {rate}}, interp.Labels{input["y"]: r.y})
			if err != nil {
				t.Fatal(err)
			}
			loss, err := run.Of(entry.Roots()[0])
			if err != nil {
				t.Fatal(err)
			}
			tr.losses = append(tr.losses, loss[0])
			tr.digests = append(tr.digests, weights.Digest(p))
		}
	}
	return tr
}

// follows wants the same bits as another trail, as far as this one goes.
func (tr trail) follows(t *testing.T, other trail) {
	t.Helper()
	for i := range tr.losses {
		if math.Float32bits(tr.losses[i]) != math.Float32bits(other.losses[i]) || tr.digests[i] != other.digests[i] {
			t.Fatalf("step %d: loss %v, parameters %s; want %v, %s", i+1, tr.losses[i], tr.digests[i], other.losses[i], other.digests[i])
		}
	}
}

// TestInterpreter trains for 100 steps in both ways, on one core and on two. Lower tiers than the best take fewer steps.
func TestInterpreter(t *testing.T) {
	steps := 100
	var set dataset.Set
	if testing.Short() {
		steps, set = 3, open(t, drawn(t)).Train
	} else {
		set = genuine(t).Train
	}
	want := interpreted(t, set, steps)
	for _, tier := range kernel.Tiers() {
		taken := steps
		if tier < kernel.Level() {
			taken = min(steps, 10)
		}
		for _, cores := range []int{1, 2} {
			t.Run(tier.String(), func(t *testing.T) {
				defer kernel.Force(tier)()
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				compiled(t, set, taken).follows(t, want)
			})
		}
	}
}

// TestPinned holds the bits still that training leaves behind, on every platform. They change with the recording, the numerics, or the defaults.
func TestPinned(t *testing.T) {
	for _, c := range []struct {
		name   string
		set    func(*testing.T) dataset.Set
		steps  int
		loss   uint32
		digest string
	}{
		{"drawn", func(t *testing.T) dataset.Set { return open(t, drawn(t)).Train }, 12, 0x3c9e3fb4, "43c3950aa58c17b5"},
		{"genuine", func(t *testing.T) dataset.Set { return genuine(t).Train }, 20, 0x3fde51c2, "5ebdd1f0d50639a1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := c.set(t)
			for _, tier := range kernel.Tiers() {
				t.Run(tier.String(), func(t *testing.T) {
					defer kernel.Force(tier)()
					got := compiled(t, set, c.steps)
					if loss := math.Float32bits(got.losses[c.steps-1]); loss != c.loss || got.digests[c.steps-1] != c.digest {
						t.Errorf("after %d steps: loss %#08x, parameters %s; want %#08x, %s", c.steps, loss, got.digests[c.steps-1], c.loss, c.digest)
					}
				})
			}
		})
	}
}
