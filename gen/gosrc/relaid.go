package gosrc

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/plan"
)

// relay notes the copies of parameters that code reads, and reports whether there are any.
func (g *emitter) relay(code *plan.Code) bool {
	any := false
	for _, s := range code.Steps {
		if s.Relaid == nil {
			continue
		}
		any = true
		if b := copied(s.Relaid); g.relaidAt(b) < 0 {
			g.relaid = append(g.relaid, b)
		}
	}
	return any
}

// copied is the copy that a product reads.
func copied(s *plan.Step) *plan.Buffer {
	k := slices.IndexFunc(s.Args, func(a plan.Arg) bool { return a.Buffer != nil && a.Buffer.Place == plan.Relaid })
	return s.Args[k].Buffer
}

// relaidAt is the place of a copy in Params, or -1.
func (g *emitter) relaidAt(b *plan.Buffer) int {
	return slices.IndexFunc(g.relaid, func(o *plan.Buffer) bool { return o.Node == b.Node && o.Rows == b.Rows })
}

// relaidBytes is the size of all copies.
func (g *emitter) relaidBytes() int {
	size := 0
	for _, b := range g.relaid {
		size += g.element.Bytes(g.net.Node(b.Node).Type)
	}
	return size
}

// relaidField is the field of Params for the copies.
func (g *emitter) relaidField() jen.Code {
	return jen.Id("relaid").Index(jen.Lit(len(g.relaid))).Qual(kernelPkg, "Relaid").Types(g.element.number.code())
}

// refresh emits the method that makes the copies.
func (g *emitter) refresh(f *jen.File) {
	body := []jen.Code{jen.If(jen.Id("p").Op("==").Nil()).Block(jen.Return())}
	for k, b := range g.relaid {
		body = append(body, jen.Id("p").Dot("relaid").Index(jen.Lit(k)).Dot("Copy").Call(jen.Op(g.slots[b.Node]), jen.Lit(b.Rows), jen.Lit(b.Size/b.Rows)))
	}
	f.Comment("Refresh makes the transposed copies anew. Call it after elements of a field were written by hand, and not while an entry runs. Copies serve the vector")
	f.Comment("kernels: in pure Go there are none.")
	f.Func().Params(jen.Id("p").Op("*").Id("Params")).Id("Refresh").Params().Block(body...)
}

// either emits a product by the copy of a parameter, or by the parameter where no copy stands for it.
func (g *emitter) either(e *entry, s *plan.Step, fed map[int]string) jen.Code {
	b := copied(s.Relaid)
	of := jen.Id("p").Dot("relaid").Index(jen.Lit(g.relaidAt(b))).Dot("Of").Call(jen.Op(g.slots[b.Node]))
	return jen.If(jen.Id("relaid").Op(":=").Add(of), jen.Id("relaid").Op("!=").Nil()).Block(g.step(e, s.Relaid, fed)).Else().Block(g.step(e, s, fed))
}

// loaded begins the case of an entry's test: its slots, and their values.
func (g *emitter) loaded(e *entry, decls, names []jen.Code) []jen.Code {
	if len(names) == 0 {
		return decls
	}
	body := append(decls, jen.Id("c").Dot("Load").Call(names...))
	if e.relaid {
		body = append(body, jen.Id("p").Op("=").Id("form").Call(jen.Id("p")))
	}
	return body
}

// inForms repeats a case for all forms of Params, where they matter.
func (g *emitter) inForms(e *entry, body []jen.Code) []jen.Code {
	if !e.relaid {
		return body
	}
	return []jen.Code{jen.For(jen.List(jen.Id("_"), jen.Id("form")).Op(":=").Range().Id("forms")).Block(body...)}
}

// forms emits the ways in which parameters of the same values can hold copies.
func (g *emitter) forms(f *jen.File) {
	p := jen.Op("*").Add(g.own("Params"))
	form := func(body ...jen.Code) jen.Code {
		return jen.Line().Func().Params(jen.Id("p").Add(p.Clone())).Add(p.Clone()).Block(body...)
	}
	clone := []jen.Code{jen.Id("c").Op(":=").Id("p").Dot("Clone").Call()}
	var replace []jen.Code
	done := map[int]bool{}
	for _, b := range g.relaid {
		if slot := g.slots[b.Node]; !done[b.Node] {
			done[b.Node] = true
			clone = append(clone, jen.Id("clear").Call(jen.Op(slot)))
			replace = append(replace, jen.Op(slot).Op("=").Qual("slices", "Clone").Call(jen.Op(slot)))
		}
	}
	clone = append(clone, jen.Id("p").Dot("Refresh").Call(), jen.Return(jen.Id("c")))
	f.Comment("forms make the same parameters: as they are, with their copies; as a clone of others that are written afterwards; with slices that nobody copied.")
	f.Var().Id("forms").Op("=").Index().Func().Params(p.Clone()).Add(p.Clone()).Values(
		form(jen.Return(jen.Id("p"))), form(clone...), form(append(replace, jen.Return(jen.Id("p")))...), jen.Line())
}
