package gosrc

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
)

const clockPkg = module + "/gen/gosrc/clock"

// Timed is an entry, or a bucket of one, as the program that Options.Clock asks for times it.
type Timed struct {
	Entry string
	Rows  int    // of the bucket, or 0
	Place string // the call that exports it
	Elem  string
	Flops int
	Arena int // bytes
	Calls []Call
}

// Call is one call among the steps.
type Call struct {
	Name  string // the function that a profile shows, and its extents
	Kind  string // product, loop, row kernel, movement or pattern
	From  string // the recording calls that it comes from, by base name and line
	Flops int    // of a run
	Bytes int    // of a run: what it reads and writes, each element once a call
	Times int    // calls in a run
}

// timed describes what the program measures, in the order in which its results come.
func (g *emitter) timed() []*Timed {
	var list []*Timed
	for _, e := range g.entries {
		for _, v := range e.variants {
			t := &Timed{Entry: e.name, Rows: v.entry.Rows(), Place: place(v.entry.Source), Elem: e.element.name, Flops: v.code.Flops(), Arena: v.code.Bytes()}
			for _, s := range v.code.Steps {
				for k, call := range s.Calls() {
					c := g.described(e, call, max(1, s.Rounds))
					c.From = g.from(s.Nodes)
					c.Flops = 0
					if k == 0 {
						c.Flops = s.Flops // a repetition does not say which part computes what
					}
					t.Calls = append(t.Calls, c)
				}
			}
			list = append(list, t)
		}
	}
	return list
}

// from lists the lines of nodes.
func (g *emitter) from(nodes []int) string {
	var list []dsl.Position
	for _, i := range nodes {
		at := g.net.Node(i).Source.At
		if at.Line > 0 && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, func(a, b dsl.Position) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line) })
	text := ""
	for k, at := range list {
		switch {
		case k == 0:
			text = at.Base()
		case at.File == list[k-1].File:
			text += fmt.Sprintf(", %d", at.Line)
		default:
			text += ", " + at.Base()
		}
	}
	return text
}

// described names a call as a profile does, and counts what it moves.
func (g *emitter) described(e *entry, s *plan.Step, times int) Call {
	if s.Relaid != nil {
		s = s.Relaid
	}
	c := Call{Name: s.Kernel, Kind: kindOf(s), Times: times}
	if s.Package != "" {
		c.Name = path.Base(s.Package) + "." + s.Kernel
	}
	var extents, words []string
	if s.Group != nil {
		c.Name = s.Group.Name
		for _, n := range s.Group.Space {
			extents = append(extents, strconv.Itoa(n))
		}
	}
	for k, a := range s.Args {
		word, isWord := strings.CutPrefix(a.Text, "kernel.")
		switch _, err := strconv.Atoi(a.Text); {
		case a.Buffer != nil:
			size := a.Size
			if k > 0 && (s.Kernel == "Gather" || s.Kernel == "TakeAlong") {
				size = min(size, s.Args[0].Size) // it reads what it takes
			}
			c.Bytes += times * size * g.elementSize(e, a.Buffer)
		case s.Group != nil:
		case err == nil:
			extents = append(extents, a.Text)
		case isWord, strings.HasPrefix(a.Text, "[]int{"):
			words = append(words, strings.TrimPrefix(word, "[]int"))
		}
	}
	c.Name = strings.Join(append([]string{c.Name, strings.Join(extents, "x")}, words...), " ")
	c.Name = strings.Join(strings.Fields(c.Name), " ")
	return c
}

// elementSize is the size of an element of a buffer.
func (g *emitter) elementSize(e *entry, b *plan.Buffer) int {
	switch {
	case b.Place == plan.Indices || g.net.Node(b.Node).Type.Kind == op.Selection:
		return 4
	case b.Kind == loop.Truth && e.element.own():
		return 1
	case b.Kind == loop.Wide && e.element.own():
		return e.element.wideSize
	}
	return e.element.size
}

// kindOf sorts a call.
func kindOf(s *plan.Step) string {
	switch {
	case s.Group != nil:
		return "loop"
	case s.Package != "":
		return "pattern"
	case strings.HasPrefix(s.Kernel, "MatMul"):
		return "product"
	case s.Flops > 0 || slices.Contains([]string{"MaxAlong", "ArgMax", "Sum", "SumAlong"}, s.Kernel):
		return "row kernel"
	}
	return "movement"
}

// lap is the call that ends the time of a step.
func lap(k int) jen.Code { return jen.Qual(clockPkg, "Lap").Call(jen.Lit(k)) }

