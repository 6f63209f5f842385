package interp

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Field holds what is known of each node of a network: what a run computed, gradients, or parameters. It may hold the error of the call that made it
// instead; so does what is made of it, and whoever reads it is given that error.
type Field[E, W any] struct {
	m      *Interpreter[E, W]
	values []value[E, W]                     // per node; empty where there is none
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
		return fmt.Errorf("%s: there are no values\n\tfix: check the error of the call that was to make them", call)
	case f.err != nil:
		return f.err
	}
	return f.m.ready(call)
}

// Of lists the numbers of a value, row-major. Of parameters it is their own list: writing to it changes them. Else it is a copy, every NaN canonical.
// Gradients are zeros where the scalar does not depend on the value.
func (f *Field[E, W]) Of(v dsl.Value) ([]E, error) {
	x, err := f.read("Of", v, op.Type{})
	return x.numbers, err
}

// Wide lists the numbers of a wide value.
func (f *Field[E, W]) Wide(v dsl.Value) ([]W, error) {
	x, err := f.read("Wide", v, op.Type{Precision: op.Wide})
	return x.wide, err
}

// read is what a value's node holds, of the wanted kind and precision.
func (f *Field[E, W]) read(call string, v dsl.Value, want op.Type) (value[E, W], error) {
	none := value[E, W]{}
	if err := f.ready(call); err != nil {
		return none, err
	}
	net := f.m.net
	i, err := owned(net, call, v)
	switch have := v.Type(); {
	case err != nil:
		return none, err
	case f.values[i].empty():
		return none, f.none(call, i)
	case have.Kind != want.Kind || have.Precision != want.Precision:
		return none, refuse(net, i, call, "read it by "+reader(have), "%s is a %s, not a %s", net.Label(i), kind(have), kind(want))
	case f.slots:
		return f.values[i], nil
	}
	return f.values[i].canonical(f.m.a), nil
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
