package gosrc_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/elements/interval"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/runtime/num"
)

func TestBuiltin(t *testing.T) {
	if got, want := gosrc.Builtin().Names(), "f32, f64, bf16, f16"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type unexported struct{ num.F64 }

// Private can be named only here, but its numbers cannot.
type Private struct{ num.F64 }

func (Private) Name() string { return "private" }

// Set has a field, which its zero value lacks.
type Set struct {
	num.F64
	Digits int
}

func (Set) Name() string { return "set" }

// Unsized holds numbers of no fixed size.
type Unsized struct{ num.Arithmetic[int, int] }

func (Unsized) Name() string                   { return "unsized" }
func (Unsized) Wide() num.Arithmetic[int, int] { return Unsized{} }

// Shout has a name that no entry can choose.
type Shout struct{ num.F64 }

func (Shout) Name() string { return "F64!" }

// TestNewElement shows what emitted code asks of an element.
func TestNewElement(t *testing.T) {
	for _, c := range []struct {
		want string
		make func() (*gosrc.Element, error)
	}{
		{"", func() (*gosrc.Element, error) { return gosrc.NewElement(interval.Arithmetic{}) }},
		{"", func() (*gosrc.Element, error) { return gosrc.NewElement(Private{}) }},
		{"cannot be named in another package", func() (*gosrc.Element, error) { return gosrc.NewElement(unexported{}) }},
		{"is not its zero value", func() (*gosrc.Element, error) { return gosrc.NewElement(Set{Digits: 3}) }},
		{"has no fixed size", func() (*gosrc.Element, error) { return gosrc.NewElement(Unsized{}) }},
		{"must be a word of small letters and digits", func() (*gosrc.Element, error) { return gosrc.NewElement(Shout{}) }},
	} {
		_, err := c.make()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got the error %v, want %q", err, c.want)
		}
	}
	again, err := gosrc.NewElement(num.F32{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gosrc.Builtin().With(again); err == nil || !strings.Contains(err.Error(), "two elements are named f32") {
		t.Errorf("got the error %v", err)
	}
}

// TestEntriesOfElements shows the errors of entries that cannot have the element that they choose.
func TestEntriesOfElements(t *testing.T) {
	bounds, err := gosrc.NewElement(interval.Arithmetic{})
	if err != nil {
		t.Fatal(err)
	}
	elements, err := gosrc.Builtin().With(bounds)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, elem, want string
		record           func(*dsl.Tape)
	}{
		{"nobody knows", "f32", "Go chooses the element bf8, which nobody registered\n\tfix: use one of f32, f64, bf16, f16, interval", func(t *dsl.Tape) {
			t.Export("Go", dsl.Roots(t.Input("x", 2)).Element("bf8"))
		}},
		{"assigns", "f32", "Go computes in bf16, but assigns slots, which hold f32\n\tfix: leave Element out, or generate the package with -elem bf16", func(t *dsl.Tape) {
			w := t.Parameter("w", dsl.Const(1), 2)
			t.Export("Go", dsl.Roots().Assign(w, w.Add(w)).Element("bf16"))
		}},
		{"lacks a function", "interval", "needs Sin, which the element interval does not have", func(t *dsl.Tape) {
			t.Export("Go", dsl.Roots(t.Input("x", 2).Sin().Named("y")))
		}},
		{"no such package", "f8", "-elem f8: no element has this name\n\tfix: use one of f32, f64, bf16, f16, interval", func(t *dsl.Tape) {
			t.Export("Go", dsl.Roots(t.Input("x", 2).Sin().Named("y")))
		}},
	} {
		net, err := dsl.Record(c.record)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		_, err = gosrc.Generate(net, gosrc.Options{Package: "p", ImportPath: "example.com/p", Elem: c.elem, Elements: elements})
		switch {
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got the error %v, want %q", c.name, err, c.want)
		case c.elem != "f8" && !strings.Contains(err.Error(), "element_test.go:"):
			t.Errorf("%s: the error %v names no line", c.name, err)
		}
	}
}
