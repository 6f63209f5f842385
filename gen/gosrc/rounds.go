package gosrc

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/plan"
)

// rooms names the slices that a function of rounds sees, in the order in which it mentions them: it captures none, so that calling it allocates
// nothing.
type rooms []string

// name is what the function calls a slice of its caller's.
func (r *rooms) name(b *plan.Buffer, caller string) string {
	if b.Place == plan.Local {
		return caller
	}
	k := slices.Index(*r, caller)
	if k < 0 {
		k = len(*r)
		*r = append(*r, caller)
	}
	return fmt.Sprintf("b[%d]", k)
}

// rounds emits a repetition whose rounds goroutines may share, unless a clock times each call, which add appends.
func (g *emitter) rounds(e *entry, v *variant, s *plan.Step, fed map[int]string, add func(to []jen.Code, code ...jen.Code) []jen.Code) jen.Code {
	var seen rooms
	g.inside = &seen
	var body []jen.Code
	for _, call := range s.Body {
		body = add(body, g.step(e, call, fed))
	}
	g.inside = nil
	scratch := jen.Nil()
	if len(v.code.Scratch) > 0 {
		scratch = jen.Id("e").Dot("scratch")
	}
	lane := jen.Index().Add(e.element.number.code())
	run := jen.Func().Params(
		jen.List(jen.Id("from"), jen.Id("to"), jen.Id("step")).Int(),
		jen.List(jen.Id("local"), jen.Id("scratch")).Add(lane),
		jen.Id("b").Qual(kernelPkg, "Buffers").Types(e.element.number.code()),
	).Block(
		jen.For(jen.Id("i").Op(":=").Id("from"), jen.Id("i").Op("<").Id("to"), jen.Id("i").Op("+=").Id("step")).Block(body...),
	)
	var buffers []jen.Code
	for _, name := range seen {
		buffers = append(buffers, jen.Op(name))
	}
	local := jen.Op(g.buffer(e, plan.Arg{Buffer: s.Local, Size: s.Local.Size}, fed))
	if g.o.Clock {
		return run.Call(jen.Lit(0), jen.Lit(s.Rounds), jen.Lit(1), local, scratch, jen.Qual(kernelPkg, "Buffers").Types(e.element.number.code()).Values(buffers...))
	}
	args := append([]jen.Code{jen.Lit(s.Rounds), jen.Lit(s.Phases), run, local, scratch}, buffers...)
	return jen.Qual(kernelPkg, "Rounds").Call(args...)
}
