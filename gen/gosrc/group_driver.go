package gosrc

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/loop"
)

// driver writes the function of the whole group: it checks the buffers' lengths and walks the outer axes.
func (k *groupKernel) driver(f *jen.File) {
	lanes := "lanes"
	if k.Lanes() == 1 {
		lanes = "lane"
	}
	f.Commentf("%s computes %d %s: %v.", k.Name, k.Lanes(), lanes, k.Space)
	for _, line := range k.Doc {
		f.Comment("// " + line)
	}
	run := k.kernel + "Lanes"
	if k.refused != nil {
		f.Commentf("It has no assembly: %v.", k.refused)
		run = k.Name + "Go"
	}
	f.Func().Id(k.Name).Params(jen.List(k.buffers()...).Index().Add(k.elem())).BlockFunc(func(b *jen.Group) {
		var exact []jen.Code
		for _, a := range k.Accesses() {
			exact = append(exact, jen.Id(a.Name).Index(jen.Empty(), jen.Lit(a.Size(k.Space))))
		}
		b.List(k.buffers()...).Op("=").List(exact...)
		k.walk(b, run, 0, nil)
	})
	f.Line()
}

// walk writes a loop over the given axis around the rest, down to the axes that the kernel walks. The counters of the outer axes
// have the names in outer.
func (k *groupKernel) walk(b *jen.Group, run string, axis int, outer []string) {
	inner := len(k.Space) - 1
	first := inner // of the axes that the kernel walks
	if k.ByRows() {
		first--
	}
	if axis < first {
		i := fmt.Sprintf("i%d", axis)
		b.For(jen.Id(i).Op(":=").Range().Lit(k.Space[axis])).BlockFunc(func(b *jen.Group) {
			k.walk(b, run, axis+1, append(outer, i))
		})
		return
	}
	step, extent := k.chunk(), k.Space[axis]
	counts := []jen.Code{jen.Lit(extent)}
	if step < extent {
		counts[0] = jen.Id("min").Call(jen.Lit(step), jen.Lit(extent).Op("-").Id("i"))
		outer = append(outer, "i")
	}
	if k.ByRows() {
		counts = append(counts, jen.Lit(k.Space[inner]))
	}
	var slices []jen.Code
	for _, a := range k.Accesses() {
		slices = append(slices, slice(a, outer))
	}
	call := jen.Id(run).Call(append(counts, slices...)...)
	if step >= extent {
		b.Add(call)
		return
	}
	b.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("<").Lit(extent), jen.Id("i").Op("+=").Lit(step)).Block(call)
}

// chunk returns how far one call of the kernel goes along the outermost axis that it walks. Go code can be preempted: it takes all.
func (k *groupKernel) chunk() int {
	n := k.Space[len(k.Space)-1]
	switch {
	case k.ByRows() && k.refused != nil:
		return k.Space[len(k.Space)-2]
	case k.ByRows():
		return loop.MaxLanes / n
	case k.refused != nil:
		return n
	}
	return loop.MaxLanes
}

// slice is the part of a buffer from the current position on.
func slice(a loop.Access, counters []string) *jen.Statement {
	var offset *jen.Statement
	for axis, i := range counters {
		s := a.Strides[axis]
		if s == 0 {
			continue
		}
		term := jen.Id(i)
		if s != 1 {
			term.Op("*").Lit(s)
		}
		if offset == nil {
			offset = term
		} else {
			offset.Op("+").Add(term)
		}
	}
	if offset == nil {
		return jen.Id(a.Name)
	}
	return jen.Id(a.Name).Index(offset, jen.Empty())
}

// election writes the choice between the twin and the assembly kernels.
func (k *groupKernel) election(f *jen.File) {
	call := func(name string, pointers bool) *jen.Statement {
		args := k.counts()
		for _, b := range k.buffers() {
			if pointers {
				b = jen.Op("&").Add(b).Index(jen.Lit(0))
			}
			args = append(args, b)
		}
		return jen.Id(k.Name + name).Call(args...)
	}
	f.Func().Id(k.Name + "Lanes").Params(k.runParams()...).Block(
		jen.Switch(jen.Qual(kernelPath, "Level").Call()).Block(
			jen.Case(jen.Qual(kernelPath, "AVX512")).Block(call("AVX512", true)),
			jen.Case(jen.Qual(kernelPath, "AVX2")).Block(call("AVX2", true)),
			jen.Default().Block(call("Go", false)),
		),
	)
	f.Line()
}

// fallback writes the same function where there is no assembly.
func (k *groupKernel) fallback(f *jen.File) {
	f.Func().Id(k.Name + "Lanes").Params(k.runParams()...).Block(
		jen.Id(k.Name + "Go").Call(append(k.counts(), k.buffers()...)...),
	)
	f.Line()
}
