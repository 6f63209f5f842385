package gosrc

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/loop"
)

// A twin writes the loop over one group's lanes in Go: a line per instruction, except that a value with a single
// use may stand in its user's line if it is read from a buffer, or everywhere if it is a literal.
type twin struct {
	*groupKernel
	uses   []int  // by instruction: how often its value is used
	stored []bool // by instruction: whether its value is written
	rates  []int  // by instruction: how often its value is computed
	kinds  []loop.Kind
	inline []jen.Code
}

// twin writes the function gGo.
func (k *groupKernel) twin(f *jen.File) {
	t := newTwin(k)
	what := "n lanes"
	if k.ByRows() {
		what = "rows of n lanes"
	}
	f.Commentf("%sGo computes %s of %s.", k.Name, what, k.Name)
	f.Func().Id(k.Name + "Go").Params(k.runParams()...).BlockFunc(func(b *jen.Group) {
		t.dictionaries(b)
		t.lines(b, loop.PerCall)
		if !k.ByRows() {
			t.row(b, "=")
			return
		}
		b.For(jen.Id("r").Op(":=").Range().Id("rows")).BlockFunc(func(b *jen.Group) { t.row(b, ":=") })
	})
	f.Line()
}

func newTwin(k *groupKernel) *twin {
	t := &twin{groupKernel: k, rates: k.Rates(), kinds: k.Kinds()}
	t.uses = make([]int, len(k.Body))
	t.stored = make([]bool, len(k.Body))
	t.inline = make([]jen.Code, len(k.Body))
	named := make([]bool, len(k.Body)) // constants that may not be literals
	for _, in := range k.Body {
		onlyConstants := true
		for _, a := range in.Args {
			t.uses[a]++
			onlyConstants = onlyConstants && k.Body[a].Op == loop.Const
		}
		if onlyConstants {
			for _, a := range in.Args {
				named[a] = true // or Go would compute the expression exactly
			}
		}
	}
	for _, w := range k.Writes {
		t.uses[w.Value]++
		t.stored[w.Value] = true
	}
	for i, in := range k.Body {
		if in.Op != loop.Const || named[i] || k.own != nil {
			continue
		}
		if c, exact := literal(k.Elem, in.Value); exact {
			t.inline[i] = c
		}
	}
	return t
}

// row writes the loop over the lanes, assigning the buffers' slices by op, "=" or ":=".
func (t *twin) row(b *jen.Group, op string) {
	used := map[string]bool{}
	for _, w := range t.Writes {
		used[w.Name] = true
	}
	for _, in := range t.Body {
		if in.Op == loop.Read {
			used[t.Reads[in.Index].Name] = true
		}
	}
	var names, parts []jen.Code
	for _, a := range t.Accesses() {
		if !used[a.Name] {
			continue
		}
		part := jen.Id(a.Name)
		if s := 0; t.ByRows() {
			if s = t.RowStride(a.Name); s != 0 {
				part.Index(times("r", s), jen.Empty())
			}
		}
		if a.Inner() == 1 {
			part.Index(jen.Empty(), jen.Id("n"))
		}
		if a.Inner() == 1 || t.ByRows() && t.RowStride(a.Name) != 0 {
			names, parts = append(names, jen.Id(a.Name)), append(parts, part)
		}
	}
	b.List(names...).Op(op).List(parts...)
	t.lines(b, loop.PerRow)
	b.For(jen.Id("i").Op(":=").Range().Id("n")).BlockFunc(func(b *jen.Group) {
		t.lines(b, loop.PerLane)
		for _, w := range t.Writes {
			b.Id(w.Name).Index(jen.Id("i")).Op("=").Add(t.value(w.Value))
		}
	})
}

// lines writes the definitions of the values of one rate.
func (t *twin) lines(b *jen.Group, rate int) {
	for i := range t.Body {
		if t.rates[i] == rate {
			t.line(b, i)
		}
	}
}

// line writes the definition of one value, if it has a line of its own.
func (t *twin) line(b *jen.Group, i int) {
	in := &t.Body[i]
	if t.inline[i] != nil || t.uses[i] == 0 {
		return
	}
	v := fmt.Sprintf("v%d", i)
	define := func(expr jen.Code, note string) {
		s := b.Id(v).Op(":=").Add(expr)
		if note != "" {
			s.Comment(note)
		}
	}
	switch in.Op {
	case loop.Read:
		element := jen.Id(t.Reads[in.Index].Name)
		switch s := t.Reads[in.Index].Inner(); s {
		case 0:
			element.Index(jen.Lit(0))
		default:
			element.Index(times("i", s))
		}
		if t.rates[i] == loop.PerLane && t.uses[i] == 1 && !(t.stored[i] && len(t.Writes) > 1) { // all reads come before the first write
			t.inline[i] = element
			return
		}
		define(element, in.Note)
	case loop.Const:
		if t.own != nil {
			define(t.dictionary(in.Kind).Dot("FromFloat64").Call(exact(in.Value)), "")
			return
		}
		c, _ := literal(t.Elem, in.Value)
		define(jen.Add(t.elem()).Call(c), strconv.FormatFloat(in.Value, 'g', -1, 64))
	default:
		args := make([]jen.Code, len(in.Args))
		for j, a := range in.Args {
			args[j] = t.value(a)
		}
		if t.own != nil {
			t.call(b, v, i, args)
			return
		}
		if statements := groupStatements[in.Op]; statements != nil {
			statements(b, v, t.Elem, args, in.Note)
			return
		}
		define(groupExpressions[in.Op](t.Elem, args), in.Note)
	}
}

// value is an operand: a variable, an element or a literal.
func (t *twin) value(i int) jen.Code {
	if t.inline[i] != nil {
		return t.inline[i]
	}
	return jen.Id(fmt.Sprintf("v%d", i))
}

func times(counter string, stride int) *jen.Statement {
	if stride == 1 {
		return jen.Id(counter)
	}
	return jen.Id(counter).Op("*").Lit(stride)
}

// literal writes a constant rounded to the element. It is exact if it is a Go literal of that value, which neither NaN
// nor an infinity nor -0 has.
func literal(e loop.Elem, v float64) (c jen.Code, exact bool) {
	size := 64
	if e == loop.F32 {
		v, size = float64(float32(v)), 32
	}
	if v-v == 0 && !(v == 0 && math.Signbit(v)) {
		return jen.Op(strconv.FormatFloat(v, 'g', -1, size)), true
	}
	switch {
	case e == loop.F32 && v != v:
		return jen.Qual("math", "Float32frombits").Call(jen.Qual(numPath, "CanonicalNaN32")), false
	case e == loop.F32:
		return jen.Qual("math", "Float32frombits").Call(jen.Op(fmt.Sprintf("0x%08x", math.Float32bits(float32(v))))), false
	case v != v:
		return jen.Qual("math", "Float64frombits").Call(jen.Qual(numPath, "CanonicalNaN64")), false
	}
	return jen.Qual("math", "Float64frombits").Call(jen.Op(fmt.Sprintf("0x%016x", math.Float64bits(v)))), false
}
