package gosrc

import (
	"encoding/binary"
	"fmt"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// Element is a number that packages are generated over.
type Element struct {
	name       string
	lanes      loop.Elem // elements with operators are computed by these, others by the methods of their arithmetic
	number     typeName  // of an element
	wide       typeName  // of its accumulator
	arithmetic typeName
	widening   typeName          // of the accumulator's arithmetic
	packages   map[string]string // of all these: path -> name
	size       int
	wideSize   int
	oracle     oracle
	fast       *Element // what the posture Fast computes in, where that differs
}

// oracle asks the interpreter over one element.
type oracle interface {
	slots(net *dsl.Network) interp.Slots
	supports(net *dsl.Network, e *dsl.Entry) error
	answer(net *dsl.Network, v *variant, inputs []int, stored interp.Slots) (string, error)
}

// typeName is a Go type: its import path, empty for a predeclared one, and its name.
type typeName struct{ path, name string }

// imports chooses the names under which emitted files import the packages of an element: their own, unless a function uses that for itself or for a
// parameter.
func (e *Element) imports(f *jen.File, parameters []string) {
	for path, name := range e.packages {
		if locals.MatchString(name) || slices.Contains(slices.Concat(testLocals, parameters, []string{"number", "wide"}), name) {
			f.ImportAlias(path, name+"_element")
		} else {
			f.ImportName(path, name)
		}
	}
}

func (t typeName) code() *jen.Statement {
	if t.path == "" {
		return jen.Id(t.name)
	}
	return jen.Qual(t.path, t.name)
}

// value is the zero value of an arithmetic, which is the arithmetic.
func (t typeName) value() *jen.Statement { return t.code().Values() }

// elementName is what an element may be called: as dsl's Entry.Element has it.
var elementName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// NewElement describes the element of an arithmetic to the emitter: emitted code names its types and calls its methods. So the arithmetic and both
// numbers must be exported types of importable packages, the arithmetic's zero value must be the arithmetic, and the numbers must have a fixed size, as
// encoding/binary understands it.
func NewElement[E, W any](a num.Arithmetic[E, W]) (*Element, error) {
	if a == nil {
		return nil, fmt.Errorf("an element needs its arithmetic")
	}
	e := &Element{name: a.Name(), lanes: loop.Own, oracle: over[E, W]{a}, packages: map[string]string{}}
	switch any(a).(type) {
	case num.F32:
		e.lanes = loop.F32
		fast, err := NewElement(num.FastF32{})
		if err != nil {
			return nil, err
		}
		e.fast = fast
	case num.F64:
		e.lanes = loop.F64
	case num.BF16:
		e.lanes = loop.BF16
	case num.F16:
		e.lanes = loop.F16
	}
	if !elementName.MatchString(e.name) {
		return nil, fmt.Errorf("the element %q: its name must be a word of small letters and digits", e.name)
	}
	for _, part := range []struct {
		into *typeName
		typ  reflect.Type
	}{{&e.number, reflect.TypeFor[E]()}, {&e.wide, reflect.TypeFor[W]()}, {&e.arithmetic, reflect.TypeOf(a)}, {&e.widening, reflect.TypeOf(a.Wide())}} {
		t := part.typ
		*part.into = typeName{t.PkgPath(), t.Name()}
		if name, _, named := strings.Cut(t.String(), "."); named && t.PkgPath() != numPkg {
			e.packages[t.PkgPath()] = name
		}
		if t.PkgPath() == "main" || t.Name() == "" || strings.ContainsAny(t.Name(), "[") || t.PkgPath() != "" && !token.IsExported(t.Name()) {
			return nil, fmt.Errorf("the element %s: %v cannot be named in another package: make it an exported type of a package that can be imported", e.name, t)
		}
	}
	for _, dictionary := range []any{a, a.Wide()} {
		if !reflect.ValueOf(dictionary).IsZero() {
			return nil, fmt.Errorf("the element %s: the arithmetic %T is not its zero value, which is what emitted code uses", e.name, dictionary)
		}
	}
	for _, n := range []struct {
		size *int
		x    any
	}{{&e.size, *new(E)}, {&e.wideSize, *new(W)}} {
		if *n.size = binary.Size(n.x); *n.size < 0 {
			return nil, fmt.Errorf("the element %s: %T has no fixed size: use numbers of sized types, such as float64 and int64", e.name, n.x)
		}
	}
	return e, nil
}

// Name is how entries and -elem call the element.
func (e *Element) Name() string { return e.name }

// Arithmetic is the type whose zero value is the element's arithmetic: the import path of its package, and its name.
func (e *Element) Arithmetic() (path, name string) { return e.arithmetic.path, e.arithmetic.name }

// Number is what plans are lowered to for an entry of this element in a package of another or the same one.
func (e *Element) Number(stored *Element) plan.Number {
	return plan.Number{Elem: e.lanes, Size: e.size, Wide: e.wideSize, Converts: e != stored}
}

// Bytes is the size of a value.
func (e *Element) Bytes(t op.Type) int {
	switch {
	case t.Kind == op.Selection:
		return 4 * t.Positions()
	case t.Precision == op.Wide:
		return e.wideSize * t.Shape.Volume()
	}
	return e.size * t.Shape.Volume()
}

// own reports whether the element is computed by the methods of its arithmetic.
func (e *Element) own() bool { return !e.lanes.HasOperators() }

// under is the element that an entry's posture computes in.
func (e *Element) under(entry *dsl.Entry) *Element {
	if entry.IsFast() && e.fast != nil {
		return e.fast
	}
	return e
}

// typeOf is the Go type of what a value of a type holds.
func (e *Element) typeOf(t op.Type) *jen.Statement {
	switch {
	case t.Kind == op.Selection:
		return jen.Int32()
	case t.Precision == op.Wide:
		return e.wide.code()
	}
	return e.number.code()
}

// field is the Go type of a value's field: a scalar by value, others as slices.
func (e *Element) field(t op.Type) *jen.Statement {
	if t.Kind == op.Number && t.Shape.Rank() == 0 {
		return e.typeOf(t)
	}
	return jen.Index().Add(e.typeOf(t))
}

// payload is the field of weights.Tensor that holds numbers of a type.
func (e *Element) payload(t op.Type) string {
	of := e.number
	if t.Precision == op.Wide {
		of = e.wide
	}
	switch of {
	case typeName{"", "float32"}:
		return "F32"
	case typeName{"", "float64"}:
		return "F64"
	case typeName{numPkg, "BFloat16"}:
		return "BF16"
	case typeName{"github.com/x448/float16", "Float16"}:
		return "F16"
	}
	return "Other"
}

// of is the arithmetic of numbers of a precision.
func (e *Element) of(p op.Precision) *jen.Statement {
	if p == op.Wide {
		return e.widening.value()
	}
	return e.arithmetic.value()
}

// lane is the Go type of a lane.
func (e *Element) lane(k loop.Kind) *jen.Statement {
	switch k {
	case loop.Wide:
		return e.wide.code()
	case loop.Truth:
		return jen.Bool()
	}
	return e.number.code()
}

// make is an expression of n elements of a fill.
func (e *Element) make(t op.Type, fill jen.Code, n int) *jen.Statement {
	if e.own() {
		return jen.Qual(overPkg, "Make").Call(fill, jen.Lit(n), e.of(t.Precision))
	}
	return jen.Qual(initPkg, "Make").Types(e.number.code()).Call(fill, jen.Lit(n))
}

// Elements are the elements of this module and some others, by name.
type Elements []*Element

// Builtin lists the elements of this module.
func Builtin() Elements {
	list := Elements{}
	for _, make := range []func() (*Element, error){
		func() (*Element, error) { return NewElement(num.F32{}) }, func() (*Element, error) { return NewElement(num.F64{}) },
		func() (*Element, error) { return NewElement(num.BF16{}) }, func() (*Element, error) { return NewElement(num.F16{}) },
	} {
		e, err := make()
		if err != nil {
			panic(err) // TestBuiltin
		}
		list = append(list, e)
	}
	return list
}

// With adds an element.
func (l Elements) With(e *Element) (Elements, error) {
	if e == nil {
		return nil, fmt.Errorf("an element needs its arithmetic")
	}
	if l.Find(e.name) != nil {
		return nil, fmt.Errorf("two elements are named %s", e.name)
	}
	return append(slices.Clone(l), e), nil
}

// Find is the element of a name, or nil.
func (l Elements) Find(name string) *Element {
	for _, e := range l {
		if e != nil && e.name == name {
			return e
		}
	}
	return nil
}

// Names lists them for messages.
func (l Elements) Names() string {
	var names []string
	for _, e := range l {
		if e != nil {
			names = append(names, e.name)
		}
	}
	return strings.Join(names, ", ")
}

// Choose is the element of an entry in a package of another one: the package's, or the entry's own choice. An entry of another element reads the slots
// of its package converted, so it cannot assign them.
func (l Elements) Choose(e *dsl.Entry, stored *Element) (*Element, error) {
	if e == nil || stored == nil {
		return nil, fmt.Errorf("an element is chosen by an entry, in a package of another")
	}
	name := e.ElementName()
	if name == "" || name == stored.name {
		return stored, nil
	}
	chosen := l.Find(name)
	switch {
	case chosen == nil:
		return nil, &dsl.Error{Source: e.Source, Call: "Export", Text: fmt.Sprintf("%s chooses the element %s, which nobody registered", e.Name, name), Fix: "use one of " + l.Names()}
	case len(e.Assigns()) > 0:
		return nil, &dsl.Error{
			Source: e.Source, Call: "Export", Text: fmt.Sprintf("%s computes in %s, but assigns slots, which hold %s", e.Name, name, stored.name),
			Fix: "leave Element out, or generate the package with -elem " + name,
		}
	}
	return chosen, nil
}
