package gosrc

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl/op"
)

const gradePkg = module + "/interp/grade"

// tieFile exports the identity to the external tests, so that they belong to this generation too.
func (g *emitter) tieFile() *jen.File {
	f := g.file(g.o.Package)
	f.Const().Id("G" + g.tie[1:]).Op("=").Id(g.tie)
	return f
}

// testFile holds the proof that this package gives the interpreter's bits, and the benchmarks of its entries.
func (g *emitter) testFile() *jen.File {
	f := g.file(g.o.Package + "_test")
	f.Const().Id("_").Op("=").Add(g.own("G" + g.tie[1:]))
	f.Comment("network is the recorded network, proven to be the one that was compiled.")
	network := f.Func().Id("network").Params(jen.Id("t").Qual("testing", "TB")).Op("*").Qual(module+"/dsl", "Network")
	if g.o.RecordingPath != "" {
		network.Block(jen.Return(jen.Qual(gradePkg, "Record").Call(jen.Id("t"), jen.Qual(g.o.RecordingPath, g.o.Func), g.own("Tape"))))
	} else {
		network.Block(jen.Return(jen.Qual(gradePkg, "Tape").Call(jen.Id("t"), jen.Lit("testdata/"+g.o.Package+".tape"), g.own("Tape"))))
	}
	f.Func().Id("TestGeneration_Fresh").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(jen.Id("network").Call(jen.Id("t")))
	f.Func().Id("TestGeneration_SelfCheck").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.If(jen.Err().Op(":=").Add(g.own("SelfCheck")).Call(), jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())))
	if len(g.relaid) > 0 {
		g.forms(f)
	}
	for _, e := range g.entries {
		if e.variants[0].entry.Rows() > 0 {
			g.bucketTests(f, e)
		} else {
			g.executorTest(f, e)
		}
	}
	if len(g.params.children) > 0 && g.saves() {
		g.saveTest(f, "Params")
	}
	if len(g.state.children) > 0 && g.saves() {
		g.saveTest(f, "State")
	}
	return f
}

// saves reports whether files have a form for the package's element.
func (g *emitter) saves() bool {
	return g.element.payload(op.Type{}) != "Other" && g.element.payload(op.Type{Precision: op.Wide}) != "Other"
}

// own qualifies a name of the generated package.
func (g *emitter) own(name string) *jen.Statement { return jen.Qual(g.o.ImportPath, name) }

// tables makes the slots of an entry: their declarations and their names.
func (g *emitter) tables(e *entry) (decls, names []jen.Code) {
	for _, table := range []struct {
		used bool
		id   string
		typ  string
	}{{e.params, "p", "Params"}, {e.state, "s", "State"}} {
		if table.used {
			decls = append(decls, jen.Id(table.id).Op(":=").Add(g.own("Init"+table.typ)).Call())
			names = append(names, jen.Id(table.id))
		}
	}
	return decls, names
}

// graded calls grade for an entry or a bucket with a function of a case.
func (g *emitter) graded(e *entry, rows int, body []jen.Code) jen.Code {
	args := []jen.Code{jen.Id("t"), jen.Id("network").Call(jen.Id("t")), jen.Lit(e.name), jen.Lit(rows)}
	element := e.element.under(e.variants[0].entry)
	if !element.own() && element == g.element {
		c := jen.Id("c").Op("*").Qual(gradePkg, "Case").Types(e.element.number.code())
		return jen.Qual(gradePkg, "Entry").Call(append(args, jen.Func().Params(c).Block(body...))...)
	}
	c := jen.Id("c").Op("*").Qual(gradePkg, "CaseOver").Types(element.number.code(), element.wide.code())
	args = append(args, element.of(op.Element), jen.Qual(gradePkg, "Stored").Call(g.element.of(op.Element)), jen.Func().Params(c).Block(body...))
	return jen.Qual(gradePkg, "EntryOver").Call(args...)
}

