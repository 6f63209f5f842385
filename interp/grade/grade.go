// Package grade compares compiled entries with the interpreter, bit for bit. The tests of generated packages are written with it.
package grade

import (
	"os"
	"reflect"
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
	net, err := dsl.ReadText(path, file)
	if err != nil {
		t.Fatal(err)
	}
	if got := net.Digest(); got != digest {
		t.Fatalf("%s is not what this package was generated from: its digest is %s, not %s; run toposgen", path, got, digest)
	}
	return net
}

// CaseOver is one round of data with the interpreter's answer.
type CaseOver[E, W any] struct {
	testing.TB
	a       num.Arithmetic[E, W]
	stored  Storage
	entry   *dsl.Entry
	net     *dsl.Network
	fed     map[string][]E
	wide    map[string][]W
	labels  map[string][]int32
	results map[string][]E
	wides   map[string][]W
	chosen  map[string][]int32
	before  map[string]any // slots, as the package stores them
	after   map[string]any
}

// Case is a case of an element that is its own accumulator, as float32 and float64 are.
type Case[E Float] = CaseOver[E, E]

// Entry runs subject on every tier of this machine and several rounds of data: ordinary numbers, mixed magnitudes, special values.
func Entry[E Float](t *testing.T, net *dsl.Network, name string, rows int, subject func(c *Case[E])) {
	t.Helper()
	switch subject := any(subject).(type) {
	case func(*Case[float32]):
		EntryOver(t, net, name, rows, num.F32{}, Stored(num.F32{}), subject)
	case func(*Case[float64]):
		EntryOver(t, net, name, rows, num.F64{}, Stored(num.F64{}), subject)
	}
}

// EntryOver is Entry for an entry of any element, in a package that stores its slots in the same or another one.
func EntryOver[E, W any](t *testing.T, net *dsl.Network, name string, rows int, a num.Arithmetic[E, W], stored Storage, subject func(c *CaseOver[E, W])) {
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
			c := &CaseOver[E, W]{TB: t, a: a, stored: stored, entry: entry, net: net}
			c.solve(round)
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

// solve draws the data of a round and runs the interpreter on it.
func (c *CaseOver[E, W]) solve(r round) {
	d := newDraw(r)
	slots := c.stored.draw(c.net, d)
	c.before = payloads(slots)
	m := interp.New(c.net, c.a)
	p, converted := slots.(*interp.Parameters[E, W])
	if !converted {
		var err error
		if p, err = m.Convert(slots); err != nil {
			c.Fatal(err)
		}
	}
	c.draw(d)
	feeds, wides, labels := interp.Feeds[E]{}, interp.Feeds[W]{}, interp.Labels{}
	for i, marked := range c.net.Ancestors(c.entry.Wanted()...) {
		n, v := c.net.Node(i), c.net.Value(i)
		switch n.Op.(type) {
		case op.Input:
			switch {
			case !marked:
			case n.Type.Precision == op.Wide:
				wides[v] = c.wide[n.Name]
			default:
				feeds[v] = c.fed[n.Name]
			}
		case op.Labels:
			if marked {
				labels[v] = c.labels[n.Name]
			}
		}
	}
	run, err := m.RunEntry(c.entry, p, feeds, wides, labels)
	if err != nil {
		c.Fatal(err)
	}
	c.after = payloads(slots)
	c.results, c.wides, c.chosen = map[string][]E{}, map[string][]W{}, map[string][]int32{}
	for _, i := range c.entry.Readable() {
		n, v := c.net.Node(i), c.net.Value(i)
		switch {
		case n.Type.Kind == op.Selection:
			c.chosen[n.Name], err = run.Selected(v)
		case n.Type.Precision == op.Wide:
			c.wides[n.Name], err = run.Wide(v)
		default:
			c.results[n.Name], err = run.Of(v)
		}
		if err != nil {
			c.Fatal(err)
		}
	}
}

// draw draws the inputs of the entry.
func (c *CaseOver[E, W]) draw(d draw) {
	c.fed, c.wide, c.labels = map[string][]E{}, map[string][]W{}, map[string][]int32{}
	for i, marked := range c.net.Ancestors(c.entry.Wanted()...) {
		n := c.net.Node(i)
		if !marked {
			continue
		}
		switch n.Op.(type) {
		case op.Input:
			if n.Type.Precision == op.Wide {
				c.wide[n.Name] = numbers(d, n.Type.Shape.Volume(), c.a.Wide())
			} else {
				c.fed[n.Name] = numbers(d, n.Type.Shape.Volume(), c.a)
			}
		case op.Labels:
			list := make([]int32, n.Type.Positions())
			for k := range list {
				list[k] = int32(d.IntN(n.Type.Classes()))
			}
			c.labels[n.Name] = list
		}
	}
}

// Load fills a table with the slots of this round.
func (c *CaseOver[E, W]) Load(tables ...weights.Table) {
	for _, table := range tables {
		for _, x := range table.Tensors() {
			reflect.Copy(reflect.ValueOf(x.Payload()), reflect.ValueOf(c.before[x.Name]))
		}
		weights.Written(table)
	}
}

// Input is the numbers of an input.
func (c *CaseOver[E, W]) Input(name string) []E { return either(c.fed[name], c.wide[name]) }

// InputWide is the numbers of a wide input.
func (c *CaseOver[E, W]) InputWide(name string) []W { return c.wide[name] }

// Scalar is the number of a scalar input.
func (c *CaseOver[E, W]) Scalar(name string) E { return c.Input(name)[0] }

// ScalarWide is the number of a wide scalar input.
func (c *CaseOver[E, W]) ScalarWide(name string) W { return c.wide[name][0] }

// Labels is the class indices of an input.
func (c *CaseOver[E, W]) Labels(name string) []int32 { return c.labels[name] }

// Equal wants the interpreter's bits of a result.
func (c *CaseOver[E, W]) Equal(name string, got ...E) {
	c.Helper()
	Same(c, name, got, either(c.results[name], c.wides[name]))
}

// EqualWide wants the interpreter's bits of a wide result.
func (c *CaseOver[E, W]) EqualWide(name string, got ...W) {
	c.Helper()
	Same(c, name, got, c.wides[name])
}

// Chosen wants the interpreter's indices of a selection.
func (c *CaseOver[E, W]) Chosen(name string, got []int32) {
	c.Helper()
	for i, want := range c.chosen[name] {
		if i >= len(got) || got[i] != want {
			c.Fatalf("%s[%d] differs: %v, want %v", name, i, got, c.chosen[name])
		}
	}
}

// EqualSlots wants the interpreter's bits in all slots after the run.
func (c *CaseOver[E, W]) EqualSlots(tables ...weights.Table) {
	c.Helper()
	for _, table := range tables {
		for _, x := range table.Tensors() {
			same(c, x.Name, reflect.ValueOf(x.Payload()), reflect.ValueOf(c.after[x.Name]))
		}
	}
}

// NoAllocation wants a call to allocate nothing.
func (c *CaseOver[E, W]) NoAllocation(call func()) {
	c.Helper()
	if n := testing.AllocsPerRun(5, call); n != 0 {
		c.Fatalf("%v allocations per run, want 0", n)
	}
}
