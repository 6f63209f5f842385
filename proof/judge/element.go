package judge

import (
	"reflect"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// Element is what slots hold, and what entries compute in: make it with Over.
type Element interface {
	// slots draws what slots hold before a run of an entry.
	slots(net *dsl.Network, e *dsl.Entry, seed uint64, r draw.Round) interp.Slots
	// fenced copies a list of the element, or of its accumulator, between guards.
	fenced(f *fences, list any) any
	// under is the element that an entry's posture computes in.
	under(e *dsl.Entry) Element
	// grade compares an entry that computes in the element.
	grade(s Subject, net *dsl.Network, e *dsl.Entry, compiled any, f Failure, v *Verdict)
}

type over[E, W any] struct{ arithmetic num.Arithmetic[E, W] }

// Over is the element of an arithmetic.
func Over[E, W any](a num.Arithmetic[E, W]) Element { return over[E, W]{a} }

func (o over[E, W]) under(e *dsl.Entry) Element {
	if _, single := any(o.arithmetic).(num.F32); single && e.IsFast() {
		return Over(num.FastF32{})
	}
	return o
}

func (o over[E, W]) slots(net *dsl.Network, e *dsl.Entry, seed uint64, r draw.Round) interp.Slots {
	p := interp.New(net, o.arithmetic).Parameters()
	for _, x := range p.Tensors() {
		d := draw.New(seed, r, x.Name)
		switch list := x.Payload().(type) {
		case []E:
			copy(list, draw.Converted(d, len(list), o.arithmetic, e.ElementName()))
		case []W: // of wide slots
			copy(list, draw.Numbers(d, len(list), o.arithmetic.Wide()))
		}
	}
	return p
}

func (o over[E, W]) fenced(f *fences, list any) any {
	switch list := list.(type) {
	case []E:
		return fenced(f, list, o.arithmetic)
	case []W:
		return fenced(f, list, o.arithmetic.Wide())
	}
	return list
}

// grade compares an entry in every round on every tier.
func (o over[E, W]) grade(s Subject, net *dsl.Network, e *dsl.Entry, compiled any, f Failure, v *Verdict) {
	executors := map[kernel.ISA]reflect.Value{}
	for _, r := range draw.Rounds {
		f.Round, f.Tier = r.String(), ""
		var a *answer[E, W]
		if !guarded(v, f, func() (err error) { a, err = solve(o, s, net, e, r); return err }) {
			continue
		}
		a.count(v.Reached)
		for _, tier := range kernel.Tiers() {
			f.Tier = tier.String()
			for _, copies := range s.forms() {
				guarded(v, f, func() error {
					defer kernel.Force(tier)()
					v.Runs++
					if e.Rows() > 0 {
						return a.serve(s, compiled, copies)
					}
					if !executors[tier].IsValid() { // one for all rounds: what a run leaves in the arena must not matter
						executors[tier] = reflect.ValueOf(compiled).Call(nil)[0]
					}
					return a.execute(s, executors[tier], copies)
				})
			}
		}
	}
}
