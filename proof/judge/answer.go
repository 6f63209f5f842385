package judge

import (
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
)

// steps is how often an entry that assigns is run in a row.
const steps = 2

// answer is the data of a round and what the interpreter makes of it.
type answer[E, W any] struct {
	over[E, W]
	net     *dsl.Network
	entry   *dsl.Entry
	inputs  []int          // in recording order
	fed     map[int]any    // per input its list: a []E, a []W of a wide one, a []int32 of labels
	slots   map[string]any // before the first run, lists of the element of the slots
	results []result       // one per run
}

// result is what one run leaves: the lists of what can be read, and of all slots.
type result struct {
	readable map[int]any
	slots    map[string]any
}

// solve draws the data of a round and asks the interpreter.
func solve[E, W any](o over[E, W], s Subject, net *dsl.Network, e *dsl.Entry, r draw.Round) (*answer[E, W], error) {
	a := &answer[E, W]{over: o, net: net, entry: e, fed: map[int]any{}}
	for i, marked := range net.Ancestors(e.Wanted()...) {
		n := net.Node(i)
		d := draw.New(s.Seed, r, n.Name)
		switch o := n.Op.(type) {
		case op.Input:
			if marked {
				a.inputs = append(a.inputs, i)
			}
			if marked && (o.Default == nil || e.Rows() > 0 || d.IntN(3) > 0) {
				a.fed[i] = a.drawn(d, n.Type)
			}
		case op.Labels:
			if marked {
				a.inputs = append(a.inputs, i)
				a.fed[i] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
			}
		}
	}
	return a, a.run(s.Over.slots(net, e, s.Seed, r))
}

// drawn is what an input of numbers is fed: those of the element, or of its accumulator.
func (a *answer[E, W]) drawn(d draw.Source, t op.Type) any {
	if t.Precision == op.Wide {
		return draw.Numbers(d, t.Shape.Volume(), a.arithmetic.Wide())
	}
	return draw.Numbers(d, t.Shape.Volume(), a.arithmetic)
}

// run lets the interpreter run the entry, more than once where it assigns. An entry of another element than that of the slots reads them converted,
// and assigns none.
func (a *answer[E, W]) run(slots interp.Slots) error {
	a.slots = payloads(slots)
	m := interp.New(a.net, a.arithmetic)
	p, own := slots.(*interp.Parameters[E, W])
	if !own {
		var err error
		if p, err = m.Convert(slots); err != nil {
			return err
		}
	}
	feeds, wides, labels := interp.Feeds[E]{}, interp.Feeds[W]{}, interp.Labels{}
	for i, list := range a.fed {
		v := a.net.Value(i)
		switch t := v.Type(); {
		case t.Kind == op.Selection:
			labels[v] = list.([]int32)
		case t.Precision == op.Wide:
			wides[v] = list.([]W)
		default:
			feeds[v] = list.([]E)
		}
	}
	times := 1
	if len(a.entry.Assigns()) > 0 {
		times = steps
	}
	for range times {
		r, err := m.RunEntry(a.entry, p, feeds, wides, labels)
		if err != nil {
			return err
		}
		x := result{map[int]any{}, payloads(slots)}
		for _, i := range a.entry.Readable() {
			if x.readable[i], err = read(r, a.net.Value(i)); err != nil {
				return err
			}
		}
		a.results = append(a.results, x)
	}
	return nil
}

// read lists what a run holds of a value.
func read[E, W any](r *interp.Run[E, W], v dsl.Value) (any, error) {
	switch t := v.Type(); {
	case t.Kind == op.Selection:
		return r.Selected(v)
	case t.Precision == op.Wide:
		return r.Wide(v)
	}
	return r.Of(v)
}

// payloads copies the lists of slots.
func payloads(slots interp.Slots) map[string]any {
	lists := map[string]any{}
	for _, x := range slots.Tensors() {
		lists[x.Name] = cloned(x.Payload())
	}
	return lists
}

// count notes which classes of numbers reached the results.
func (a *answer[E, W]) count(into map[string]int) {
	for _, r := range a.results {
		for _, list := range r.readable {
			a.countList(into, list)
		}
		for _, assign := range a.entry.Assigns() {
			a.countList(into, r.slots[a.net.Node(assign.Slot.Index()).Name])
		}
	}
}

func (a *answer[E, W]) countList(into map[string]int, list any) {
	switch list := list.(type) {
	case []E:
		countAll(into, list, a.arithmetic.Name(), a.arithmetic.Float64)
	case []W:
		countAll(into, list, a.arithmetic.Wide().Name(), a.arithmetic.Wide().Float64)
	}
}

func countAll[T any](into map[string]int, list []T, element string, value func(T) float64) {
	least, narrow := leasts[element]
	if !narrow {
		least = 0x1p-1022
	}
	for _, x := range list {
		into[class(value(x), least)]++
	}
}

// leasts are the smallest normal numbers of elements that are narrower than float64.
var leasts = map[string]float64{"f32": 0x1p-126, "bf16": 0x1p-126, "f16": 0x1p-14}

// class names the kind of a number.
func class(v, least float64) string {
	switch {
	case v != v:
		return "nan"
	case math.IsInf(v, 0):
		return "inf"
	case v == 0 && math.Signbit(v):
		return "-0"
	case v == 0:
		return "0"
	case math.Abs(v) < least:
		return "subnormal"
	}
	return "normal"
}
