package judge

import (
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// steps is how often an entry that assigns is run in a row.
const steps = 2

// answer is the data of a round and what the interpreter makes of it.
type answer[E, W any] struct {
	arithmetic num.Arithmetic[E, W]
	net        *dsl.Network
	entry      *dsl.Entry
	inputs     []int // in recording order
	numbers    map[int][]E
	labels     map[int][]int32
	slots      map[string][]E // before the first run
	results    []result[E]    // one per run
}

// result is what one run leaves: what can be read, and all slots.
type result[E any] struct {
	numbers map[int][]E
	chosen  map[int][]int32
	slots   map[string][]E
}

// solve draws the data of a round and asks the interpreter.
func solve[E, W any](arithmetic num.Arithmetic[E, W], net *dsl.Network, e *dsl.Entry, seed uint64, r draw.Round) (*answer[E, W], error) {
	a := &answer[E, W]{arithmetic: arithmetic, net: net, entry: e, numbers: map[int][]E{}, labels: map[int][]int32{}, slots: map[string][]E{}}
	for i, marked := range net.Ancestors(e.Wanted()...) {
		n := net.Node(i)
		d := draw.New(seed, r, n.Name)
		switch o := n.Op.(type) {
		case op.Input:
			if marked {
				a.inputs = append(a.inputs, i)
			}
			if marked && (o.Default == nil || e.Rows() > 0 || d.IntN(3) > 0) {
				a.numbers[i] = draw.Over(d, n.Type.Shape.Volume(), arithmetic)
			}
		case op.Labels:
			if marked {
				a.inputs = append(a.inputs, i)
				a.labels[i] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
			}
		case op.Parameter, op.State:
			a.slots[n.Name] = draw.Over(d, n.Type.Shape.Volume(), arithmetic)
		}
	}
	return a, a.run()
}

// run lets the interpreter run the entry, more than once where it assigns.
func (a *answer[E, W]) run() error {
	m := interp.New(a.net, a.arithmetic)
	p := m.Parameters()
	for _, i := range a.net.Slots() {
		list, err := p.Of(a.net.Value(i))
		if err != nil {
			return err
		}
		copy(list, a.slots[a.net.Node(i).Name])
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
		x := result[E]{map[int][]E{}, map[int][]int32{}, map[string][]E{}}
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
		for _, i := range a.net.Slots() {
			list, err := p.Of(a.net.Value(i))
			if err != nil {
				return err
			}
			x.slots[a.net.Node(i).Name] = append([]E(nil), list...)
		}
		a.results = append(a.results, x)
	}
	return nil
}

// count notes which classes of numbers reached the results.
func (a *answer[E, W]) count(into map[string]int) {
	_, narrow := any(*new(E)).(float32)
	for _, r := range a.results {
		for _, list := range r.numbers {
			for _, x := range list {
				into[class(a.arithmetic.Float64(x), narrow)]++
			}
		}
		for _, assign := range a.entry.Assigns() {
			for _, x := range r.slots[a.net.Node(assign.Slot.Index()).Name] {
				into[class(a.arithmetic.Float64(x), narrow)]++
			}
		}
	}
}

// class names the kind of a number.
func class(v float64, narrow bool) string {
	least := 0x1p-1022
	if narrow {
		least = 0x1p-126
	}
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
