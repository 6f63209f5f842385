package gosrc

import (
	"bytes"
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/loop"
)

// OwnKernels writes the groups of one package whose lanes the arithmetic of an element computes, by file name: drivers and twins as Kernels has them,
// with calls in place of operators, and for the 16-bit elements of this module the choice between the twin and an assembly kernel. Groups in twinOnly
// have no assembly, for the reason given there.
func OwnKernels(pkg, tie string, element *Element, groups []*loop.Group, twinOnly map[string]error) (map[string][]byte, error) {
	if element == nil {
		return nil, fmt.Errorf("groups of an element's own arithmetic need the element")
	}
	canonical, err := canonicalOf(groups)
	if err != nil {
		return nil, err
	}
	servedBy := loop.Kernels(canonical, twinOnly)
	files := map[string][]byte{}
	var kernels []*groupKernel
	number, lines := 0, 0
	for i, g := range canonical {
		kernels = append(kernels, &groupKernel{Group: g, kernel: servedBy[g.Name], refused: twinOnly[g.Name], own: element})
		if lines += 50 + len(g.Body); lines < maxLines && i < len(canonical)-1 {
			continue
		}
		number++
		if err := writeOwnKernels(files, pkg, tie, number, kernels); err != nil {
			return nil, fmt.Errorf("kernels of %s: %w", element.name, err)
		}
		kernels, lines = nil, 0
	}
	return files, nil
}

func writeOwnKernels(files map[string][]byte, pkg, tie string, number int, kernels []*groupKernel) error {
	element := kernels[0].own
	list := map[string]*jen.File{"": newFile(pkg, tie, "")}
	if element.lanes.Narrow() {
		list["_amd64"], list["_generic"] = newFile(pkg, tie, "!purego"), newFile(pkg, tie, "!amd64 || purego")
	}
	for _, f := range list {
		element.imports(f, nil)
	}
	for _, k := range kernels {
		k.driver(list[""])
		if k.kernel != k.Name {
			continue
		}
		k.twin(list[""])
		if !k.inGo() {
			k.election(list["_amd64"])
			k.fallback(list["_generic"])
		}
	}
	for end, f := range list {
		var b bytes.Buffer
		if err := f.Render(&b); err != nil {
			return err
		}
		files[element.kernelFile(number)+end+".go"] = b.Bytes()
	}
	return nil
}

// kernelFile begins the name of a file with kernels of an element without operators.
func (e *Element) kernelFile(number int) string {
	name := "kernels_" + e.name + "_lanes"
	if number > 1 {
		name += fmt.Sprint(number)
	}
	return name
}

// ownMethods are the operations that one method computes, of all their operands.
var ownMethods = [loop.NumOps]string{
	loop.Add: "Add", loop.Sub: "Sub", loop.Mul: "Mul", loop.Div: "Div", loop.Neg: "Neg", loop.Max: "Max", loop.Min: "Min",
	loop.Sqrt: "Sqrt", loop.Exp: "Exp", loop.Log: "Log", loop.Tanh: "Tanh", loop.Sigmoid: "Sigmoid", loop.Sin: "Sin", loop.Cos: "Cos",
	loop.Log1p: "Log1p", loop.Expm1: "Expm1", loop.Erf: "Erf", loop.ErfDerivative: "ErfDerivative", loop.Rsqrt: "Rsqrt", loop.Pow: "Pow",
	loop.Canonical: "Canonical", loop.Widen: "Widen", loop.Round: "Round",
}

// computes is the kind of the arithmetic that an instruction calls; none for a read and a choice.
func (t *twin) computes(i int) (k loop.Kind, calls bool) {
	switch in := t.Body[i]; in.Op {
	case loop.Read, loop.Where:
		return 0, false
	case loop.Less, loop.LessEqual, loop.Equal:
		return t.kinds[in.Args[0]], true
	case loop.Widen:
		return loop.Number, true
	}
	return t.kinds[i], true
}

// dictionary is the variable of an arithmetic.
func (t *twin) dictionary(k loop.Kind) *jen.Statement {
	if k == loop.Wide {
		return jen.Id("wide")
	}
	return jen.Id("number")
}

// dictionaries declares the arithmetics that the body calls.
func (t *twin) dictionaries(b *jen.Group) {
	if t.own == nil {
		return
	}
	for k, typ := range []typeName{loop.Number: t.own.arithmetic, loop.Wide: t.own.widening} {
		for i := range t.Body {
			if computes, calls := t.computes(i); calls && computes == loop.Kind(k) {
				b.Var().Add(t.dictionary(loop.Kind(k))).Add(typ.code())
				break
			}
		}
	}
}

// call writes an instruction by the methods of its arithmetic.
func (t *twin) call(b *jen.Group, v string, i int, a []jen.Code) {
	in := t.Body[i]
	kind, _ := t.computes(i)
	d := t.dictionary(kind)
	above := func(x, y jen.Code) *jen.Statement { return d.Clone().Dot("GreaterEqual").Call(x, y) }
	number := func(x int) *jen.Statement { return d.Clone().Dot("FromFloat64").Call(jen.Lit(x)) }
	line := b.Id(v).Op(":=")
	switch in.Op {
	case loop.Step:
		line.Add(number(0)).Do(noted(in.Note))
		b.If(above(a[0], a[1])).Block(jen.Id(v).Op("=").Add(number(1)))
	case loop.Less:
		line.Add(above(a[1], a[0])).Op("&&").Op("!").Add(above(a[0], a[1])).Do(noted(in.Note))
	case loop.LessEqual:
		line.Add(above(a[1], a[0])).Do(noted(in.Note))
	case loop.Equal:
		line.Add(above(a[0], a[1])).Op("&&").Add(above(a[1], a[0])).Do(noted(in.Note))
	case loop.Where:
		line.Add(a[2]).Do(noted(in.Note))
		b.If(a[0]).Block(jen.Id(v).Op("=").Add(a[1]))
	default:
		line.Add(d).Dot(ownMethods[in.Op]).Call(a...).Do(noted(in.Note))
	}
}
