// Package grade compares compiled entries with the interpreter, bit for bit. The tests of generated packages are written with it.
package grade

import (
	"math"
	"os"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/weights"
)

// Float is an element that compiled code computes with.
type Float interface{ float32 | float64 }

// Record records the network again and wants the digest that was compiled.
func Record(t testing.TB, recording func(*dsl.Tape), digest string) *dsl.Network {
	t.Helper()
	net, err := dsl.Record(recording)
	if err != nil {
		t.Fatal(err)
	}
	if got := net.Digest(); got != digest {
		t.Fatalf("the recording has changed since this package was generated: its digest is %s, not %s; run go generate", got, digest)
	}
	return net
}

// Tape reads the network that a package was generated from, where that was a .tape file, and wants the digest that was compiled.
func Tape(t testing.TB, path, digest string) *dsl.Network {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	net, err := dsl.ReadText(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if got := net.Digest(); got != digest {
		t.Fatalf("%s is not what this package was generated from: its digest is %s, not %s; run toposgen", path, got, digest)
	}
	return net
}

// Case is one round of data with the interpreter's answer.
type Case[E Float] struct {
	testing.TB
	entry   *dsl.Entry
	net     *dsl.Network
	fed     map[string][]E
	labels  map[string][]int32
	slots   map[string][]E // before the run
	results map[string][]E
	chosen  map[string][]int32
	after   *interp.Parameters[E, E]
}

// Entry runs subject on every tier of this machine and several rounds of data: ordinary numbers, mixed magnitudes, special values.
func Entry[E Float](t *testing.T, net *dsl.Network, name string, rows int, subject func(c *Case[E])) {
	t.Helper()
	var entry *dsl.Entry
	for _, e := range net.Entries() {
		if e.Name == name && e.Rows() == rows {
			entry = e
		}
	}
	if entry == nil {
		t.Fatalf("no entry %s with bucket %d is exported", name, rows)
	}
	for _, round := range rounds {
		t.Run(round.name, func(t *testing.T) {
			c := &Case[E]{TB: t, entry: entry, net: net}
			c.answer(round)
			for _, tier := range kernel.Tiers() {
				t.Run(tier.String(), func(t *testing.T) {
					defer kernel.Force(tier)()
					c.TB = t
					subject(c)
				})
			}
		})
	}
}

// answer draws the data of a round and runs the interpreter on it.
func (c *Case[E]) answer(r round) {
	switch own := any(c).(type) {
	case *Case[float32]:
		solve(own, num.F32{}, r)
	case *Case[float64]:
		solve(own, num.F64{}, r)
	}
}

func solve[E Float](c *Case[E], a num.Arithmetic[E, E], r round) {
	m := interp.New(c.net, a)
	c.after = m.Parameters()
	c.fed, c.labels, c.slots = map[string][]E{}, map[string][]int32{}, map[string][]E{}
	d := newDraw(r)
	feeds, labels := interp.Feeds[E]{}, interp.Labels{}
	for _, i := range c.net.Slots() {
		list := c.slot(i)
		fill(d, list)
		c.slots[c.net.Node(i).Name] = append([]E(nil), list...)
	}
	for i, marked := range c.net.Ancestors(c.entry.Wanted()...) {
		n := c.net.Node(i)
		if !marked {
			continue
		}
		switch n.Op.(type) {
		case op.Input:
			list := make([]E, n.Type.Shape.Volume())
			fill(d, list)
			c.fed[n.Name], feeds[c.net.Value(i)] = list, list
		case op.Labels:
			list := make([]int32, n.Type.Positions())
			for k := range list {
				list[k] = int32(d.IntN(n.Type.Classes()))
			}
			c.labels[n.Name], labels[c.net.Value(i)] = list, list
		}
	}
	run, err := m.RunEntry(c.entry, c.after, feeds, labels)
	if err != nil {
		c.Fatal(err)
	}
	c.results, c.chosen = map[string][]E{}, map[string][]int32{}
	for _, i := range c.entry.Readable() {
		n, v := c.net.Node(i), c.net.Value(i)
		switch {
		case n.Type.Kind == op.Selection:
			c.chosen[n.Name], err = run.Selected(v)
		case n.Type.Precision == op.Wide:
			c.results[n.Name], err = run.Wide(v)
		default:
			c.results[n.Name], err = run.Of(v)
		}
		if err != nil {
			c.Fatal(err)
		}
	}
}

// slot is the interpreter's list of a slot.
func (c *Case[E]) slot(i int) []E {
	read := c.after.Of
	if c.net.Node(i).Type.Precision == op.Wide {
		read = c.after.Wide
	}
	list, err := read(c.net.Value(i))
	if err != nil {
		c.Fatal(err)
	}
	return list
}

// Load fills a table with the slots of this round.
func (c *Case[E]) Load(tables ...weights.Table) {
	for _, table := range tables {
		for _, x := range table.Tensors() {
			copy(payload[E](x), c.slots[x.Name])
		}
	}
}

func payload[E Float](x weights.Tensor) []E {
	if list, ok := any(x.F32).([]E); ok {
		return list
	}
	return any(x.F64).([]E)
}

// Input is the numbers of an input.
func (c *Case[E]) Input(name string) []E { return c.fed[name] }

// Scalar is the number of a scalar input.
func (c *Case[E]) Scalar(name string) E { return c.fed[name][0] }

// Labels is the class indices of an input.
func (c *Case[E]) Labels(name string) []int32 { return c.labels[name] }

// Equal wants the interpreter's bits of a result.
func (c *Case[E]) Equal(name string, got ...E) {
	c.Helper()
	c.same(name, got, c.results[name])
}

// Chosen wants the interpreter's indices of a selection.
func (c *Case[E]) Chosen(name string, got []int32) {
	c.Helper()
	for i, want := range c.chosen[name] {
		if i >= len(got) || got[i] != want {
			c.Fatalf("%s[%d] differs: %v, want %v", name, i, got, c.chosen[name])
		}
	}
}

// EqualSlots wants the interpreter's bits in all slots after the run.
func (c *Case[E]) EqualSlots(tables ...weights.Table) {
	c.Helper()
	for _, table := range tables {
		for _, x := range table.Tensors() {
			for _, i := range c.net.Slots() {
				if c.net.Node(i).Name == x.Name {
					c.same(x.Name, payload[E](x), c.slot(i))
				}
			}
		}
	}
}

func (c *Case[E]) same(name string, got, want []E) {
	c.Helper()
	if len(got) != len(want) {
		c.Fatalf("%s has %d elements, want %d", name, len(got), len(want))
	}
	differ, first := 0, -1
	for i := range want {
		if bits(got[i]) != bits(want[i]) {
			if first < 0 {
				first = i
			}
			differ++
		}
	}
	if differ > 0 {
		c.Fatalf("%s: %d of %d elements differ; first [%d] = %v (%#x), want %v (%#x)",
			name, differ, len(want), first, got[first], bits(got[first]), want[first], bits(want[first]))
	}
}

// NoAllocation wants a call to allocate nothing.
func (c *Case[E]) NoAllocation(call func()) {
	c.Helper()
	if n := testing.AllocsPerRun(5, call); n != 0 {
		c.Fatalf("%v allocations per run, want 0", n)
	}
}

func bits[E Float](v E) uint64 {
	switch v := any(v).(type) {
	case float32:
		return uint64(math.Float32bits(v))
	case float64:
		return math.Float64bits(v)
	}
	return 0
}

// Same wants equal bits of two results of compiled code.
func Same[E Float](t testing.TB, what string, got, want []E) {
	t.Helper()
	(&Case[E]{TB: t}).same(what, got, want)
}
