package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// counter is a tape with every kind of source: an entry that reads and writes states, and one that reads an input alone.
type counter struct {
	net                             *dsl.Network
	m                               *interp.Interpreter[float32, float32]
	w, a, b, x, rate, y             dsl.Value
	scaled, hidden, chosen, doubled dsl.Value
	swap, double                    *dsl.Entry
}

func newCounter(tb testing.TB) *counter {
	var c counter
	c.net = record(tb, func(t *dsl.Tape) {
		c.w = t.Parameter("w", dsl.Values(1, 2), 2)
		c.a, c.b = t.State("a", dsl.Values(3, 4), 2), t.State("b", dsl.Values(5, 6), 2)
		c.x, c.rate = t.Input("x", 2), t.Scalar("rate").Default(dsl.Const(2))
		c.y = t.Labels("y", 2, 10)
		c.hidden = c.x.Mul(c.rate.Broadcast(2)).Named("hidden")
		c.scaled = c.hidden.Add(c.a).Named("scaled")
		c.chosen = c.hidden.ArgMax(0).Named("chosen")
		c.doubled = c.x.Add(c.x).Named("doubled")
		t.Leaf(dsl.Const(1), 2, 10).TakeAlong(c.y, 1).Named("taken")
		t.Export("Swap", dsl.Roots(c.scaled, c.chosen).Assign(c.a, c.b).Assign(c.b, c.a).Assign(c.w, c.scaled))
		t.Export("Double", dsl.Roots(c.doubled))
	})
	c.m = interp.New(c.net, num.F32{})
	c.swap, c.double = c.net.Entries()[0], c.net.Entries()[1]
	return &c
}

// table prints the parameters.
func (c *counter) table(p *interp.Parameters[float32, float32]) string {
	var text []string
	for _, v := range []dsl.Value{c.w, c.a, c.b} {
		list, _ := p.Of(v)
		text = append(text, fmt.Sprint(list))
	}
	return strings.Join(text, " ")
}

func TestRunEntryCommitsTogether(t *testing.T) {
	c := newCounter(t)
	p := c.m.Parameters()
	own, err := p.Of(c.a)
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.m.RunEntry(c.swap, p, interp.Feeds[float32]{c.x: {7, 8}})
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := run.Of(c.scaled)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "scaled", scaled, []float32{17, 20})
	chosen, err := run.Selected(c.chosen)
	if err != nil || fmt.Sprint(chosen) != "[1]" {
		t.Errorf("chosen: %v %v", chosen, err)
	}
	if got, want := c.table(p), "[17 20] [5 6] [3 4]"; got != want {
		t.Errorf("after the run: got %s, want %s", got, want)
	}
	bits(t, "the list that the table gave out before the run", own, []float32{5, 6})
}

// Every value of the whole tape that the inputs allow is there, and nothing is committed.
func TestRunComputesWhatInputsAllow(t *testing.T) {
	c := newCounter(t)
	p := c.m.Parameters()
	run, err := c.m.Run(p, interp.Feeds[float32]{c.x: {7, 8}, c.rate: {0.5}})
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := run.Of(c.hidden)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "hidden", hidden, []float32{3.5, 4})
	if got, want := c.table(p), "[1 2] [3 4] [5 6]"; got != want {
		t.Errorf("after the run: got %s, want %s", got, want)
	}
}

// A run keeps what it read, whatever its caller does to the lists.
func TestRunOwnsItsValues(t *testing.T) {
	c := newCounter(t)
	p := c.m.Parameters()
	fed := []float32{7, 8}
	run, err := c.m.Run(p, interp.Feeds[float32]{c.x: fed})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := p.Of(c.a)
	read, _ := run.Of(c.scaled)
	a[0], fed[0], read[0] = -1, -1, -1
	for v, want := range map[dsl.Value][]float32{c.x: {7, 8}, c.a: {3, 4}, c.scaled: {17, 20}} {
		got, err := run.Of(v)
		if err != nil {
			t.Fatal(err)
		}
		bits(t, c.net.Label(v.Index()), got, want)
	}
}

