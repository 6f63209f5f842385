package interp_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// table is a network of a parameter, a state and a scalar over both, and the run of it.
type table struct {
	net            *dsl.Network
	w, state, loss dsl.Value
	m              *interp.Interpreter[float64, float64]
	p              *interp.Parameters[float64, float64]
	run            *interp.Run[float64, float64]
}

func newTable(tb testing.TB) *table {
	var c table
	c.net = record(tb, func(t *dsl.Tape) {
		c.w, c.state = t.Parameter("w", dsl.Values(1, 2), 2), t.State("state", dsl.Values(3, 4), 2)
		c.loss = c.w.Mul(c.state).Sum().Named("loss")
	})
	c.m = interp.New(c.net, num.F64{})
	c.p = c.m.Parameters()
	var err error
	if c.run, err = c.m.Run(c.p); err != nil {
		tb.Fatal(err)
	}
	return &c
}

// Fields and parameters are vectors: what is made of them is new, and they stay.
func TestAlgebra(t *testing.T) {
	c := newTable(t)
	type field = *interp.Field[float64, float64]
	gradients := c.run.Backward(c.loss)
	slots, err := gradients.Parameters()
	if err != nil {
		t.Fatal(err)
	}
	stepped, err := c.p.Step(slots.Scale(0.5), func(w, g float64) float64 { return w - g })
	if err != nil {
		t.Fatal(err)
	}
	order := ""
	each, err := c.p.StepEach(gradients, func(v dsl.Value, w, g float64) float64 {
		order += c.net.Label(v.Index()) + " "
		return w * g
	})
	if err != nil || order != "w w " {
		t.Errorf("StepEach: %q, %v", order, err)
	}
	for name, test := range map[string]struct {
		f        field
		w, state []float64
	}{
		"Map":             {c.p.Map(func(x float64) float64 { return x * x }), []float64{1, 4}, []float64{9, 16}},
		"Zip":             {c.p.Zip(gradients, func(x, y float64) float64 { return 10*x + y }), []float64{13, 24}, []float64{31, 42}},
		"Scale":           {gradients.Scale(2), []float64{6, 8}, []float64{2, 4}},
		"Add":             {gradients.Add(c.run.Field()), []float64{4, 6}, []float64{4, 6}},
		"Parameters":      {slots, []float64{3, 4}, []float64{1, 2}},
		"Step":            {stepped, []float64{-0.5, 0}, []float64{3, 4}},
		"StepEach":        {each, []float64{3, 8}, []float64{3, 4}},
		"the table stays": {c.p, []float64{1, 2}, []float64{3, 4}},
		"gradients stay":  {gradients, []float64{3, 4}, []float64{1, 2}},
	} {
		for v, want := range map[dsl.Value][]float64{c.w: test.w, c.state: test.state} {
			got, err := test.f.Of(v)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			bits(t, name+" of "+c.net.Label(v.Index()), got, want)
		}
	}
	// A field of a run covers what it computed; a table its slots alone.
	loss, err := c.run.Field().Scale(2).Of(c.loss)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "twice the loss", loss, []float64{22})
	mapped, _ := c.p.Map(func(x float64) float64 { return x }).Of(c.w)
	mapped[0] = 99
	kept, _ := c.p.Of(c.w)
	bits(t, "after writing to a mapped table", kept, []float64{1, 2})
}

