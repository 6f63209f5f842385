package gosrc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// executorFile holds an entry that is run as a whole: its inputs, its results and its executor.
func (g *emitter) executorFile(e *entry) *jen.File {
	f := g.file(g.o.Package)
	f.Const().Id("_").Op("=").Id(g.tie)
	v := e.variants[0]
	g.inType(f, e)
	g.outType(f, e, v)
	g.defaults(f, e)

	f.Commentf("%s runs the %sentry of %s. It holds scratch only; use one per goroutine.", e.name, fast(v), place(v.entry.Source))
	f.Type().Id(e.name).Struct(g.scratchFields(e, v)...)
	g.newFunc(f, e, v)

	var params []jen.Code
	params = append(params, g.tableParams(e)...)
	params = append(params, jen.Id("in").Id(e.name+"In"))
	result := jen.Id(e.name + "Out")
	body := []jen.Code{jen.If(jen.Id("e").Op("==").Nil().Op("||").Id("e").Dot("arena").Op("==").Nil()).Block(
		jen.Return(jen.Add(result).Values(), jen.Qual(feedPkg, "Missing").Call(jen.Lit(g.o.Package+"."+e.name+": the executor's arena"), jen.Lit("New"+e.name))))}
	body = append(body, g.checks(e)...)
	fed := map[int]string{}
	for _, i := range e.inputs {
		n := g.net.Node(i)
		fed[i] = "in." + exported(n.Name)
		if n.Type.Kind == op.Number && n.Type.Shape.Rank() == 0 {
			field := unexported(n.Name, "Scalar")
			body = append(body, jen.Id("e").Dot(field).Index(jen.Lit(0)).Op("=").Add(g.scalarValue(i)))
			fed[i] = "e." + field + "[:]"
		}
	}
	body = append(body, g.steps(e, v, fed)...)
	body = append(body, jen.Return(jen.Add(result).Values(g.results(e, v, fed)), jen.Nil()))
	f.Comment("Run computes the results" + g.effect(v) + " Every input is checked first; on an error nothing has changed.")
	f.Comment("Slices of the result are valid until the next Run.")
	f.Func().Params(jen.Id("e").Op("*").Id(e.name)).Id("Run").Params(params...).Params(result.Clone(), jen.Error()).Block(body...)
	return f
}

// fast labels an entry that may differ from the interpreter's bits.
func fast(v *variant) string {
	if v.entry.IsFast() {
		return "fast "
	}
	return ""
}

// effect says what a run changes.
func (g *emitter) effect(v *variant) string {
	if n := len(v.entry.Assigns()); n > 0 {
		return fmt.Sprintf(" and assigns %d slots.", n)
	}
	return "."
}

// tableParams are the parameters that carry slots.
func (g *emitter) tableParams(e *entry) []jen.Code {
	var list []jen.Code
	if e.params {
		list = append(list, jen.Id("p").Op("*").Id("Params"))
	}
	if e.state {
		list = append(list, jen.Id("s").Op("*").Id("State"))
	}
	return list
}

// optionalScalar reports whether an input is a scalar with a default.
func (g *emitter) optionalScalar(i int) bool {
	n := g.net.Node(i)
	o, ok := n.Op.(op.Input)
	return ok && o.Default != nil && n.Type.Shape.Rank() == 0
}

func (g *emitter) inType(f *jen.File, e *entry) {
	var fields []jen.Code
	for _, i := range e.inputs {
		n := g.net.Node(i)
		typ := e.element.field(n.Type)
		if g.optionalScalar(i) {
			typ = jen.Op("*").Add(typ)
		}
		note := n.Name + " " + n.Type.Shape.String()
		if n.Type.Kind == op.Selection {
			note += ", class indices"
		}
		if o, ok := n.Op.(op.Input); ok && o.Default != nil {
			note += "; nil: the recorded default"
		}
		fields = append(fields, jen.Id(exported(n.Name)).Add(typ).Comment(note))
	}
	f.Commentf("%sIn is what a run of %s reads.", e.name, e.name)
	f.Type().Id(e.name + "In").Struct(fields...)
}

func (g *emitter) outType(f *jen.File, e *entry, v *variant) {
	var fields []jen.Code
	for _, i := range v.entry.Readable() {
		n := g.net.Node(i)
		fields = append(fields, jen.Id(exported(n.Name)).Add(e.element.field(n.Type)).Comment(n.Name+" "+n.Type.Shape.String()))
	}
	f.Commentf("%sOut is what a run of %s computes.", e.name, e.name)
	f.Type().Id(e.name + "Out").Struct(fields...)
}

// results fills the Out struct.
func (g *emitter) results(e *entry, v *variant, fed map[int]string) jen.Dict {
	d := jen.Dict{}
	for _, i := range v.entry.Readable() {
		n := g.net.Node(i)
		text := g.value(e, v, i, fed)
		if n.Type.Kind == op.Number && n.Type.Shape.Rank() == 0 {
			text += "[0]"
		}
		d[jen.Id(exported(n.Name))] = jen.Op(text)
	}
	return d
}