// method is the method of a case for numbers of a type.
func (e *entry) method(name string, t op.Type) string {
	if t.Precision == op.Wide && e.element.wide != e.element.number {
		return name + "Wide"
	}
	return name
}

// ordinary is so many ordinary numbers.
func (e *entry) ordinary(t op.Type, n jen.Code) *jen.Statement {
	if e.element.own() {
		return jen.Qual(gradePkg, "OrdinaryOver").Call(n, e.element.of(t.Precision))
	}
	return jen.Qual(gradePkg, "Ordinary").Types(e.element.number.code()).Call(n)
}

// literal is a small whole number.
func (e *entry) literal(t op.Type, x int) *jen.Statement {
	if e.element.own() {
		return e.element.of(t.Precision).Dot("FromFloat64").Call(jen.Lit(x))
	}
	return jen.Lit(x)
}

// drawn is the value of an input in a case.
func (g *emitter) drawn(e *entry, i int) *jen.Statement {
	n := g.net.Node(i)
	switch {
	case n.Type.Kind == op.Selection:
		return jen.Id("c").Dot("Labels").Call(jen.Lit(n.Name))
	case g.optionalScalar(i):
		return jen.Op("&").Id("c").Dot(e.method("Input", n.Type)).Call(jen.Lit(n.Name)).Index(jen.Lit(0))
	case n.Type.Shape.Rank() == 0:
		return jen.Id("c").Dot(e.method("Scalar", n.Type)).Call(jen.Lit(n.Name))
	}
	return jen.Id("c").Dot(e.method("Input", n.Type)).Call(jen.Lit(n.Name))
}

// executorTest grades an executor and asserts that it allocates nothing; the benchmark times it.
func (g *emitter) executorTest(f *jen.File, e *entry) {
	decls, names := g.tables(e)
	in := jen.Dict{}
	for _, i := range e.inputs {
		in[jen.Id(exported(g.net.Node(i).Name))] = g.drawn(e, i)
	}
	body := g.loaded(e, decls, names)
	args := append(append([]jen.Code{}, names...), jen.Id("in"))
	run := jen.Id("e").Dot("Run").Call(args...)
	body = append(body,
		jen.Id("e").Op(":=").Add(g.own("New"+e.name)).Call(),
		jen.Id("in").Op(":=").Add(g.own(e.name+"In")).Values(in),
		jen.List(jen.Id("out"), jen.Err()).Op(":=").Add(run.Clone()),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("c").Dot("Fatal").Call(jen.Err())),
	)
	readable := e.variants[0].entry.Readable()
	if len(readable) == 0 {
		body = append(body, jen.Id("_").Op("=").Id("out"))
	}
	for _, i := range readable {
		n := g.net.Node(i)
		field := jen.Id("out").Dot(exported(n.Name))
		switch {
		case n.Type.Kind == op.Selection:
			body = append(body, jen.Id("c").Dot("Chosen").Call(jen.Lit(n.Name), field))
		case n.Type.Shape.Rank() == 0:
			body = append(body, jen.Id("c").Dot(e.method("Equal", n.Type)).Call(jen.Lit(n.Name), field))
		default:
			body = append(body, jen.Id("c").Dot(e.method("Equal", n.Type)).Call(jen.Lit(n.Name), field.Op("...")))
		}
	}
	if len(names) > 0 {
		body = append(body, jen.Id("c").Dot("EqualSlots").Call(names...))
	}
	body = append(body, jen.Id("c").Dot("NoAllocation").Call(jen.Func().Params().Block(jen.Id("e").Dot("Run").Call(args...))))
	f.Func().Id("Test" + e.name).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		g.graded(e, 0, g.inForms(e, body)))

	bench, _ := g.tables(e)
	values := jen.Dict{}
	for _, i := range e.inputs {
		n := g.net.Node(i)
		value := e.ordinary(n.Type, jen.Lit(n.Type.Shape.Volume()))
		switch {
		case n.Type.Kind == op.Selection:
			value = jen.Make(jen.Index().Int32(), jen.Lit(n.Type.Positions()))
		case g.optionalScalar(i):
			value = jen.New(e.element.typeOf(n.Type))
		case n.Type.Shape.Rank() == 0:
			value = e.literal(n.Type, 0)
		}
		values[jen.Id(exported(n.Name))] = value
	}
	bench = append(bench,
		jen.Id("e").Op(":=").Add(g.own("New"+e.name)).Call(),
		jen.Id("in").Op(":=").Add(g.own(e.name+"In")).Values(values),
		jen.Id("b").Dot("ReportAllocs").Call(),
		jen.For(jen.Id("b").Dot("Loop").Call()).Block(
			jen.If(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(run), jen.Err().Op("!=").Nil()).Block(jen.Id("b").Dot("Fatal").Call(jen.Err()))),
		jen.Id("b").Dot("ReportMetric").Call(
			jen.Lit(e.variants[0].code.Flops()).Op("*").Float64().Parens(jen.Id("b").Dot("N")).Op("/").Float64().Parens(jen.Id("b").Dot("Elapsed").Call().Dot("Nanoseconds").Call()), jen.Lit("GFLOP/s")),
	)
	f.Func().Id("Benchmark" + e.name).Params(jen.Id("b").Op("*").Qual("testing", "B")).Block(bench...)
}

