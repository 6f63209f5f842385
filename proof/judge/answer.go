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
	inputs  []int // in recording order
	numbers map[int][]E
	labels  map[int][]int32
	slots   map[string]any // before the first run, lists of the element of the slots
	results []result[E]    // one per run
}

// result is what one run leaves: what can be read, and all slots.
type result[E any] struct {
	numbers map[int][]E
	chosen  map[int][]int32
	slots   map[string]any
}

// solve draws the data of a round and asks the interpreter.
func solve[E, W any](o over[E, W], s Subject, net *dsl.Network, e *dsl.Entry, r draw.Round) (*answer[E, W], error) {
	a := &answer[E, W]{over: o, net: net, entry: e, numbers: map[int][]E{}, labels: map[int][]int32{}}
	for i, marked := range net.Ancestors(e.Wanted()...) {
		n := net.Node(i)
		d := draw.New(s.Seed, r, n.Name)
		switch o := n.Op.(type) {
		case op.Input:
			if marked {
				a.inputs = append(a.inputs, i)
			}
			if marked && (o.Default == nil || e.Rows() > 0 || d.IntN(3) > 0) {
				a.numbers[i] = draw.Numbers(d, n.Type.Shape.Volume(), a.arithmetic)
			}
		case op.Labels:
			if marked {
				a.inputs = append(a.inputs, i)
				a.labels[i] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
			}
		}
	}
	return a, a.run(s.Over.slots(net, e, s.Seed, r))
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
	feeds, labels := interp.Feeds[E]{}, interp.Labels{}
	for i, list := range a.numbers {
		feeds[a.net.Value(i)] = list
	}
	for i, list := range a.labels {
		labels[a.net.Value(i)] = list
	}
	times := 1
	if len(a.entry.Assigns()) > 0 {
		times = steps
	}
	for range times {
		r, err := m.RunEntry(a.entry, p, feeds, labels)
		if err != nil {
			return err
		}
		x := result[E]{map[int][]E{}, map[int][]int32{}, payloads(slots)}
		for _, i := range a.entry.Readable() {
			if a.net.Node(i).Type.Kind == op.Selection {
				x.chosen[i], err = r.Selected(a.net.Value(i))
			} else {
				x.numbers[i], err = r.Of(a.net.Value(i))
			}
			if err != nil {
				return err
			}
		}
		a.results = append(a.results, x)
	}
	return nil
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
		for _, list := range r.numbers {
			a.countList(into, list)
		}
		for _, assign := range a.entry.Assigns() {
			list, _ := r.slots[a.net.Node(assign.Slot.Index()).Name].([]E)
			a.countList(into, list)
		}
	}
}

func (a *answer[E, W]) countList(into map[string]int, list []E) {
	least, narrow := leasts[a.arithmetic.Name()]
	if !narrow {
		least = 0x1p-1022
	}
	for _, x := range list {
		into[class(a.arithmetic.Float64(x), least)]++
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
