package interp

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Map applies a function to each number.
func (f *Field[E, W]) Map(function func(E) E) *Field[E, W] {
	if function == nil {
		return failed[E, W](noFunction("Map"))
	}
	return f.zip("Map", f, func(_ dsl.Value, x, _ E) E { return function(x) }, nil)
}

// Zip combines the numbers of two fields of one network. Where this one holds numbers, the other must.
func (f *Field[E, W]) Zip(with *Field[E, W], function func(x, y E) E) *Field[E, W] {
	if function == nil {
		return failed[E, W](noFunction("Zip"))
	}
	return f.zip("Zip", with, func(_ dsl.Value, x, y E) E { return function(x, y) }, nil)
}

// Add adds two fields of one network.
func (f *Field[E, W]) Add(with *Field[E, W]) *Field[E, W] {
	if err := f.ready("Add"); err != nil {
		return failed[E, W](err)
	}
	a, w := f.m.a, f.m.a.Wide()
	return f.zip("Add", with, func(_ dsl.Value, x, y E) E { return a.Add(x, y) }, func(_ dsl.Value, x, y W) W { return w.Add(x, y) })
}

// Scale multiplies each number.
func (f *Field[E, W]) Scale(by E) *Field[E, W] {
	if err := f.ready("Scale"); err != nil {
		return failed[E, W](err)
	}
	a, w, wide := f.m.a, f.m.a.Wide(), f.m.a.Widen(by)
	return f.zip("Scale", f, func(_ dsl.Value, x, _ E) E { return a.Mul(x, by) }, func(_ dsl.Value, x, _ W) W { return w.Mul(x, wide) })
}

// Step applies a rule to each number of each parameter and its direction, such as its gradient. States are kept.
func (f *Field[E, W]) Step(along *Field[E, W], rule func(w, g E) E) (*Field[E, W], error) {
	if rule == nil {
		return nil, noFunction("Step")
	}
	return f.StepEach(along, func(_ dsl.Value, w, g E) E { return rule(w, g) })
}

// StepEach is Step by a rule that is told the parameter. Parameters come in the order of their recording.
func (f *Field[E, W]) StepEach(along *Field[E, W], rule func(v dsl.Value, w, g E) E) (*Field[E, W], error) {
	next := f.Clone()
	if rule == nil {
		next.err = noFunction("StepEach")
	}
	if next.err != nil {
		return nil, next.err
	}
	trainable := &Field[E, W]{m: f.m, values: make([]value[E, W], len(f.values)), none: f.none}
	for i, v := range f.values {
		if _, trains := f.m.net.Node(i).Op.(op.Parameter); trains {
			trainable.values[i] = v
		}
	}
	moved := trainable.zip("Step", along, rule, nil)
	if moved.err != nil {
		return nil, moved.err
	}
	for i, v := range moved.values {
		if !v.empty() {
			next.values[i] = v
		}
	}
	return next, nil
}

// zip combines two fields node by node. The functions are told the node. Wide numbers need a function of their own, but where the accumulator is the
// element.
func (f *Field[E, W]) zip(call string, with *Field[E, W], function func(v dsl.Value, x, y E) E, wide func(v dsl.Value, x, y W) W) *Field[E, W] {
	for _, one := range []*Field[E, W]{f, with} {
		if err := one.ready(call); err != nil {
			return failed[E, W](err)
		}
	}
	net := f.m.net
	if with.m.net != net {
		return failed[E, W](fmt.Errorf("%s: the two belong to different networks\n\tfix: take both from one network, or use Carried", call))
	}
	if wide == nil {
		wide, _ = any(function).(func(v dsl.Value, x, y W) W)
	}
	out := &Field[E, W]{m: f.m, values: make([]value[E, W], len(f.values)), none: f.none, slots: f.slots}
	for i, x := range f.values {
		y, v := with.values[i], net.Value(i)
		switch {
		case x.empty() || x.Kind != op.Number:
		case y.empty():
			return failed[E, W](with.none(call, i))
		case !isWide(x.Type):
			out.values[i] = value[E, W]{Type: x.Type, numbers: zip(func(x, y E) E { return function(v, x, y) }, x.numbers, y.numbers)}
		case wide == nil:
			return failed[E, W](refuse(net, i, call, "use Scale and Add, or change its own list by Wide", "%s is a wide number, and the function is of the element", net.Label(i)))
		default:
			out.values[i] = value[E, W]{Type: x.Type, wide: zip(func(x, y W) W { return wide(v, x, y) }, x.wide, y.wide)}
		}
	}
	return out
}

func noFunction(call string) error {
	return fmt.Errorf("%s: no function was given\n\tfix: pass one", call)
}