// clockFile is the main function: it measures the entries that its arguments name, for so many nanoseconds each, and prints the results.
func (g *emitter) clockFile() *jen.File {
	f := g.file(g.o.Package)
	f.Const().Id("_").Op("=").Id(g.tie)
	var body []jen.Code
	body = append(body,
		jen.Var().Id("results").Index().Op("*").Qual(clockPkg, "Result"),
		jen.List(jen.Id("budget"), jen.Err()).Op(":=").Qual("time", "ParseDuration").Call(jen.Qual("os", "Args").Index(jen.Lit(1))))
	for _, e := range g.entries {
		for _, v := range e.variants {
			visits := []jen.Code{jen.Lit(2)}
			for _, s := range v.code.Steps {
				for range s.Calls() {
					visits = append(visits, jen.Lit(max(1, s.Rounds)))
				}
			}
			name := e.name
			if rows := v.entry.Rows(); rows > 0 {
				name += "/" + strconv.Itoa(rows)
			}
			prepared, run := g.prepared(e, v)
			measure := jen.List(jen.Id("r"), jen.Err()).Op(":=").Qual(clockPkg, "Measure").Call(jen.Lit(e.name), jen.Lit(v.entry.Rows()),
				jen.Index().Int().Values(visits...), jen.Id("budget"), jen.Func().Params().Error().Block(run...))
			body = append(body, jen.If(jen.Err().Op("==").Nil().Op("&&").Qual("slices", "Contains").Call(jen.Qual("os", "Args").Index(jen.Lit(2), jen.Empty()), jen.Lit(name))).Block(
				append(prepared, measure,
					jen.If(jen.Err().Op("!=").Nil()).Block(fatal()),
					jen.Id("results").Op("=").Append(jen.Id("results"), jen.Id("r")))...))
		}
	}
	body = append(body,
		jen.If(jen.Err().Op("==").Nil()).Block(jen.Err().Op("=").Qual(clockPkg, "Write").Call(jen.Qual("os", "Stdout"), jen.Id("results"))),
		jen.If(jen.Err().Op("!=").Nil()).Block(fatal()))
	f.Func().Id("main").Params().Block(body...)
	return f
}

func fatal() jen.Code {
	return jen.Qual("fmt", "Fprintln").Call(jen.Qual("os", "Stderr"), jen.Err()).Op(";").Qual("os", "Exit").Call(jen.Lit(1))
}

// prepared makes what a run needs, and the body of a function that runs. Inputs are those of SelfCheck, but scalars are 0 where nothing is recorded: a
// rate of 0 leaves parameters where they are, however often the entry runs.
func (g *emitter) prepared(e *entry, v *variant) (prepared, run []jen.Code) {
	var names []jen.Code
	for _, table := range []struct {
		used    bool
		id, typ string
	}{{e.params, "p", "Params"}, {e.state, "s", "State"}} {
		if table.used {
			prepared = append(prepared, jen.Id(table.id).Op(":=").Id("Init"+table.typ).Call())
			names = append(names, jen.Id(table.id))
		}
	}
	value := func(i int) jen.Code {
		if n := g.net.Node(i); n.Type.Kind == op.Number && n.Type.Shape.Rank() == 0 {
			return e.literal(n.Type, 0)
		}
		return g.checkInput(e, i)
	}
	if v.entry.Rows() == 0 {
		in := jen.Dict{}
		for _, i := range e.inputs {
			if o, ok := g.net.Node(i).Op.(op.Input); !ok || o.Default == nil {
				in[jen.Id(exported(g.net.Node(i).Name))] = value(i)
			}
		}
		prepared = append(prepared,
			jen.Id("e").Op(":=").Id("New"+e.name).Call(),
			jen.Id("in").Op(":=").Id(e.name+"In").Values(in))
		return prepared, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op(":=").Id("e").Dot("Run").Call(append(names, jen.Id("in"))...),
			jen.Return(jen.Err())}
	}
	var args []jen.Code
	for _, root := range v.entry.Roots() {
		n := g.net.Node(root.Index())
		id := unexported(n.Name, "Got")
		prepared = append(prepared, jen.Id(id).Op(":=").Make(jen.Index().Add(e.element.typeOf(n.Type)), jen.Lit(size(n.Type))))
		args = append(args, jen.Id(id))
	}
	args = append(args, names...)
	for _, i := range g.inputsOf(v) {
		id := unexported(g.net.Node(i).Name, "In")
		if g.net.Node(i).Type.Shape.Rank() == 0 {
			args = append(args, value(i))
			continue
		}
		prepared = append(prepared, jen.Id(id).Op(":=").Add(value(i)))
		args = append(args, jen.Id(id))
	}
	return prepared, []jen.Code{jen.Return(jen.Id(e.name).Call(args...))}
}
