package gosrc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

// steps emits the statements of a variant's code. fed maps an input to the expression of its slice.
func (g *emitter) steps(e *entry, v *variant, fed map[int]string) []jen.Code {
	var list []jen.Code
	laps := 0
	add := func(to []jen.Code, code ...jen.Code) []jen.Code {
		if g.o.Clock {
			code = append(code, lap(laps))
		}
		laps++
		return append(to, code...)
	}
	list = add(list) // what came before the steps
	for _, s := range v.code.Steps {
		list = append(list, g.comments(s)...)
		switch {
		case s.Relaid != nil:
			list = add(list, g.either(e, s, fed))
			continue
		case s.Rounds == 0:
			list = add(list, g.step(e, s, fed))
			continue
		case s.Local != nil:
			list = append(list, g.rounds(e, v, s, fed, add))
			continue
		}
		var body []jen.Code
		for _, call := range s.Body {
			body = add(body, g.step(e, call, fed))
		}
		list = append(list, jen.For(jen.Id("i").Op(":=").Range().Lit(s.Rounds)).Block(body...))
	}
	return list
}

// comments says what a step computes: one line per node.
func (g *emitter) comments(s *plan.Step) []jen.Code {
	var list []jen.Code
	for k, i := range s.Nodes {
		n := g.net.Node(i)
		words := strings.Fields(n.Line(i))
		if s.Again[k] {
			words = append(words, "again")
		}
		list = append(list, jen.Comment(fmt.Sprintf("%s: %s", place(n.Source), strings.Join(words, " "))))
	}
	return list
}

func (g *emitter) step(e *entry, s *plan.Step, fed map[int]string) jen.Code {
	args := make([]jen.Code, len(s.Args))
	for i, a := range s.Args {
		args[i] = g.argument(e, a, fed)
	}
	switch {
	case s.Group != nil:
		return jen.Id(s.Group.Name).Call(args...)
	case s.Kernel == "Convert":
		p := g.net.Node(s.Args[0].Buffer.Node).Type.Precision
		return jen.Qual(overPkg, "Convert").Call(args[0], e.element.of(p), args[1], g.element.of(p))
	case s.Kernel == "Sum" && !e.element.own():
		return jen.Add(args[0]).Index(jen.Lit(0)).Op("=").Qual(kernelPkg, "Sum").Call(args[1])
	case s.Kernel == "Clear":
		return jen.Id("clear").Call(args[0])
	case s.Kernel == "Copy":
		return jen.Copy(args[0], args[1])
	}
	return e.kernel(s.Package, s.Kernel).Call(args...)
}

// kernel names a function of runtime/kernel, of its counterpart for elements that bring their own arithmetic, or of the package of a pattern.
func (e *entry) kernel(pkg, function string) *jen.Statement {
	switch {
	case pkg != "":
	case e.element.own() && !slices.Contains(moving, function):
		pkg = overPkg
	default:
		pkg = kernelPkg
	}
	return jen.Qual(pkg, function)
}

// moving are the kernels that move elements, whatever they are.
var moving = []string{"Permute", "Place", "TakeAlong", "Gather"}

// arenaOf is the field of an executor in which buffers of numbers of a type lie.
func arenaOf(e *entry, t op.Type) string {
	if e.element.own() && t.Precision == op.Wide {
		return "wide"
	}
	return "arena"
}

// argument is the Go expression of a step's argument.
func (g *emitter) argument(e *entry, a plan.Arg, fed map[int]string) jen.Code {
	if a.Buffer == nil {
		return g.text(e, a.Text)
	}
	return jen.Op(g.buffer(e, a, fed))
}

// text is the Go expression of an argument that is no buffer.
func (g *emitter) text(e *entry, text string) jen.Code {
	if word, ok := strings.CutPrefix(text, "kernel."); ok {
		return jen.Qual(kernelPkg, word)
	}
	switch text {
	case "scratch":
		if g.inside != nil {
			return jen.Id("scratch")
		}
		return jen.Id("e").Dot("scratch")
	case plan.ElementArithmetic:
		return e.element.of(op.Element)
	case plan.WideArithmetic:
		return e.element.of(op.Wide)
	}
	return jen.Op(text)
}

// buffer is the Go expression of a buffer, or of a part of it.
func (g *emitter) buffer(e *entry, a plan.Arg, fed map[int]string) string {
	text, from := "", a.Offset
	switch b := a.Buffer; b.Place {
	case plan.Local:
		text, from = "local", from+b.Offset
	case plan.Arena:
		text, from = "e."+[...]string{loop.Number: "arena", loop.Wide: "wide", loop.Truth: "masks"}[b.Kind], from+b.Offset
	case plan.Indices:
		text, from = "e.indices", from+b.Offset
	case plan.Fed:
		text = fed[b.Node]
	case plan.Slot:
		text = g.slots[b.Node]
	case plan.Relaid:
		text = "relaid"
	default:
		text = g.leafName(b.Node, e.element)
	}
	if g.inside != nil {
		text = g.inside.name(a.Buffer, text)
	}
	if a.Cycle > 0 {
		return fmt.Sprintf("%s[%d+%d*(i%%%d):][:%d]", text, from, a.Advance, a.Cycle, a.Size)
	}
	if a.Advance > 0 { // within a repetition, counted by i
		return fmt.Sprintf("%s[%d+%d*i:][:%d]", text, from, a.Advance, a.Size)
	}
	whole := a.Buffer.Place != plan.Arena && a.Buffer.Place != plan.Local && a.Buffer.Place != plan.Indices && a.Size == a.Buffer.Size
	if whole {
		return text
	}
	return fmt.Sprintf("%s[%d:%d]", text, from, from+a.Size)
}

// value is the Go expression of the buffer in which a readable node stands.
func (g *emitter) value(e *entry, v *variant, i int, fed map[int]string) string {
	b := v.code.Value[i]
	return g.buffer(e, plan.Arg{Buffer: b, Size: b.Size}, fed)
}
