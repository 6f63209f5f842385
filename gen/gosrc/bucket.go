package gosrc

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl/op"
)

// bucketFile holds an entry that serves any number of rows: a function over pooled executors, one kind per bucket.
func (g *emitter) bucketFile(e *entry) *jen.File {
	f := g.file(g.o.Package)
	f.Const().Id("_").Op("=").Id(g.tie)
	for _, v := range e.variants {
		g.bucketExecutor(f, e, v)
	}
	g.serve(f, e)
	return f
}

// bucketName is the private type of a bucket's executor.
func bucketName(e *entry, v *variant) string {
	return unexported(e.name, fmt.Sprintf("%dExecutor", v.entry.Rows()))
}

// rowSize is the number of stored elements in one row.
func (g *emitter) rowSize(i int) int {
	n := g.net.Node(i)
	return size(n.Type) / n.Type.Shape[0]
}

// inputsOf lists the inputs of one bucket in recording order.
func (g *emitter) inputsOf(v *variant) []int {
	var list []int
	for _, i := range v.code.Plan.Nodes {
		switch g.net.Node(i).Op.(type) {
		case op.Input, op.Labels:
			list = append(list, i)
		}
	}
	return list
}

// parameters lists what functions may call their parameters after recorded names.
func (g *emitter) parameters() []string {
	var list []string
	for i := range g.net.Len() {
		if name := g.net.Node(i).Name; name != "" {
			list = append(list, local(name))
		}
	}
	return list
}

// argName is the parameter of an input or a root.
func (g *emitter) argName(i int) string {
	return local(g.net.Node(i).Name)
}

// outName is the parameter of a root, apart from the inputs' where an input is a root.
func (g *emitter) outName(v *variant, i int) string {
	name := g.argName(i)
	for _, in := range g.inputsOf(v) {
		if g.argName(in) == name {
			return name + "Out"
		}
	}
	return name
}

// bucketExecutor emits the scratch and the steps of one bucket: full rows in, full rows out.
func (g *emitter) bucketExecutor(f *jen.File, e *entry, v *variant) {
	name := bucketName(e, v)
	rows := v.entry.Rows()
	fields := g.arenaFields(e, v)
	fed := map[int]string{}
	var params, padFields []jen.Code
	padded := g.arenas(e, v)
	for _, i := range g.inputsOf(v) {
		n := g.net.Node(i)
		arg := g.argName(i)
		fed[i] = arg
		params = append(params, jen.Id(arg).Index().Add(e.element.typeOf(n.Type)))
		if n.Type.Shape.Rank() > 0 {
			padFields = append(padFields, jen.Id(arg+"Pad").Index().Add(e.element.typeOf(n.Type)))
			padded[jen.Id(arg+"Pad")] = jen.Make(jen.Index().Add(e.element.typeOf(n.Type)), jen.Lit(size(n.Type)))
		} else {
			padFields = append(padFields, jen.Id(arg).Index(jen.Lit(1)).Add(e.element.typeOf(n.Type)))
		}
	}
	fields = append(fields, padFields...)
	f.Commentf("%s runs %s on exactly %d rows (%s).", name, e.name, rows, place(v.entry.Source))
	f.Type().Id(name).Struct(fields...)
	f.Var().Id(name+"Pool").Op("=").Qual("sync", "Pool").Values(jen.Dict{
		jen.Id("New"): jen.Func().Params().Any().Block(jen.Return(jen.Op("&").Id(name).Values(padded))),
	})
	var results []jen.Code
	var values []jen.Code
	for _, root := range v.entry.Roots() {
		i := root.Index()
		results = append(results, jen.Index().Add(e.element.typeOf(g.net.Node(i).Type)))
		values = append(values, jen.Op(g.value(e, v, i, fed)))
	}
	body := append(g.steps(e, v, fed), jen.Return(values...))
	f.Func().Params(jen.Id("e").Op("*").Id(name)).Id("run").Params(append(g.tableParams(e), params...)...).Params(results...).Block(body...)
}