// bucketTests grade each bucket, and that the division into buckets changes no bit.
func (g *emitter) bucketTests(f *jen.File, e *entry) {
	for _, v := range e.variants {
		decls, names := g.tables(e)
		body := g.loaded(e, decls, names)
		var outs, checks []jen.Code
		for _, root := range v.entry.Roots() {
			i := root.Index()
			n := g.net.Node(i)
			name := unexported(n.Name, "Got")
			outs = append(outs, jen.Id(name))
			body = append(body, jen.Id(name).Op(":=").Make(jen.Index().Add(e.element.typeOf(n.Type)), jen.Lit(size(n.Type))))
			if n.Type.Kind == op.Selection {
				checks = append(checks, jen.Id("c").Dot("Chosen").Call(jen.Lit(n.Name), jen.Id(name)))
			} else {
				checks = append(checks, jen.Id("c").Dot(e.method("Equal", n.Type)).Call(jen.Lit(n.Name), jen.Id(name).Op("...")))
			}
		}
		args := append(outs, names...)
		for _, i := range g.inputsOf(v) {
			args = append(args, g.drawn(e, i))
		}
		body = append(body, jen.If(jen.Err().Op(":=").Add(g.own(e.name)).Call(args...), jen.Err().Op("!=").Nil()).Block(jen.Id("c").Dot("Fatal").Call(jen.Err())))
		body = append(body, checks...)
		rows := v.entry.Rows()
		f.Func().Id(fmt.Sprintf("Test%s_%d", e.name, rows)).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
			g.graded(e, rows, g.inForms(e, body)))
		f.Func().Id(fmt.Sprintf("Benchmark%s_%d", e.name, rows)).Params(jen.Id("b").Op("*").Qual("testing", "B")).Block(
			append(g.rowsSetup(e, jen.Lit(rows)),
				jen.Id("b").Dot("ReportAllocs").Call(),
				jen.For(jen.Id("b").Dot("Loop").Call()).Block(g.rowsCall(e, "b", "0", "rows", "")...))...)
	}
	largest := e.variants[len(e.variants)-1].entry.Rows()
	body := g.rowsSetup(e, jen.Lit(2*largest+largest/2+1))
	body = append(body, g.rowsCall(e, "t", "0", "rows", "")...)
	each := g.rowsCall(e, "t", "i", "i+1", "One")
	var compare []jen.Code
	for _, root := range e.variants[0].entry.Roots() {
		i := root.Index()
		name := unexported(g.net.Node(i).Name, "Got")
		body = append(body, jen.Id(name+"One").Op(":=").Make(jen.Index().Add(e.element.typeOf(g.net.Node(i).Type)), jen.Len(jen.Id(name))))
		if g.net.Node(i).Type.Kind == op.Number {
			compare = append(compare, jen.Qual(gradePkg, "Same").Call(jen.Id("t"), jen.Lit(g.net.Node(i).Name), jen.Id(name), jen.Id(name+"One")))
		}
	}
	body = append(body, jen.For(jen.Id("i").Op(":=").Range().Id("rows")).Block(each...))
	body = append(body, compare...)
	f.Commentf("A row's bits do not depend on the rows that it was served with.")
	f.Func().Id("Test" + e.name + "_Rows").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(body...)
}