// defaults emits the tables of inputs that may stay nil.
func (g *emitter) defaults(f *jen.File, e *entry) {
	for _, i := range e.inputs {
		if o, ok := g.net.Node(i).Op.(op.Input); ok && o.Default != nil {
			f.Var().Id(defaultName(e, i)).Op("=").Add(e.element.make(g.net.Node(i).Type, fillLiteral(*o.Default), g.net.Node(i).Type.Shape.Volume()))
		}
	}
}

func defaultName(e *entry, i int) string { return fmt.Sprintf("default%s%d", e.name, i) }

// scratchFields are what an executor holds.
func (g *emitter) scratchFields(e *entry, v *variant) []jen.Code {
	fields := g.arenaFields(e, v)
	for _, i := range e.inputs {
		if n := g.net.Node(i); n.Type.Kind == op.Number && n.Type.Shape.Rank() == 0 {
			fields = append(fields, jen.Id(unexported(n.Name, "Scalar")).Index(jen.Lit(1)).Add(e.element.typeOf(n.Type)))
		}
	}
	return fields
}

// newFunc emits the constructor of an executor.
func (g *emitter) newFunc(f *jen.File, e *entry, v *variant) {
	name := "New" + e.name
	f.Commentf("%s allocates an executor with its arena of %s and what the kernels want beside it.", name, bytesText(v.code.Bytes()))
	f.Func().Id(name).Params().Op("*").Id(e.name).Block(jen.Return(jen.Op("&").Id(e.name).Values(g.arenas(e, v))))
}

// arenaFields are the fields of an executor that hold values between steps.
func (g *emitter) arenaFields(e *entry, v *variant) []jen.Code {
	fields := []jen.Code{jen.Id("arena").Index().Add(e.element.number.code())}
	if v.code.Wides > 0 {
		fields = append(fields, jen.Id("wide").Index().Add(e.element.wide.code()))
	}
	if v.code.Truths > 0 {
		fields = append(fields, jen.Id("masks").Index().Bool())
	}
	if len(v.code.Scratch) > 0 {
		fields = append(fields, jen.Id("scratch").Index().Add(e.element.wide.code()))
	}
	if v.code.Positions > 0 {
		fields = append(fields, jen.Id("indices").Index().Int32())
	}
	return fields
}

// arenas allocates them. How much scratch the kernels want is asked of the runtime that is linked.
func (g *emitter) arenas(e *entry, v *variant) jen.Dict {
	arena := func(lane, size jen.Code) jen.Code {
		return jen.Qual(kernelPkg, "Arena").Types(lane).Call(size)
	}
	d := jen.Dict{jen.Id("arena"): arena(e.element.number.code(), jen.Lit(v.code.Elements))}
	if v.code.Wides > 0 {
		d[jen.Id("wide")] = arena(e.element.wide.code(), jen.Lit(v.code.Wides))
	}
	if v.code.Truths > 0 {
		d[jen.Id("masks")] = arena(jen.Bool(), jen.Lit(v.code.Truths))
	}
	if needs := v.code.Scratch; len(needs) > 0 {
		calls := make([]jen.Code, len(needs))
		for i, n := range needs {
			args := make([]jen.Code, len(n.Args))
			for k, text := range n.Args {
				args[k] = g.text(e, text)
			}
			calls[i] = jen.Line().Add(e.kernel(n.Package, n.Function)).Call(args...)
		}
		d[jen.Id("scratch")] = arena(e.element.wide.code(), jen.Id("max").Call(append(calls, jen.Line())...))
	}
	if v.code.Positions > 0 {
		d[jen.Id("indices")] = jen.Make(jen.Index().Int32(), jen.Lit(v.code.Positions))
	}
	return d
}

// scalarValue reads a scalar input.
func (g *emitter) scalarValue(i int) jen.Code {
	field := jen.Id("in").Dot(exported(g.net.Node(i).Name))
	if g.optionalScalar(i) {
		return jen.Op("*").Add(field)
	}
	return field
}

// checks compare every length, index and slot before anything is written.
func (g *emitter) checks(e *entry) []jen.Code {
	var list []jen.Code
	fail := func(call jen.Code) jen.Code {
		return jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id(e.name+"Out").Values(), jen.Err()))
	}
	for _, i := range e.inputs {
		n := g.net.Node(i)
		field := jen.Id("in").Dot(exported(n.Name))
		if o, ok := n.Op.(op.Input); ok && o.Default != nil {
			value := jen.Id(defaultName(e, i))
			if n.Type.Shape.Rank() == 0 {
				value = jen.Op("&").Add(value).Index(jen.Lit(0))
			}
			list = append(list, jen.If(field.Clone().Op("==").Nil()).Block(field.Clone().Op("=").Add(value)))
		}
		switch {
		case n.Type.Kind == op.Selection:
			list = append(list, fail(jen.Qual(feedPkg, "Labels").Call(g.site(e, i), field, jen.Lit(n.Type.Positions()), jen.Lit(n.Type.Classes()))))
		case n.Type.Shape.Rank() > 0:
			list = append(list, fail(jen.Qual(feedPkg, "Length").Call(g.site(e, i), jen.Len(field), jen.Lit(n.Type.Shape.Volume()))))
			if arena := arenaOf(e, n.Type); arena == "arena" || e.variants[0].code.Wides > 0 {
				list = append(list, fail(jen.Qual(feedPkg, "Apart").Call(g.site(e, i), field.Clone(), jen.Id("e").Dot(arena))))
			}
		}
	}
	list = append(list, g.slotChecks(e, fail)...)
	list = append(list, g.separate(e, fail)...)
	list = append(list, g.distinct(e, fail)...)
	return append(list, fail(jen.Qual(kernelPkg, "Control").Call()))
}