// serve emits the public function.
func (g *emitter) serve(f *jen.File, e *entry) {
	first := e.variants[0]
	inputs := g.inputsOf(first)
	var params, body []jen.Code
	fail := func(call jen.Code) jen.Code {
		return jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	}
	for _, root := range first.entry.Roots() {
		params = append(params, jen.Id(g.outName(first, root.Index())).Index().Add(e.element.typeOf(g.net.Node(root.Index()).Type)))
	}
	params = append(params, g.tableParams(e)...)
	rows := ""
	for _, i := range inputs {
		n := g.net.Node(i)
		if n.Type.Shape.Rank() > 0 && rows == "" {
			rows = g.argName(i)
			body = append(body, jen.Id("rows").Op(":=").Len(jen.Id(rows)).Op("/").Lit(g.rowSize(i)))
		}
		params = append(params, jen.Id(g.argName(i)).Add(e.element.field(n.Type)))
	}
	for _, i := range inputs {
		n := g.net.Node(i)
		arg := g.argName(i)
		want := jen.Id("rows").Op("*").Lit(g.rowSizeOrOne(i))
		switch {
		case n.Type.Kind == op.Selection:
			body = append(body, fail(jen.Qual(feedPkg, "Labels").Call(g.rowSite(e, i), jen.Id(arg), want, jen.Lit(n.Type.Classes()))))
		case n.Type.Shape.Rank() > 0:
			body = append(body, fail(jen.Qual(feedPkg, "Length").Call(g.rowSite(e, i), jen.Len(jen.Id(arg)), want)))
		}
	}
	for _, root := range first.entry.Roots() {
		i := root.Index()
		body = append(body, fail(jen.Qual(feedPkg, "Length").Call(g.rowSite(e, i), jen.Len(jen.Id(g.outName(first, i))), jen.Id("rows").Op("*").Lit(g.rowSize(i)))))
	}
	body = append(body, g.slotChecks(e, fail)...)
	for _, root := range first.entry.Roots() {
		for _, i := range inputs {
			if in, out := g.net.Node(i).Type, root.Type(); in.Kind == out.Kind && in.Precision == out.Precision && in.Shape.Rank() > 0 {
				name := g.outName(first, root.Index())
				body = append(body, fail(jen.Qual(feedPkg, "Separate").Call(g.rowSite(e, i), jen.Id(g.argName(i)), jen.Id(name), jen.Lit(name))))
			}
		}
	}
	body = append(body, fail(jen.Qual(kernelPkg, "Control").Call()))
	body = append(body, g.chunks(e)...)
	body = append(body, jen.Return(jen.Nil()))
	f.Commentf("%s computes any number of rows, in %sbuckets of %s; the last one is padded. Rows never affect each other's bits.", e.name, fast(first), buckets(e))
	f.Comment("It is safe for concurrent use as long as nobody writes to the parameters.")
	f.Func().Id(e.name).Params(params...).Error().Block(body...)
}

func (g *emitter) rowSizeOrOne(i int) int {
	if g.net.Node(i).Type.Shape.Rank() == 0 {
		return 1
	}
	return g.rowSize(i)
}

// buckets lists the bucket sizes of an entry: "1, 64".
func buckets(e *entry) string {
	text := ""
	for i, v := range e.variants {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(v.entry.Rows())
	}
	return text
}

// rowSite names an input or root of a bucketed entry in messages.
func (g *emitter) rowSite(e *entry, i int) jen.Code {
	n := g.net.Node(i)
	return jen.Lit(fmt.Sprintf("%s.%s: %s [rows%s of %s", g.o.Package, e.name, n.Name, comma(n.Type.Shape[1:].String()), place(n.Source)))
}

// comma turns "[10]" into ", 10]".
func comma(shape string) string {
	if shape == "[]" {
		return "]"
	}
	return ", " + shape[1:]
}