// Wide slots are scaled and added in the accumulator; a function of the element does not fit them, but where both are one number.
func TestAlgebraOfWideSlots(t *testing.T) {
	recorded := record(t, func(t *dsl.Tape) {
		w, moment := t.Parameter("w", dsl.Values(1, 2), 2), t.State("moment", dsl.Values(1+0x1p-20, 1), 2)
		t.Export("Keep", dsl.Roots(w.Mul(w).Sum().Named("loss")).Assign(moment, moment))
	})
	lines := strings.Split(recorded.Text(), "\n")
	for i, line := range lines {
		if strings.Contains(line, "State") {
			lines[i] = strings.Replace(line, "number[2]", "wide[2]", 1)
		}
	}
	net, err := dsl.ReadText("wide.tape", strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	w, moment, loss := net.Value(0), net.Value(1), net.Entries()[0].Roots()[0]
	narrow := interp.New(net, num.BF16{})
	p := narrow.Parameters()
	run, err := narrow.Run(p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Scale(num.BF16{}.FromFloat64(2)).Add(p).Wide(moment)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "three times the moment", got, []float32{3 + 3*0x1p-20, 3})
	next, err := p.Step(run.Backward(loss), func(w, g num.BFloat16) num.BFloat16 { return g })
	if err != nil {
		t.Fatal(err)
	}
	stepped, err := next.Of(w)
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, num.BF16{}, "stepped", stepped, []num.BFloat16{0x4000, 0x4080})
	if got, err = next.Wide(moment); err != nil {
		t.Fatal(err)
	}
	bits(t, "the moment stays", got, []float32{1 + 0x1p-20, 1})
	_, err = p.Map(func(x num.BFloat16) num.BFloat16 { return x }).Of(w)
	if want := "Map: moment is a wide number, and the function is of the element\n\tfix: use Scale and Add, or change its own list by Wide"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	single := interp.New(net, num.F32{}).Parameters()
	if got, err = single.Map(func(x float32) float32 { return -x }).Wide(moment); err != nil {
		t.Fatal(err)
	}
	bits(t, "mapped where the accumulator is the element", got, []float32{-1 - 0x1p-20, -1})
}