// separate refuses inputs that share memory with a slot that the run assigns, perhaps before it has read the input.
func (g *emitter) separate(e *entry, fail func(jen.Code) jen.Code) []jen.Code {
	var list []jen.Code
	for _, i := range e.inputs {
		n := g.net.Node(i)
		if n.Type.Kind != op.Number || n.Type.Shape.Rank() == 0 {
			continue
		}
		for _, a := range e.variants[0].entry.Assigns() {
			if a.Slot.Type().Precision == n.Type.Precision {
				slot := g.slots[a.Slot.Index()]
				list = append(list, fail(jen.Qual(feedPkg, "Separate").Call(g.site(e, i), jen.Id("in").Dot(exported(n.Name)), jen.Op(slot), jen.Lit(slot))))
			}
		}
	}
	return list
}

// distinct refuses slots that share memory where the run assigns one of them.
func (g *emitter) distinct(e *entry, fail func(jen.Code) jen.Code) []jen.Code {
	var list []jen.Code
	for _, precision := range []op.Precision{op.Element, op.Wide} {
		var assigned, read []int
		for _, i := range g.touched(e) {
			of := func(a dsl.Assign) bool { return a.Slot.Index() == i }
			switch {
			case g.net.Node(i).Type.Precision != precision:
			case slices.ContainsFunc(e.variants[0].entry.Assigns(), of):
				assigned = append(assigned, i)
			default:
				read = append(read, i)
			}
		}
		slots := slices.Concat(assigned, read)
		if len(assigned) == 0 || len(slots) == 1 {
			continue
		}
		names := make([]string, len(slots))
		lists := make([]jen.Code, len(slots))
		for k, i := range slots {
			names[k], lists[k] = g.slots[i], jen.Op(g.slots[i])
		}
		site := jen.Lit(g.o.Package + "." + e.name)
		list = append(list, fail(jen.Qual(feedPkg, "Distinct").Call(append([]jen.Code{site, jen.Lit(strings.Join(names, " ")), jen.Lit(len(assigned))}, lists...)...)))
	}
	return list
}

// slotChecks compare the lengths of the slots that an entry touches.
func (g *emitter) slotChecks(e *entry, fail func(jen.Code) jen.Code) []jen.Code {
	list := g.nilChecks(e, fail)
	for _, i := range g.touched(e) {
		list = append(list, fail(jen.Qual(feedPkg, "Length").Call(g.site(e, i), jen.Len(jen.Op(g.slots[i])), jen.Lit(g.net.Node(i).Type.Shape.Volume()))))
	}
	return list
}

// touched lists the slots that an entry reads or assigns.
func (g *emitter) touched(e *entry) []int {
	touched := map[int]bool{}
	for _, v := range e.variants {
		for _, i := range v.code.Plan.Nodes {
			touched[i] = true
		}
		for _, a := range v.entry.Assigns() {
			touched[a.Slot.Index()] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(g.net.Slots()), func(i int) bool { return !touched[i] })
}

// nilChecks refuse tables that were never made.
func (g *emitter) nilChecks(e *entry, fail func(jen.Code) jen.Code) []jen.Code {
	var list []jen.Code
	for _, t := range []struct {
		used    bool
		id, typ string
	}{{e.params, "p", "Params"}, {e.state, "s", "State"}} {
		if t.used {
			call := jen.Qual(feedPkg, "Missing").Call(jen.Lit(g.o.Package+"."+e.name+": "+t.id), jen.Lit("Init"+t.typ+", Read"+t.typ+" or Open"+t.typ))
			list = append(list, jen.If(jen.Id(t.id).Op("==").Nil()).Block(fail(call)))
		}
	}
	return list
}

// site names an input or slot in messages: its entry, Go name, recorded name, shape and line.
func (g *emitter) site(e *entry, i int) jen.Code {
	n := g.net.Node(i)
	name := exported(n.Name)
	if text, slot := g.slots[i]; slot {
		name = text
	}
	shape := n.Type.Shape.String()
	return jen.Lit(fmt.Sprintf("%s: %s: %s %s of %s", g.o.Package+"."+e.name, name, n.Name, shape, place(n.Source)))
}
