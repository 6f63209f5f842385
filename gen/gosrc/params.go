package gosrc

import (
	"fmt"
	"math"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// packageFile holds the package's documentation, its identity and its tables.
func (g *emitter) packageFile() (*jen.File, error) {
	f := g.file(g.o.Package)
	f.PackageComment(g.o.comment())
	f.Comment("Identity of this generation: every file of the package mentions it, so that files of two generations do not compile together.")
	f.Const().Id(g.tie).Op("=").Lit(1)
	f.Comment("A mismatch between this package and the runtime that it links is a compile error.")
	f.Const().Id("_").Op("=").Qual(kernelPkg, "Format1")
	g.table(f, "Params", "p", "the trainable parameters, row-major in their recorded shapes. It is the caller's", g.params)
	g.table(f, "State", "s", "what entries carry from run to run beside the parameters. It is the caller's", g.state)
	g.identity(f)
	emitted := map[string]bool{}
	for _, e := range g.entries {
		for _, v := range e.variants {
			for _, i := range v.code.Constants() {
				if name := g.leafName(i, e.element); !emitted[name] {
					emitted[name] = true
					g.constant(f, i, e.element)
				}
			}
		}
	}
	if g.o.Clock {
		return f, nil
	}
	return f, g.selfCheck(f)
}

// constant is the table of a leaf that is not uniform.
func (g *emitter) constant(f *jen.File, i int, element *Element) {
	n := g.net.Node(i)
	name := g.leafName(i, element)
	f.Comment(fmt.Sprintf("%s is node %d, a leaf %v.", name, i, n.Type.Shape))
	f.Var().Id(name).Op("=").Add(element.make(n.Type, fillLiteral(n.Op.(op.Leaf).Fill), n.Type.Shape.Volume()))
}

// leafName is the table of a leaf in the element of some entries.
func (g *emitter) leafName(i int, element *Element) string {
	if element != g.element {
		return fmt.Sprintf("leaf_%d_%s", i, element.name)
	}
	return fmt.Sprintf("leaf_%d", i)
}

// fillLiteral is the composite literal of a fill, its floats exact.
func fillLiteral(f initial.Fill) jen.Code {
	d := jen.Dict{}
	switch f.Kind {
	case initial.Const:
		if f.Value != 0 || math.Signbit(f.Value) {
			d[jen.Id("Value")] = exact(f.Value)
		}
	case initial.Values:
		var list []jen.Code
		for _, v := range f.List {
			list = append(list, exact(v))
		}
		d[jen.Id("Kind")] = jen.Qual(initPkg, "Values")
		d[jen.Id("List")] = jen.Index().Float64().Values(list...)
	default:
		kinds := map[initial.Kind]string{initial.Uniform: "Uniform", initial.Normal: "Normal", initial.Dropout: "Dropout"}
		d[jen.Id("Kind")] = jen.Qual(initPkg, kinds[f.Kind])
		d[jen.Id("State")] = jen.Op(fmt.Sprintf("%#x", f.State))
		d[jen.Id("Scale")] = exact(f.Scale)
	}
	return jen.Qual(initPkg, "Fill").Values(d)
}

// exact is a float64 expression with exactly these bits.
func exact(v float64) jen.Code {
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 && math.Signbit(v) {
		return jen.Qual("math", "Float64frombits").Call(jen.Op(fmt.Sprintf("%#x", math.Float64bits(v))))
	}
	return jen.Op(fmt.Sprintf("%v", v))
}

// table emits Params or State: the type, its tensors, its life.
func (g *emitter) table(f *jen.File, name, receiver, what string, t *tree) {
	if len(t.children) == 0 {
		return
	}
	f.Commentf("%s holds %s.", name, what)
	fields, refresh := g.fields(t.children), []jen.Code(nil)
	if len(g.relaid) > 0 && t == g.params {
		f.Comment("It owns transposed copies of some besides, which products of a few rows read. After elements of a field were written call Refresh, as weights.Read")
		f.Comment("does. Where a field was set to another slice, or Params was made by hand, products read the field itself until then.")
		fields = append(fields, g.relaidField())
		refresh = []jen.Code{jen.Id(receiver).Dot("Refresh").Call()}
	}
	f.Type().Id(name).Struct(fields...)
	slots := t.slots(nil)
	f.Commentf("Init%s returns the recorded initial values.", name)
	var body []jen.Code
	body = append(body, jen.Id(receiver).Op(":=").New(jen.Id(name)))
	for _, i := range slots {
		n := g.net.Node(i)
		body = append(body, jen.Op(g.slots[i]).Op("=").Add(g.element.make(n.Type, fillLiteral(slotFill(n.Op)), n.Type.Shape.Volume())))
	}
	body = append(append(body, refresh...), jen.Return(jen.Id(receiver)))
	f.Func().Id("Init" + name).Params().Op("*").Id(name).Block(body...)

	var tensors []jen.Code
	for _, i := range slots {
		tensors = append(tensors, g.tensor(g.element, i, jen.Op(g.slots[i])))
	}
	tensors = append(tensors, jen.Line())
	self := jen.Id(receiver).Op("*").Id(name)
	f.Comment("Tensors implements weights.Table.")
	f.Func().Params(self.Clone()).Id("Tensors").Params().Index().Qual(weightPkg, "Tensor").Block(
		jen.If(jen.Id(receiver).Op("==").Nil()).Block(jen.Return(jen.Nil())),
		jen.Return(jen.Index().Qual(weightPkg, "Tensor").Values(tensors...)))

	f.Comment("Clone returns an independent copy.")
	body = []jen.Code{jen.If(jen.Id(receiver).Op("==").Nil()).Block(jen.Return(jen.Nil())), jen.Id("c").Op(":=").New(jen.Id(name))}
	for _, i := range slots {
		copied := "c" + strings.TrimPrefix(g.slots[i], receiver)
		body = append(body, jen.Op(copied).Op("=").Qual("slices", "Clone").Call(jen.Op(g.slots[i])))
	}
	if refresh != nil {
		body = append(body, jen.Id("c").Dot("Refresh").Call())
	}
	body = append(body, jen.Return(jen.Id("c")))
	f.Func().Params(self.Clone()).Id("Clone").Params().Op("*").Id(name).Block(body...)

	if refresh != nil {
		g.refresh(f)
	}

	f.Comment("Digest identifies the values: equal bits give equal digests on every platform.")
	f.Func().Params(self.Clone()).Id("Digest").Params().String().Block(jen.Return(jen.Qual(weightPkg, "Digest").Call(jen.Id(receiver))))

	f.Comment("Save writes the values to a safetensors file, whole or not at all, with the digest of the tape and the version of the numerics.")
	f.Func().Params(self.Clone()).Id("Save").Params(jen.Id("path").String(), jen.Id("step").Int()).Error().Block(
		jen.Return(jen.Qual(weightPkg, "Save").Call(jen.Id("path"), jen.Id(receiver), jen.Id("meta").Call(jen.Id("step")))))

	f.Commentf("Read%s reads what Save wrote, or another safetensors file through a map of names.", name)
	f.Func().Id("Read"+name).Params(jen.Id("blob").Index().Byte(), jen.Id("m").Qual(weightPkg, "Map")).Params(jen.Op("*").Id(name), jen.Error()).Block(
		jen.Id(receiver).Op(":=").Id("new"+name).Call(),
		jen.List(jen.Id("_"), jen.Err()).Op(":=").Qual(weightPkg, "Read").Call(jen.Id("blob"), jen.Id(receiver), jen.Id("m")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id(receiver), jen.Nil()))

	f.Commentf("Open%s reads a file as Read%s does.", name, name)
	f.Func().Id("Open"+name).Params(jen.Id("path").String(), jen.Id("m").Qual(weightPkg, "Map")).Params(jen.Op("*").Id(name), jen.Error()).Block(
		jen.List(jen.Id("file"), jen.Err()).Op(":=").Qual(weightPkg, "Open").Call(jen.Id("path")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Defer().Id("file").Dot("Close").Call(),
		jen.List(jen.Id(receiver), jen.Err()).Op(":=").Id("Read"+name).Call(jen.Id("file").Dot("Bytes").Call(), jen.Id("m")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(jen.Lit("%s: %w"), jen.Id("path"), jen.Err()))),
		jen.Return(jen.Id(receiver), jen.Nil()))

	f.Commentf("new%s allocates without values.", name)
	body = []jen.Code{jen.Id(receiver).Op(":=").New(jen.Id(name))}
	for _, i := range slots {
		body = append(body, jen.Op(g.slots[i]).Op("=").Make(jen.Index().Add(g.element.typeOf(g.net.Node(i).Type)), jen.Lit(g.net.Node(i).Type.Shape.Volume())))
	}
	body = append(body, jen.Return(jen.Id(receiver)))
	f.Func().Id("new" + name).Params().Op("*").Id(name).Block(body...)
}

// tensor is the literal of a weights.Tensor.
func (g *emitter) tensor(element *Element, i int, payload jen.Code) jen.Code {
	n := g.net.Node(i)
	shape := make([]jen.Code, len(n.Type.Shape))
	for k, extent := range n.Type.Shape {
		shape[k] = jen.Lit(extent)
	}
	return jen.Line().Values(jen.Dict{
		jen.Id("Name"):                  jen.Lit(n.Name),
		jen.Id("Shape"):                 jen.Qual(tensorPkg, "Shape").Values(shape...),
		jen.Id(element.payload(n.Type)): payload,
	})
}

func slotFill(o op.Op) initial.Fill {
	if s, ok := o.(op.State); ok {
		return s.Fill
	}
	return o.(op.Parameter).Fill
}

// fields emits the fields of a struct.
func (g *emitter) fields(children []*tree) []jen.Code {
	var list []jen.Code
	for _, c := range children {
		switch {
		case c.slot >= 0:
			list = append(list, jen.Id(c.field).Index().Add(g.element.typeOf(g.net.Node(c.slot).Type)).Comment(g.net.Node(c.slot).Type.Shape.String()))
		case c.numbered:
			list = append(list, jen.Id(c.field).Index(jen.Lit(len(c.children))).Struct(g.fields(c.union)...))
		default:
			list = append(list, jen.Id(c.field).Struct(g.fields(c.children)...))
		}
	}
	return list
}

// slots lists the tensors below, in the order of the tree.
func (t *tree) slots(list []int) []int {
	if t.slot >= 0 {
		return append(list, t.slot)
	}
	for _, c := range t.children {
		list = c.slots(list)
	}
	return list
}

// identity emits Build and the metadata of saved files.
func (g *emitter) identity(f *jen.File) {
	f.Comment("Tape is the digest of the recorded network.")
	f.Const().Id("Tape").Op("=").Lit(g.net.Digest())
	f.Comment("Info says what runs here.")
	fields := []jen.Code{
		jen.Id("Tape").String().Comment("digest of the recorded network"),
		jen.Id("Numerics").Int().Comment("version of the rules of rounding"),
		jen.Id("Elem").String(),
		jen.Id("ISA").String().Comment("elected for this process"),
		jen.Id("Arena").Map(jen.String()).Int().Comment("bytes of scratch per executor of each entry"),
	}
	arena, others := jen.Dict{}, jen.Dict{}
	for _, e := range g.entries {
		if e.element != g.element {
			others[jen.Lit(e.name)] = jen.Lit(e.element.name)
		}
		for _, v := range e.variants {
			name := e.name
			if n := v.entry.Rows(); n > 0 {
				name = fmt.Sprintf("%s%d", name, n)
			}
			arena[jen.Lit(name)] = jen.Lit(v.code.Bytes())
		}
	}
	info := jen.Dict{
		jen.Id("Tape"):     jen.Id("Tape"),
		jen.Id("Numerics"): jen.Qual(numPkg, "Version"),
		jen.Id("Elem"):     jen.Lit(g.o.Elem),
		jen.Id("ISA"):      jen.Qual(kernelPkg, "Level").Call().Dot("String").Call(),
		jen.Id("Arena"):    jen.Map(jen.String()).Int().Values(arena),
	}
	if len(others) > 0 {
		fields = append(fields, jen.Id("Elems").Map(jen.String()).String().Comment("of the entries that compute in another element than Elem"))
		info[jen.Id("Elems")] = jen.Map(jen.String()).String().Values(others)
	}
	build := []jen.Code{jen.Return(jen.Id("Info").Values(info))}
	if size := g.relaidBytes(); size > 0 {
		fields = append(fields, jen.Id("Relaid").Int().Comment("bytes of the copies that each Params owns"))
		build = []jen.Code{
			jen.Id("info").Op(":=").Id("Info").Values(info),
			jen.If(jen.Qual(kernelPkg, "Relays").Call()).Block(jen.Id("info").Dot("Relaid").Op("=").Lit(size)),
			jen.Return(jen.Id("info")),
		}
	}
	f.Type().Id("Info").Struct(fields...)
	f.Comment("Build says what runs here.")
	f.Func().Id("Build").Params().Id("Info").Block(build...)
	if len(g.net.Slots()) == 0 {
		return
	}
	f.Comment("meta is what saved files carry beside the values.")
	f.Func().Id("meta").Params(jen.Id("step").Int()).Map(jen.String()).String().Block(
		jen.Return(jen.Map(jen.String()).String().Values(jen.Dict{
			jen.Lit("topos.tape"):     jen.Id("Tape"),
			jen.Lit("topos.numerics"): jen.Qual("strconv", "Itoa").Call(jen.Qual(numPkg, "Version")),
			jen.Lit("topos.step"):     jen.Qual("strconv", "Itoa").Call(jen.Id("step")),
		})))
}

// place says where something was recorded, for comments.
func place(s dsl.Source) string {
	if s.At.Line == 0 {
		return "the tape"
	}
	return s.At.Base()
}
