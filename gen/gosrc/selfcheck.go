package gosrc

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// checkFill is what SelfCheck feeds to an input: numbers from a stream that begins at the input's node.
func checkFill(i int) initial.Fill {
	return initial.Fill{Kind: initial.Uniform, State: uint64(i), Scale: 0.5}
}

// selfCheck emits SelfCheck: every entry runs once on the recorded initial values, and a digest of all that it computed is compared with the
// interpreter's, which is taken here.
func (g *emitter) selfCheck(f *jen.File) error {
	var body []jen.Code
	for _, e := range g.entries {
		for _, v := range e.variants {
			if volume := v.volume(); volume > maxChecked {
				body = append(body, jen.Comment(fmt.Sprintf("%s is not run: it computes %d elements.", e.name, volume)))
				continue
			}
			golden, err := e.element.under(v.entry).oracle.answer(g.net, v, g.inputsOf(v), g.element.oracle.slots(g.net))
			if err != nil {
				return fmt.Errorf("the interpreter refused to run %s: %w", e.name, err)
			}
			body = append(body, jen.Block(g.checkEntry(e, v, golden)...))
		}
	}
	body = append(body, jen.Return(jen.Nil()))
	f.Comment("SelfCheck runs every entry once and compares a digest of what it computes with the interpreter's, taken when this package was generated.")
	f.Func().Id("SelfCheck").Params().Error().Block(body...)
	return nil
}

// maxChecked bounds the elements of an entry that the interpreter is run on when a package is generated.
const maxChecked = 1 << 27

// volume counts the elements of all values that an entry computes.
func (v *variant) volume() int {
	total := 0
	for _, i := range v.code.Plan.Nodes {
		if total += v.code.Plan.Net.Node(i).Type.Shape.Volume(); total > maxChecked {
			break
		}
	}
	return total
}

// assigned lists the slots that an entry assigns.
func (g *emitter) assigned(v *variant) []int {
	var list []int
	for _, a := range v.entry.Assigns() {
		list = append(list, a.Slot.Index())
	}
	return list
}

// checkEntry emits the run of one entry and the comparison.
func (g *emitter) checkEntry(e *entry, v *variant, golden string) []jen.Code {
	var body, tensors, names []jen.Code
	for _, table := range []struct {
		used    bool
		id, typ string
	}{{e.params, "p", "Params"}, {e.state, "s", "State"}} {
		if table.used {
			body = append(body, jen.Id(table.id).Op(":=").Id("Init"+table.typ).Call())
			names = append(names, jen.Id(table.id))
		}
	}
	tensorLit := func(i int, values jen.Code) { tensors = append(tensors, g.tensor(e.element, i, values)) }
	if v.entry.Rows() > 0 {
		args := []jen.Code{}
		for _, root := range v.entry.Roots() {
			n := g.net.Node(root.Index())
			id := unexported(n.Name, "Got")
			body = append(body, jen.Id(id).Op(":=").Make(jen.Index().Add(e.element.typeOf(n.Type)), jen.Lit(size(n.Type))))
			args = append(args, jen.Id(id))
			if n.Type.Kind == op.Number {
				tensorLit(root.Index(), jen.Id(id))
			}
		}
		args = append(args, names...)
		for _, i := range g.inputsOf(v) {
			args = append(args, g.checkInput(e, i))
		}
		body = append(body, jen.If(jen.Err().Op(":=").Id(e.name).Call(args...), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())))
	} else {
		in := jen.Dict{}
		for _, i := range e.inputs {
			value := g.checkInput(e, i)
			if g.optionalScalar(i) {
				value = jen.Op("&").Add(e.element.make(g.net.Node(i).Type, fillLiteral(checkFill(i)), 1)).Index(jen.Lit(0))
			}
			in[jen.Id(exported(g.net.Node(i).Name))] = value
		}
		out := "out"
		for _, i := range v.entry.Readable() {
			n := g.net.Node(i)
			field := jen.Id("out").Dot(exported(n.Name))
			switch {
			case n.Type.Kind == op.Selection:
			case n.Type.Shape.Rank() == 0:
				tensorLit(i, jen.Index().Add(e.element.typeOf(n.Type)).Values(field))
			default:
				tensorLit(i, field)
			}
		}
		if len(tensors) == 0 {
			out = "_"
		}
		args := append(names, jen.Id(e.name+"In").Values(in))
		body = append(body,
			jen.List(jen.Id(out), jen.Err()).Op(":=").Id("New"+e.name).Call().Dot("Run").Call(args...),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())))
	}
	for _, i := range g.assigned(v) {
		tensorLit(i, jen.Op(g.slots[i]))
	}
	name := e.name
	if n := v.entry.Rows(); n > 0 {
		name = fmt.Sprintf("%s in a bucket of %d", name, n)
	}
	return append(body,
		jen.Id("got").Op(":=").Qual(weightPkg, "Digest").Call(jen.Qual(weightPkg, "List").Values(append(tensors, jen.Line())...)),
		jen.If(jen.Id("got").Op("!=").Lit(golden)).Block(
			jen.Return(jen.Qual("fmt", "Errorf").Call(jen.Lit(g.o.Package+": "+name+" computes a result of digest %s on this machine, want "+golden), jen.Id("got")))))
}

// checkInput is the value that SelfCheck feeds to an input.
func (g *emitter) checkInput(e *entry, i int) jen.Code {
	n := g.net.Node(i)
	switch {
	case n.Type.Kind == op.Selection:
		return jen.Qual(feedPkg, "Cycle").Call(jen.Lit(n.Type.Positions()), jen.Lit(n.Type.Classes()))
	case n.Type.Shape.Rank() == 0:
		return e.element.make(g.net.Node(i).Type, fillLiteral(checkFill(i)), 1).Index(jen.Lit(0))
	}
	return e.element.make(n.Type, fillLiteral(checkFill(i)), n.Type.Shape.Volume())
}