// A table is carried to a network that continues its own: what both have is kept, what is new begins as recorded.
func TestCarried(t *testing.T) {
	c := newTable(t)
	list, _ := c.p.Of(c.w)
	list[0] = 7
	var added dsl.Value
	longer, err := dsl.Reopen(c.net, func(t *dsl.Tape) { added = t.Parameter("added", dsl.Const(5)) })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interp.New(longer, num.F64{}).Run(c.p); err == nil || !strings.HasSuffix(err.Error(), "or use Carried") {
		t.Errorf("without carrying: %v", err)
	}
	carried, err := c.p.Carried(longer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interp.New(longer, num.F64{}).Run(carried); err != nil {
		t.Fatal(err)
	}
	for v, want := range map[dsl.Value][]float64{c.w: {7, 2}, c.state: {3, 4}, added: {5}} {
		got, err := carried.Of(v)
		if err != nil {
			t.Fatal(err)
		}
		bits(t, longer.Label(v.Index()), got, want)
	}
	list[0] = 8
	if kept, _ := carried.Of(c.w); kept[0] != 7 {
		t.Error("the carried table shares a list")
	}
	for name, to := range map[string]*dsl.Network{"shorter": c.net, "other": newTable(t).net, "none": nil} {
		if _, err := carried.Carried(to); err == nil || !strings.Contains(err.Error(), "Carried: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Numbers are converted once, directly: float64 to bf16 without a stop at float32, which would round twice.
func TestConvert(t *testing.T) {
	var w dsl.Value
	const above = 1 + 0x1p-8 + 0x1p-30 // above a midpoint of bf16, and its float32 lies on the midpoint
	net := record(t, func(t *dsl.Tape) { w = t.Parameter("w", dsl.Values(above, -3, 0x1p-140), 3) })
	from := interp.New(net, num.F64{}).Parameters()
	narrow := interp.New(net, num.BF16{})
	to, err := narrow.Convert(from)
	if err != nil {
		t.Fatal(err)
	}
	got, err := to.Of(w)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "f64 to bf16", floats(num.BF16{}, got), []float64{1 + 0x1p-7, -3, 0})
	back, err := interp.New(net, num.F16{}).Convert(to)
	if err != nil {
		t.Fatal(err)
	}
	half, err := back.Of(w)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "bf16 to f16", floats(num.F16{}, half), []float64{1 + 0x1p-7, -3, 0})
	if _, err := narrow.Run(to); err != nil {
		t.Error(err)
	}
	for name, table := range map[string]interp.Slots{"nothing": nil, "a nil table": (*interp.Parameters[float64, float64])(nil), "another network": newTable(t).p} {
		if _, err := narrow.Convert(table); err == nil || !strings.HasPrefix(err.Error(), "Convert: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An entry that was declared with Backward keeps what derivatives read; what can be read stays what it declares.
func TestBackwardOfEntry(t *testing.T) {
	var w, hidden, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		w = t.Parameter("w", dsl.Values(1, 2), 2)
		hidden = w.Mul(w).Named("hidden")
		loss = hidden.Sum().Named("loss")
		w.Exp().Named("elsewhere")
		t.Export("Keeps", dsl.Roots(loss).Backward())
		t.Export("Frees", dsl.Roots(loss))
	})
	m := interp.New(net, num.F64{})
	keeps, err := m.RunEntry(net.Entries()[0], m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	got, err := keeps.Backward(loss).Of(w)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "gradient", got, []float64{2, 4})
	if got, err = keeps.Rules().Values(hidden.Ref()); err != nil {
		t.Fatal(err)
	}
	bits(t, "interior", got, []float64{1, 4})
	frees, err := m.RunEntry(net.Entries()[1], m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	const undeclared = "hidden is not among what the entry Keeps declares\n\tfix: add it to the entry with Observe"
	const freed = "the run of the entry Frees keeps only what it declares\n\tfix: declare the entry with Backward, use Run, or record the gradient with Differentiate"
	rules := frees.Rules()
	rules.Exp(hidden.Ref())
	for want, err := range map[string]error{
		"Of: " + undeclared:  second(keeps.Of(hidden)),
		"Backward: " + freed: frees.Backward(loss).Err(),
		"Rules: " + freed:    rules.Err(),
		"elsewhere is not among what the entry Keeps declares\n\tfix: add it to the entry with Observe": second(keeps.Rules().Values(op.Ref(loss.Index() + 1))),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The first mistake with the rules of a run is kept; what follows is quiet.
func TestRulesKeepTheFirstError(t *testing.T) {
	c := newTable(t)
	for want, call := range map[string]func(r *interp.Rules[float64, float64]) op.Ref{
		"Rules: Mul cannot be applied to [number [2] number []]": func(r *interp.Rules[float64, float64]) op.Ref { return r.Mul(c.w.Ref(), c.loss.Ref()) },
		"Rules: ref 99 stands for nothing":                       func(r *interp.Rules[float64, float64]) op.Ref { return r.Neg(99) },
		"Rules: ref -1 stands for nothing":                       func(r *interp.Rules[float64, float64]) op.Ref { return r.LogSoftmax(op.None, 0) },
		"Rules: 1 numbers are no number [2]":                     func(r *interp.Rules[float64, float64]) op.Ref { return r.Hold([]float64{1}, c.w.Ref()) },
		"Rules: a constant cannot be a mask":                     func(r *interp.Rules[float64, float64]) op.Ref { return r.Fill(1, r.Less(c.w.Ref(), c.w.Ref())) },
	} {
		r := c.run.Rules()
		first := call(r)
		r.Sum(r.Exp(first))
		r.Mul(c.w.Ref(), c.loss.Ref())
		if _, err := r.Values(c.w.Ref()); err == nil || !strings.HasPrefix(err.Error(), want+"\n\tfix: ") || r.Err() != err {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	r := c.run.Rules()
	direction := r.Hold([]float64{5, 6}, c.w.Ref())
	got, err := r.Values(r.Mul(direction, c.state.Ref()))
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "product", got, []float64{15, 24})
	if _, err := r.Values(r.ArgMax(c.w.Ref(), 0)); err == nil {
		t.Error("numbers of a selection")
	}
}

// Nothing is given, and nothing panics: each call has an error that says what to do.
func TestNothingGiven(t *testing.T) {
	c := newTable(t)
	type number = float64
	type field = interp.Field[number, number]
	var noInterpreter *interp.Interpreter[number, number]
	var noRun *interp.Run[number, number]
	var noField *field
	empty, zeroRun, zeroField := interp.Interpreter[number, number]{}, interp.Run[number, number]{}, field{}
	noNet, noArithmetic := interp.New[number, number](nil, num.F64{}), interp.New[number, number](c.net, nil)
	entry := dsl.Roots(c.loss)
	f := func(x number) number { return x }
	g := func(x, y number) number { return x }
	for name, err := range map[string]error{
		"nil interpreter":         second(noInterpreter.Run(nil)),
		"zero interpreter":        second(empty.Run(c.p)),
		"no network":              second(noNet.Run(nil)),
		"no network, entry":       second(noNet.RunEntry(entry, nil)),
		"no network, parameters":  noNet.Parameters().Err(),
		"no network, convert":     second(noNet.Convert(c.p)),
		"no arithmetic":           second(noArithmetic.Run(c.p)),
		"failed parameters":       second(c.m.Run(noNet.Parameters())),
		"field for parameters":    second(c.m.Run(c.run.Field())),
		"nil feeder":              second(c.m.Run(c.p, nil)),
		"nil entry":               second(c.m.RunEntry(nil, c.p)),
		"zero entry":              second(c.m.RunEntry(dsl.Roots(dsl.Value{}), c.p)),
		"nil run":                 second(noRun.Of(c.w)),
		"nil run, wide":           second(noRun.Wide(c.w)),
		"nil run, selected":       second(noRun.Selected(c.w)),
		"nil run, mask":           second(noRun.Mask(c.w)),
		"nil run, backward":       noRun.Backward(c.loss).Err(),
		"nil run, rules":          noRun.Rules().Err(),
		"nil run, field":          noRun.Field().Err(),
		"zero run":                second(zeroRun.Of(c.w)),
		"zero run, backward":      zeroRun.Backward(c.loss).Err(),
		"zero value":              c.run.Backward(dsl.Value{}).Err(),
		"nil field":               second(noField.Of(c.w)),
		"zero field":              second(zeroField.Wide(c.w)),
		"nil field, Map":          noField.Map(f).Err(),
		"nil field, Zip":          noField.Zip(c.p, g).Err(),
		"nil field, Add":          noField.Add(c.p).Err(),
		"nil field, Scale":        noField.Scale(2).Err(),
		"nil field, Clone":        noField.Clone().Err(),
		"nil field, Parameters":   second(noField.Parameters()),
		"nil field, Carried":      second(noField.Carried(c.net)),
		"nil field, Step":         second(noField.Step(c.p, g)),
		"Step along nothing":      second(c.p.Step(nil, g)),
		"Step without a rule":     second(c.p.Step(c.p, nil)),
		"StepEach without a rule": second(c.p.StepEach(c.p, nil)),
		"Map without a function":  c.p.Map(nil).Err(),
		"Zip without a function":  c.p.Zip(c.p, nil).Err(),
		"Zip with nothing":        c.p.Zip(nil, g).Err(),
		"Zip with a lesser field": c.run.Field().Zip(c.p, g).Err(),
		"Add of another network":  c.p.Add(newTable(t).p).Err(),
		"after an error":          second(c.p.Map(nil).Scale(2).Add(c.p).Of(c.w)),
		"run with an error":       second(c.m.Run(c.p.Map(nil))),
	} {
		if err == nil || !strings.Contains(err.Error(), "\n\tfix: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list := noField.Tensors(); list != nil {
		t.Errorf("tensors of nothing: %v", list)
	}
	var feeds interp.Feeds[number]
	var labels interp.Labels
	if _, err := c.m.Run(c.p, feeds, labels); err != nil {
		t.Errorf("empty feeds: %v", err)
	}
}
