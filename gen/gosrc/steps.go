package gosrc

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/plan"
)

// steps emits the statements of a variant's code. fed maps an input to the expression of its slice.
func (g *emitter) steps(v *variant, fed map[int]string) []jen.Code {
	var list []jen.Code
	for _, s := range v.code.Steps {
		list = append(list, g.comments(s)...)
		if s.Rounds == 0 {
			list = append(list, g.step(v, s, fed))
			continue
		}
		var body []jen.Code
		for _, call := range s.Body {
			body = append(body, g.step(v, call, fed))
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

func (g *emitter) step(v *variant, s *plan.Step, fed map[int]string) jen.Code {
	args := make([]jen.Code, len(s.Args))
	for i, a := range s.Args {
		args[i] = g.argument(v, a, fed)
	}
	switch {
	case s.Group != nil:
		return jen.Id(s.Group.Name).Call(args...)
	case s.Kernel == "Sum":
		return jen.Add(args[0]).Index(jen.Lit(0)).Op("=").Qual(kernelPkg, "Sum").Call(args[1])
	case s.Kernel == "Copy":
		return jen.Copy(args[0], args[1])
	}
	return g.kernel(s.Package, s.Kernel).Call(args...)
}

// kernel names a function of runtime/kernel, or of the package of a pattern.
func (g *emitter) kernel(pkg, function string) *jen.Statement {
	if pkg == "" {
		pkg = kernelPkg
	}
	return jen.Qual(pkg, function)
}

// argument is the Go expression of a step's argument.
func (g *emitter) argument(v *variant, a plan.Arg, fed map[int]string) jen.Code {
	b := a.Buffer
	if b == nil {
		if word, ok := strings.CutPrefix(a.Text, "kernel."); ok {
			return jen.Qual(kernelPkg, word)
		}
		if a.Text == "scratch" {
			return jen.Id("e").Dot("scratch")
		}
		return jen.Op(a.Text)
	}
	return jen.Op(g.buffer(a, fed))
}

// buffer is the Go expression of a buffer, or of a part of it.
func (g *emitter) buffer(a plan.Arg, fed map[int]string) string {
	text, from := "", a.Offset
	switch b := a.Buffer; b.Place {
	case plan.Arena:
		text, from = "e.arena", from+b.Offset
	case plan.Indices:
		text, from = "e.indices", from+b.Offset
	case plan.Fed:
		text = fed[b.Node]
	case plan.Slot:
		text = g.slots[b.Node]
	default:
		text = leafName(b.Node)
	}
	if a.Advance > 0 { // within a repetition, counted by i
		return fmt.Sprintf("%s[%d+%d*i:][:%d]", text, from, a.Advance, a.Size)
	}
	whole := a.Buffer.Place != plan.Arena && a.Buffer.Place != plan.Indices && a.Size == a.Buffer.Size
	if whole {
		return text
	}
	return fmt.Sprintf("%s[%d:%d]", text, from, from+a.Size)
}

// value is the Go expression of the buffer in which a readable node stands.
func (g *emitter) value(v *variant, i int, fed map[int]string) string {
	b := v.code.Value[i]
	return g.buffer(plan.Arg{Buffer: b, Size: b.Size}, fed)
}
