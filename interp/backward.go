package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// Backward differentiates a scalar of the run by every node: the rules of the recorded gradient, computing instead of recording, with the same bits.
// After RunEntry it needs an entry that was declared with Backward.
func (r *Run[E, W]) Backward(target dsl.Value) *Field[E, W] {
	c := r.rules("Backward")
	if c.err == nil {
		c.err = c.scalar(target)
	}
	if c.err != nil {
		return failed[E, W](c.err)
	}
	m, at := c.m, target.Ref()
	cotangents := op.Reverse(c, m.net.Graph(), at, c.Fill(1, at), func(node, operand, contribution op.Ref) {
		c.at = int(node)
		if operand != op.None && c.err == nil {
			m.trace(Event{Kind: Contribution, Node: int(operand), From: c.at}, c.values[contribution])
		}
	})
	g := &Field[E, W]{m: m, values: make([]value, m.net.Len()), err: c.err, none: func(call string, i int) error {
		return refuse(m.net, i, call, "ask for the gradient by numbers", "%s is a %s, which has no gradient", m.net.Label(i), m.net.Node(i).Type.Kind)
	}}
	for i := range g.values {
		if t := m.net.Node(i).Type; i < len(cotangents) && cotangents[i] != op.None {
			g.values[i] = c.values[cotangents[i]]
		} else if t.Kind == op.Number {
			g.values[i] = constant(m.a, initial.Fill{}, t)
		}
	}
	return g
}

// Rules is op.Rules on the values of a run: each method computes at once, with the interpreter's bits. Its refs below the network's length are the
// nodes. The first mistake is kept as an error, and what would follow from it holds nothing.
type Rules[E, W any] struct {
	op.Via
	m      *Interpreter[E, W]
	values []value                           // of the nodes, then of what was computed
	none   func(call string, node int) error // why a node holds nothing
	call   string
	at     int // the node whose derivative rule computes, or -1
	err    error
}

// Rules lets derivative rules and other modes of differentiation compute with what the run holds. After RunEntry it needs an entry that was declared
// with Backward.
func (r *Run[E, W]) Rules() *Rules[E, W] { return r.rules("Rules") }

func (r *Run[E, W]) rules(call string) *Rules[E, W] {
	c := &Rules[E, W]{call: call, at: -1, err: r.Field().ready(call)}
	c.Via = c.apply
	switch {
	case c.err != nil:
	case r.kept == nil:
		c.fail("declare the entry with Backward, use Run, or record the gradient with Differentiate", "the run of the entry %s keeps only what it declares", r.entry.Name)
	default:
		c.m, c.none, c.values = r.field.m, r.field.none, slices.Clone(r.kept)
	}
	return c
}

// Err is the first mistake, or nil.
func (c *Rules[E, W]) Err() error { return c.err }

// Values lists the numbers of a ref, row-major, every NaN canonical.
func (c *Rules[E, W]) Values(a op.Ref) ([]E, error) {
	v := c.numbers(a, op.Type{}, "read wide numbers by Wide")
	return of[E](v), c.err
}

// Wide lists the numbers of a wide ref.
func (c *Rules[E, W]) Wide(a op.Ref) ([]W, error) {
	v := c.numbers(a, op.Type{Precision: op.Wide}, "read numbers of the element by Values")
	return of[W](v), c.err
}

// numbers is what a ref of numbers of a precision holds.
func (c *Rules[E, W]) numbers(a op.Ref, want op.Type, fix string) value {
	v := c.value(a)
	if t := c.Type(a); t.Kind != op.Number || t.Precision != want.Precision {
		c.fail(fix, "ref %d is a %s, not a %s", a, kind(t), kind(want))
	}
	return canonical(c.m.a, v)
}

// Hold takes in numbers of the caller, in the shape of like: a direction, a seed.
func (c *Rules[E, W]) Hold(numbers []E, like op.Ref) op.Ref {
	t := c.Type(like)
	if t.Kind != op.Number || isWide(t) || len(numbers) != t.Shape.Volume() {
		c.fail("give every element, row-major", "%d numbers are no %s %v", len(numbers), kind(t), t.Shape)
		return op.None
	}
	return c.keep(value{t, slices.Clone(numbers)})
}

// Type implements op.Rules.
func (c *Rules[E, W]) Type(a op.Ref) op.Type {
	switch {
	case a < 0 || int(a) >= len(c.values):
		return op.Type{}
	case int(a) < c.m.net.Len():
		return c.m.net.Node(int(a)).Type
	}
	return c.values[a].Type
}

// Fill implements op.Rules.
func (c *Rules[E, W]) Fill(x float64, like op.Ref) op.Ref {
	t := c.Type(like)
	if c.m == nil || t.Kind != op.Number {
		c.fail("take the type of numbers", "a constant cannot be a %s", t.Kind)
		return op.None
	}
	return c.keep(constant(c.m.a, initial.Fill{Value: x}, t))
}

// apply computes an op. After a mistake it only keeps the type.
func (c *Rules[E, W]) apply(o op.Op, in ...op.Ref) op.Ref {
	values, types := each(c.value, in), each(c.Type, in)
	out, fault := o.Infer(types)
	if fault != nil {
		c.fail("give it operands that fit", "%s cannot be applied to %v", o.Name(), each(func(t op.Type) string { return kind(t) + " " + t.Shape.String() }, types))
		return op.None
	}
	if c.err == nil {
		what := o.Name()
		if c.at >= 0 {
			what = "the derivative of " + c.m.net.Label(c.at)
		}
		c.err = c.m.lacking(c.call, c.at, what, o, types)
	}
	if c.err != nil {
		return c.keep(value{Type: out})
	}
	return c.keep(apply(c.m.a, o, out, values))
}

// value is what a ref holds.
func (c *Rules[E, W]) value(a op.Ref) value {
	switch {
	case c.err != nil:
	case a < 0 || int(a) >= len(c.values):
		c.fail("use a ref that these rules gave, or a node's number", "ref %d stands for nothing", a)
	case c.values[a].list == nil:
		c.err = c.none(c.call, int(a))
	default:
		return c.values[a]
	}
	return value{}
}

func (c *Rules[E, W]) keep(v value) op.Ref {
	c.values = append(c.values, v)
	return op.Ref(len(c.values) - 1)
}

// fail keeps the first error.
func (c *Rules[E, W]) fail(fix, format string, args ...any) {
	if c.err == nil {
		c.err = refuse(nil, -1, c.call, fix, format, args...)
	}
}

// scalar wants a number of rank 0 that the run computed.
func (c *Rules[E, W]) scalar(v dsl.Value) error {
	net, t := c.m.net, v.Type()
	i, err := owned(net, c.call, v)
	switch {
	case err != nil:
		return err
	case t.Kind != op.Number:
		return refuse(net, i, c.call, "differentiate numbers", "%s is a %s, not a number", net.Label(i), t.Kind)
	case c.values[i].list == nil:
		return c.none(c.call, i)
	case t.Shape.Rank() != 0:
		return refuse(net, i, c.call, "reduce it with Sum first", "%s %v is not a scalar", net.Label(i), t.Shape)
	}
	return nil
}
