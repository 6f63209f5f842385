package gosrc

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/kernel"
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
	}
	if k.inGo() {
		run = k.kernel + "Go"
	}
	f.Func().Id(k.Name).Params(k.bufferParams()...).BlockFunc(func(b *jen.Group) {
		var exact []jen.Code
		for _, a := range k.Accesses() {
			exact = append(exact, jen.Id(a.Name).Index(jen.Empty(), jen.Lit(a.Size(k.Space))))
		}
		b.List(k.buffers()...).Op("=").List(exact...)
		if k.shared() {
			positions := (k.Space[0] + k.grain() - 1) / k.grain()
			b.Qual(kernelPath, "Lines").Call(append([]jen.Code{jen.Lit(positions), jen.Id(k.Name + "Part")}, k.buffers()...)...)
			return
		}
		k.walk(b, run, 0, nil)
	})
	f.Line()
	if k.shared() {
		k.part(f, run)
	}
}

// sharedLanes is the least number of lanes that are worth sharing out over goroutines.
const sharedLanes = 1 << 15

// shared reports whether goroutines share the group's outermost positions.
func (k *groupKernel) shared() bool {
	return k.own == nil && k.Lanes() >= sharedLanes && k.Space[0] > k.grain() && len(k.buffers()) <= kernel.MaxBuffers
}

// grain is how many elements of the outermost axis make a position: several vectors, where the kernel walks that axis alone.
func (k *groupKernel) grain() int {
	if len(k.Space) == 1 {
		return 1024
	}
	return 1
}

// part writes the function that runs some positions of the outermost axis.
func (k *groupKernel) part(f *jen.File, run string) {
	f.Commentf("%sPart computes positions from to to of %s.", k.Name, k.Name)
	f.Func().Id(k.Name+"Part").Params(jen.List(jen.Id("from"), jen.Id("to")).Int(), jen.Id("b").Qual(kernelPath, "Buffers").Types(k.elem())).BlockFunc(func(b *jen.Group) {
		var buffers []jen.Code
		for i := range k.buffers() {
			buffers = append(buffers, jen.Id("b").Index(jen.Lit(i)))
		}
		b.List(k.buffers()...).Op(":=").List(buffers...)
		if g := k.grain(); g > 1 {
			b.List(jen.Id("from"), jen.Id("to")).Op("=").List(jen.Id("from").Op("*").Lit(g), jen.Id("min").Call(jen.Id("to").Op("*").Lit(g), jen.Lit(k.Space[0])))
		}
		k.walk(b, run, 0, nil)
	})
	f.Line()
}

// walk writes a loop over the given axis around the rest, down to the axes that the kernel walks. The counters of the outer axes
// have the names in outer. Of the outermost axis a shared group walks the positions from from to to.
func (k *groupKernel) walk(b *jen.Group, run string, axis int, outer []string) {
	inner := len(k.Space) - 1
	first := inner // of the axes that the kernel walks
	if k.ByRows() {
		first--
	}
	part := axis == 0 && k.shared()
	if axis < first {
		i := fmt.Sprintf("i%d", axis)
		body := func(b *jen.Group) { k.walk(b, run, axis+1, append(outer, i)) }
		if part {
			b.For(jen.Id(i).Op(":=").Id("from"), jen.Id(i).Op("<").Id("to"), jen.Id(i).Op("++")).BlockFunc(body)
		} else {
			b.For(jen.Id(i).Op(":=").Range().Lit(k.Space[axis])).BlockFunc(body)
		}
		return
	}
	step, extent := k.chunk(), k.Space[axis]
	from, to := jen.Lit(0), jen.Lit(extent)
	if part {
		from, to = jen.Id("from"), jen.Id("to")
	}
	counts := []jen.Code{to.Clone()}
	if step < extent || part {
		counts[0] = jen.Id("min").Call(jen.Lit(step), to.Clone().Op("-").Id("i"))
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
	if step >= extent && !part {
		b.Add(call)
		return
	}
	b.For(jen.Id("i").Op(":=").Add(from), jen.Id("i").Op("<").Add(to), jen.Id("i").Op("+=").Lit(step)).Block(call)
}

// chunk returns how far one call of the kernel goes along the outermost axis that it walks. Go code can be preempted: it takes all.
func (k *groupKernel) chunk() int {
	n := k.Space[len(k.Space)-1]
	switch {
	case k.ByRows() && k.inGo():
		return k.Space[len(k.Space)-2]
	case k.ByRows():
		return loop.MaxLanes / n
	case k.inGo():
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
	var kinds []loop.Kind
	for _, a := range k.Accesses() {
		kinds = append(kinds, a.Kind)
	}
	call := func(name string, pointers bool) *jen.Statement {
		args := k.counts()
		for i, b := range k.buffers() {
			if pointers {
				b = jen.Op("&").Add(b).Index(jen.Lit(0))
				if k.own != nil && kinds[i] == loop.Number { // an element of 16 bits
					b = jen.Parens(jen.Op("*").Uint16()).Call(b)
				}
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