// rowsSetup makes inputs and results of so many rows.
func (g *emitter) rowsSetup(e *entry, rows jen.Code) []jen.Code {
	body := []jen.Code{jen.Const().Id("rows").Op("=").Add(rows)}
	decls, _ := g.tables(e)
	body = append(body, decls...)
	for _, i := range g.inputsOf(e.variants[0]) {
		n := g.net.Node(i)
		name := unexported(n.Name, "In")
		switch {
		case n.Type.Kind == op.Selection:
			body = append(body, jen.Id(name).Op(":=").Make(jen.Index().Int32(), jen.Id("rows").Op("*").Lit(g.rowSize(i))))
		case n.Type.Shape.Rank() > 0:
			body = append(body, jen.Id(name).Op(":=").Add(e.ordinary(n.Type, jen.Id("rows").Op("*").Lit(g.rowSize(i)))))
		}
	}
	for _, root := range e.variants[0].entry.Roots() {
		i := root.Index()
		body = append(body, jen.Id(unexported(g.net.Node(i).Name, "Got")).Op(":=").Make(jen.Index().Add(e.element.typeOf(g.net.Node(i).Type)), jen.Id("rows").Op("*").Lit(g.rowSize(i))))
	}
	return body
}

// rowsCall serves rows from one index to another.
func (g *emitter) rowsCall(e *entry, t, from, to, suffix string) []jen.Code {
	cut := func(name string, i int) jen.Code {
		row := g.rowSize(i)
		return jen.Id(name).Index(jen.Parens(jen.Op(from)).Op("*").Lit(row).Op(":").Parens(jen.Op(to)).Op("*").Lit(row))
	}
	var args []jen.Code
	for _, root := range e.variants[0].entry.Roots() {
		args = append(args, cut(unexported(g.net.Node(root.Index()).Name, "Got"+suffix), root.Index()))
	}
	_, names := g.tables(e)
	args = append(args, names...)
	for _, i := range g.inputsOf(e.variants[0]) {
		if n := g.net.Node(i); n.Type.Shape.Rank() > 0 {
			args = append(args, cut(unexported(n.Name, "In"), i))
		} else {
			args = append(args, e.literal(n.Type, 1))
		}
	}
	return []jen.Code{jen.If(jen.Err().Op(":=").Add(g.own(e.name)).Call(args...), jen.Err().Op("!=").Nil()).Block(jen.Id(t).Dot("Fatal").Call(jen.Err()))}
}

// saveTest writes a table to a file and reads it back.
func (g *emitter) saveTest(f *jen.File, name string) {
	f.Func().Id("TestGeneration_Save"+name).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Id("path").Op(":=").Qual("path/filepath", "Join").Call(jen.Id("t").Dot("TempDir").Call(), jen.Lit("saved.safetensors")),
		jen.Id("saved").Op(":=").Add(g.own("Init"+name)).Call(),
		jen.If(jen.Err().Op(":=").Id("saved").Dot("Save").Call(jen.Id("path"), jen.Lit(7)), jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())),
		jen.List(jen.Id("read"), jen.Err()).Op(":=").Add(g.own("Open"+name)).Call(jen.Id("path"), jen.Nil()),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err())),
		jen.If(jen.Id("read").Dot("Digest").Call().Op("!=").Id("saved").Dot("Digest").Call()).Block(jen.Id("t").Dot("Error").Call(jen.Lit("what was read differs from what was saved"))),
	)
}