// Leaves alone need neither parameters nor an export.
func TestEntryOfLeaves(t *testing.T) {
	var sum dsl.Value
	net := record(t, func(t *dsl.Tape) {
		t.Parameter("w", dsl.Const(0), 3)
		sum = t.Leaf(dsl.Values(1, 2, 3), 3).Sum()
	})
	run, err := interp.New(net, num.F64{}).RunEntry(dsl.Roots(sum), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Of(sum)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "sum", got, []float64{6})
}

func TestErrors(t *testing.T) {
	c, other := newCounter(t), newCounter(t)
	type feeds = interp.Feeds[float32]
	x := feeds{c.x: {7, 8}}
	run := func(feeders ...interp.Feeder) error {
		_, err := c.m.Run(c.m.Parameters(), feeders...)
		return err
	}
	entry := func(e *dsl.Entry, p *interp.Parameters[float32, float32], feeders ...interp.Feeder) error {
		_, err := c.m.RunEntry(e, p, feeders...)
		return err
	}
	whole, err := c.m.Run(c.m.Parameters(), x)
	if err != nil {
		t.Fatal(err)
	}
	part, err := c.m.RunEntry(c.swap, c.m.Parameters(), x)
	if err != nil {
		t.Fatal(err)
	}
	of := func(r *interp.Run[float32, float32], v dsl.Value) error { _, err := r.Of(v); return err }
	selected := func(r *interp.Run[float32, float32], v dsl.Value) error { _, err := r.Selected(v); return err }
	gradient := func(r *interp.Run[float32, float32], target, by dsl.Value) error {
		_, err := r.Backward(target).Of(by)
		return err
	}
	slot := func(v dsl.Value) error { _, err := c.m.Parameters().Of(v); return err }
	step := func(p *interp.Parameters[float32, float32], g *interp.Gradients[float32, float32]) error {
		_, err := p.Step(g, func(w, g float32) float32 { return w - g })
		return err
	}

	for _, test := range []struct {
		name string
		err  error
		at   dsl.Value // whose line begins the message; the zero Value where there is none
		want string
	}{
		{"not an input", run(feeds{c.w: {1, 2}}), c.w, "Run: only inputs can be fed, but w was recorded by Parameter\n\tfix: leave it out, or record an Input"},
		{"short", run(feeds{c.x: {7}}), c.x, "Run: x [2] was fed 1 elements, want 2\n\tfix: feed all 2, row-major"},
		{"nil", run(feeds{c.x: nil}), c.x, "Run: x [2] was fed 0 elements, want 2\n\tfix: feed all 2, row-major"},
		{"other element", run(interp.Feeds[float64]{c.x: {7, 8}}), c.x, "Run: x holds f32 numbers, but was fed []float64\n\tfix: feed x by interp.Feeds[float32]"},
		{"labels for numbers", run(interp.Labels{c.x: {7, 8}}), c.x, "Run: x holds f32 numbers, but was fed []int32\n\tfix: feed x by interp.Feeds[float32]"},
		{"numbers for labels", run(feeds{c.y: {7, 8}}), c.y, "Run: y holds class indices, but was fed []float32\n\tfix: feed y by interp.Labels"},
		{"label range", run(interp.Labels{c.y: {9, 12}}), c.y, "Run: y[1] = 12, want 0..9\n\tfix: feed class indices, counted from 0"},
		{"negative label", run(interp.Labels{c.y: {-1, 2}}), c.y, "Run: y[0] = -1, want 0..9\n\tfix: feed class indices, counted from 0"},
		{"few labels", run(interp.Labels{c.y: {1}}), c.y, "Run: y [2, 10] was fed 1 elements, want 2\n\tfix: feed all 2, row-major"},
		{"twice", run(x, x), c.x, "Run: x was fed twice\n\tfix: feed it once"},
		{"earliest of several", run(feeds{c.x: {1}, c.w: {1}}), c.w, "Run: only inputs can be fed, but w was recorded by Parameter\n\tfix: leave it out, or record an Input"},
		{"foreign value", run(feeds{other.x: {7, 8}}), dsl.Value{}, "Run: the value belongs to no node of this network\n\tfix: use a value that was recorded on its tape"},
		{"zero value", run(feeds{{}: {7, 8}}), dsl.Value{}, "Run: the value belongs to no node of this network\n\tfix: use a value that was recorded on its tape"},
		{"foreign parameters", entry(c.swap, other.m.Parameters(), x), dsl.Value{}, "RunEntry: the parameters belong to another network\n\tfix: take them from this network's Parameters, or use Carried"},
		{"no parameters to assign", entry(c.swap, nil, x), dsl.Value{}, "RunEntry: no parameters were given, but Swap assigns\n\tfix: pass the interpreter's Parameters"},
		{"no parameters to read", entry(dsl.Roots(c.scaled), nil, x), c.a, "RunEntry: a is read, but no parameters were given\n\tfix: pass the interpreter's Parameters"},
		{"missing", entry(c.swap, c.m.Parameters()), c.x, "RunEntry: x [2] was not fed and has no default\n\tfix: feed it, or record a Default"},
		{"foreign entry", entry(other.double, nil), dsl.Value{}, "RunEntry: the value belongs to no node of this network\n\tfix: use a value that was recorded on its tape"},
		{"no entry", entry(nil, nil), dsl.Value{}, "RunEntry: no entry was given\n\tfix: take one from the network's Entries"},
		{"assigns unchecked", entry(dsl.Roots(c.x).Assign(c.w, c.x), nil), dsl.Value{}, "RunEntry: the entry assigns slots but was not exported\n\tfix: export it while recording"},

		{"read of a missing input", of(whole, c.net.Value(c.y.Index())), c.y, "Run: y [2, 10] was not fed\n\tfix: feed it"},
		{"read behind a missing input", of(whole, taken(c.net)), c.y, "Run: y [2, 10] was not fed\n\tfix: feed it"},
		{"undeclared", of(part, c.hidden), c.hidden, "Of: hidden is not among what the entry Swap declares\n\tfix: add it to the entry with Observe"},
		{"foreign read", of(whole, other.x), dsl.Value{}, "Of: the value belongs to no node of this network\n\tfix: use a value that was recorded on its tape"},
		{"numbers as selection", selected(whole, c.x), c.x, "Selected: x is a number, not a selection\n\tfix: read it by Of"},

		{"backward of an entry", gradient(part, c.scaled, c.w), dsl.Value{}, "Backward: the run of the entry Swap keeps only what it declares\n\tfix: declare the entry with Backward, use Run, or record the gradient with Differentiate"},
		{"backward of a vector", gradient(whole, c.scaled, c.w), c.scaled, "Backward: scaled [2] is not a scalar\n\tfix: reduce it with Sum first"},
		{"backward of a selection", gradient(whole, c.chosen, c.w), c.chosen, "Backward: chosen is a selection, not a number\n\tfix: differentiate numbers"},
		{"gradient by a selection", gradient(whole, c.rate, c.chosen), c.chosen, "Of: chosen is a selection, which has no gradient\n\tfix: ask for the gradient by numbers"},
		{"not a slot", slot(c.x), c.x, "Of: x was recorded by Input\n\tfix: ask for a Parameter or a State"},
		{"step by an error", step(c.m.Parameters(), whole.Backward(c.scaled)), c.scaled, "Backward: scaled [2] is not a scalar\n\tfix: reduce it with Sum first"},
		{"step by another network", step(other.m.Parameters(), whole.Backward(c.rate)), dsl.Value{}, "Step: the two belong to different networks\n\tfix: take both from one network, or use Carried"},
	} {
		want := test.want
		if test.at != (dsl.Value{}) {
			want = c.net.Node(test.at.Index()).Source.At.String() + ": " + want
		}
		if test.err == nil || test.err.Error() != want {
			t.Errorf("%s: got\n%v\nwant\n%s", test.name, test.err, want)
		}
	}
}

// taken is the value of that name.
func taken(net *dsl.Network) dsl.Value {
	all := make([]bool, net.Len())
	for i := range all {
		all[i] = true
	}
	i, err := net.Named("taken", all)
	if err != nil {
		panic(err)
	}
	return net.Value(i)
}

// An entry that fails leaves the parameters as they were.
func TestFailedEntryChangesNothing(t *testing.T) {
	c := newCounter(t)
	p := c.m.Parameters()
	if _, err := c.m.RunEntry(c.swap, p); err == nil {
		t.Fatal("no error without x")
	}
	if got, want := c.table(p), "[1 2] [3 4] [5 6]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
