package interp

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Field holds what is known of each node of a network: what a run computed, gradients, or parameters. It may hold the error of the call that made it
// instead; so does what is made of it, and whoever reads it is given that error.
type Field[E, W any] struct {
	m      *Interpreter[E, W]
	values []value                           // per node; empty where there is none
	none   func(call string, node int) error // why there is none
	slots  bool                              // the lists of the slots alone, which the caller may change
	err    error
}

// Gradients is the field of the gradients of one scalar by every node.
type Gradients[E, W any] = Field[E, W]

// failed holds nothing but an error.
func failed[E, W any](err error) *Field[E, W] { return &Field[E, W]{err: err} }

// Err is why the field holds nothing, or nil.
func (f *Field[E, W]) Err() error { return f.ready("Err") }

func (f *Field[E, W]) ready(call string) error {
	switch {
	case f == nil || f.m == nil && f.err == nil:
		return refuse(nil, -1, call, "check the error of the call that was to make them", "there are no values")
	case f.err != nil:
		return f.err
	}
	return f.m.ready(call)
}

// Of lists the numbers of a value, row-major. Of parameters it is their own list: writing to it changes them. Else it is a copy, every NaN canonical.
// Gradients are zeros where the scalar does not depend on the value.
func (f *Field[E, W]) Of(v dsl.Value) ([]E, error) {
	x, err := f.read("Of", v, op.Type{})
	return of[E](x), err
}

// Wide lists the numbers of a wide value.
func (f *Field[E, W]) Wide(v dsl.Value) ([]W, error) {
	x, err := f.read("Wide", v, op.Type{Precision: op.Wide})
	return of[W](x), err
}

// read is what a value's node holds, of the wanted kind and precision.
func (f *Field[E, W]) read(call string, v dsl.Value, want op.Type) (value, error) {
	none := value{}
	if err := f.ready(call); err != nil {
		return none, err
	}
	net := f.m.net
	i, err := owned(net, call, v)
	switch have := v.Type(); {
	case err != nil:
		return none, err
	case f.values[i].list == nil:
		return none, f.none(call, i)
	case have.Kind != want.Kind || have.Precision != want.Precision:
		return none, refuse(net, i, call, "read it by "+reader(have), "%s is a %s, not a %s", net.Label(i), kind(have), kind(want))
	case f.slots:
		return f.values[i], nil
	}
	return canonical(f.m.a, f.values[i]), nil
}

// kind says what a type holds.
func kind(t op.Type) string {
	if isWide(t) {
		return "wide number"
	}
	return t.Kind.String()
}

// reader is the method that reads values of a type.
func reader(t op.Type) string {
	if isWide(t) {
		return "Wide"
	}
	return map[op.Kind]string{op.Number: "Of", op.Selection: "Selected", op.Mask: "Mask"}[t.Kind]
}

// Map applies a function to each number.
func (f *Field[E, W]) Map(function func(E) E) *Field[E, W] {
	return f.zip("Map", function != nil, f, func(_ dsl.Value, x, _ E) E { return function(x) }, nil)
}

// Zip combines the numbers of two fields of one network. Where this one holds numbers, the other must.
func (f *Field[E, W]) Zip(with *Field[E, W], function func(x, y E) E) *Field[E, W] {
	return f.zip("Zip", function != nil, with, func(_ dsl.Value, x, y E) E { return function(x, y) }, nil)
}

// Add adds two fields of one network.
func (f *Field[E, W]) Add(with *Field[E, W]) *Field[E, W] {
	return f.zip("Add", true, with, func(_ dsl.Value, x, y E) E { return f.m.a.Add(x, y) }, func(_ dsl.Value, x, y W) W { return f.m.a.Wide().Add(x, y) })
}

// Scale multiplies each number.
func (f *Field[E, W]) Scale(by E) *Field[E, W] {
	return f.zip("Scale", true, f, func(_ dsl.Value, x, _ E) E { return f.m.a.Mul(x, by) }, func(_ dsl.Value, x, _ W) W { return f.m.a.Wide().Mul(x, f.m.a.Widen(by)) })
}

// Clone copies the numbers.
func (f *Field[E, W]) Clone() *Field[E, W] {
	return f.zip("Clone", true, f, func(_ dsl.Value, x, _ E) E { return x }, func(_ dsl.Value, x, _ W) W { return x })
}

// Step applies a rule to each number of each parameter and its direction, such as its gradient. States and wide parameters are kept.
func (f *Field[E, W]) Step(along *Field[E, W], rule func(w, g E) E) (*Field[E, W], error) {
	return f.step(rule != nil, along, func(_ dsl.Value, w, g E) E { return rule(w, g) })
}

// StepEach is Step by a rule that is told the parameter. Parameters come in the order of their recording.
func (f *Field[E, W]) StepEach(along *Field[E, W], rule func(v dsl.Value, w, g E) E) (*Field[E, W], error) {
	return f.step(rule != nil, along, rule)
}

func (f *Field[E, W]) step(given bool, along *Field[E, W], rule func(v dsl.Value, w, g E) E) (*Field[E, W], error) {
	next := f.zip("Step", given, along, func(v dsl.Value, w, g E) E {
		if _, trainable := f.m.net.Node(v.Index()).Op.(op.Parameter); trainable {
			return rule(v, w, g)
		}
		return w
	}, func(_ dsl.Value, w, _ W) W { return w })
	return next, next.err
}

// zip combines two fields node by node, by functions that are told the node. Wide numbers need a function of their own, but where the accumulator is the
// element. given says whether the caller has the functions.
func (f *Field[E, W]) zip(call string, given bool, with *Field[E, W], function func(v dsl.Value, x, y E) E, wide func(v dsl.Value, x, y W) W) *Field[E, W] {
	for _, one := range []*Field[E, W]{f, with} {
		if err := one.ready(call); err != nil {
			return failed[E, W](err)
		}
	}
	net := f.m.net
	switch {
	case with.m.net != net:
		return failed[E, W](refuse(nil, -1, call, "take both from one network, or use Carried", "the two belong to different networks"))
	case !given:
		return failed[E, W](refuse(nil, -1, call, "pass one", "no function was given"))
	case wide == nil:
		wide, _ = any(function).(func(v dsl.Value, x, y W) W)
	}
	out := &Field[E, W]{m: f.m, values: make([]value, len(f.values)), none: f.none, slots: f.slots}
	for i, x := range f.values {
		y, v := with.values[i], net.Value(i)
		switch {
		case x.list == nil || x.Kind != op.Number:
		case y.list == nil:
			return failed[E, W](with.none(call, i))
		case !isWide(x.Type):
			out.values[i] = value{x.Type, zip(func(x, y E) E { return function(v, x, y) }, of[E](x), of[E](y))}
		case wide == nil:
			return failed[E, W](refuse(net, i, call, "use Scale and Add, or change its own list by Wide", "%s is a wide number, and the function is of the element", net.Label(i)))
		default:
			out.values[i] = value{x.Type, zip(func(x, y W) W { return wide(v, x, y) }, of[W](x), of[W](y))}
		}
	}
	return out
}