// chunks emits the division into buckets: the largest while it fits, then the smallest that holds the rest.
func (g *emitter) chunks(e *entry) []jen.Code {
	largest := e.variants[len(e.variants)-1]
	fits := jen.Id("rows").Op("-").Id("done").Op(">=").Lit(largest.entry.Rows())
	loop := jen.For(jen.Empty(), fits.Clone(), jen.Id("done").Op("+=").Lit(largest.entry.Rows())).Block(g.full(e, largest)...)
	list := []jen.Code{
		jen.Id("done").Op(":=").Lit(0),
		jen.If(fits).Block(g.leased(e, largest, loop)...),
	}
	cases := []jen.Code{jen.Case(jen.Id("n").Op("==").Lit(0))}
	for _, v := range e.variants {
		switch rows := v.entry.Rows(); {
		case rows == 1 && v != largest:
			cases = append(cases, jen.Case(jen.Id("n").Op("==").Lit(1)).Block(g.leased(e, v, g.full(e, v)...)...))
		case rows > 1:
			cases = append(cases, jen.Case(jen.Id("n").Op("<=").Lit(rows)).Block(g.leased(e, v, g.padded(e, v)...)...))
		}
	}
	if len(cases) > 1 {
		list = append(list, jen.Switch(jen.Id("n").Op(":=").Id("rows").Op("-").Id("done"), jen.Empty()).Block(cases...))
	}
	return list
}

// leased wraps statements in taking an executor from the pool and giving it back.
func (g *emitter) leased(e *entry, v *variant, body ...jen.Code) []jen.Code {
	list := append(g.lease(e, v), body...)
	return append(list, jen.Id(bucketName(e, v)+"Pool").Dot("Put").Call(jen.Id("e")))
}

// lease takes an executor from the pool.
func (g *emitter) lease(e *entry, v *variant) []jen.Code {
	name := bucketName(e, v)
	list := []jen.Code{jen.Id("e").Op(":=").Id(name + "Pool").Dot("Get").Call().Assert(jen.Op("*").Id(name))}
	for _, i := range g.inputsOf(v) {
		if g.net.Node(i).Type.Shape.Rank() == 0 {
			list = append(list, jen.Id("e").Dot(g.argName(i)).Index(jen.Lit(0)).Op("=").Id(g.argName(i)))
		}
	}
	return list
}

// call runs the executor and copies each root's rows out.
func (g *emitter) call(e *entry, v *variant, arg func(i int) jen.Code, count jen.Code) []jen.Code {
	var args, results, list []jen.Code
	if e.params {
		args = append(args, jen.Id("p"))
	}
	if e.state {
		args = append(args, jen.Id("s"))
	}
	for _, i := range g.inputsOf(v) {
		args = append(args, arg(i))
	}
	for k, root := range v.entry.Roots() {
		results = append(results, jen.Id(fmt.Sprintf("out%d", k)))
		row := g.rowSize(root.Index())
		to := jen.Id(g.outName(v, root.Index())).Index(jen.Id("done").Op("*").Lit(row).Op(":"))
		from := jen.Id(fmt.Sprintf("out%d", k))
		if count != nil {
			from = from.Index(jen.Op(":").Add(count).Op("*").Lit(row))
		}
		list = append(list, jen.Copy(to, from))
	}
	return append([]jen.Code{jen.List(results...).Op(":=").Id("e").Dot("run").Call(args...)}, list...)
}

// full runs one bucket on rows in place.
func (g *emitter) full(e *entry, v *variant) []jen.Code {
	return g.call(e, v, func(i int) jen.Code {
		if g.net.Node(i).Type.Shape.Rank() == 0 {
			return jen.Id("e").Dot(g.argName(i)).Index(jen.Op(":"))
		}
		row := g.rowSize(i)
		return jen.Id(g.argName(i)).Index(jen.Id("done").Op("*").Lit(row).Op(":").Parens(jen.Id("done").Op("+").Lit(v.entry.Rows())).Op("*").Lit(row))
	}, nil)
}

// padded runs one bucket on fewer rows: the rest holds what the last padding left, which affects no other row.
func (g *emitter) padded(e *entry, v *variant) []jen.Code {
	var list []jen.Code
	for _, i := range g.inputsOf(v) {
		if g.net.Node(i).Type.Shape.Rank() > 0 {
			list = append(list, jen.Copy(jen.Id("e").Dot(g.argName(i)+"Pad"), jen.Id(g.argName(i)).Index(jen.Id("done").Op("*").Lit(g.rowSize(i)).Op(":"))))
		}
	}
	return append(list, g.call(e, v, func(i int) jen.Code {
		if g.net.Node(i).Type.Shape.Rank() == 0 {
			return jen.Id("e").Dot(g.argName(i)).Index(jen.Op(":"))
		}
		return jen.Id("e").Dot(g.argName(i) + "Pad")
	}, jen.Id("n"))...)
}
