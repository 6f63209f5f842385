package gosrc

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/topos-go/topos/gen/loop"
)

// groupExpressions write one lane operation as a Go expression. The operations that need statements are in groupStatements.
var groupExpressions = [loop.NumOps]func(e loop.Elem, a []jen.Code) *jen.Statement{
	loop.Add: infix("+"),
	loop.Sub: infix("-"),
	loop.Mul: func(e loop.Elem, a []jen.Code) *jen.Statement {
		return jen.Id(e.String()).Call(jen.Add(a[0]).Op("*").Add(a[1])) // the conversion forbids fusing
	},
	loop.Div:     infix("/"),
	loop.Neg:     func(_ loop.Elem, a []jen.Code) *jen.Statement { return jen.Op("-").Add(a[0]) },
	loop.Sqrt:    sqrt,
	loop.Max:     func(_ loop.Elem, a []jen.Code) *jen.Statement { return jen.Id("max").Call(a...) },
	loop.Exp:     function("Exp"),
	loop.Log:     function("Log"),
	loop.Tanh:    function("Tanh"),
	loop.Sigmoid: function("Sigmoid"),

	loop.Min:           func(_ loop.Elem, a []jen.Code) *jen.Statement { return jen.Id("min").Call(a...) },
	loop.Sin:           function("Sin"),
	loop.Cos:           function("Cos"),
	loop.Log1p:         function("Log1p"),
	loop.Expm1:         function("Expm1"),
	loop.Erf:           function("Erf"),
	loop.ErfDerivative: function("ErfDerivative"),
	loop.Rsqrt:         function("Rsqrt"),
	loop.Pow:           function("Pow"),
	loop.FastExp:       function("FastExp"),
	loop.FastLog:       function("FastLog"),
	loop.FastTanh:      function("FastTanh"),
	loop.FastSigmoid:   function("FastSigmoid"),
	loop.FastRsqrt:     function("FastRsqrt"),
}

// groupStatements write one lane operation as statements that define v.
var groupStatements = [loop.NumOps]func(b *jen.Group, v string, e loop.Elem, a []jen.Code, note string){
	loop.Step:      truth(">="),
	loop.Less:      truth("<"),
	loop.LessEqual: truth("<="),
	loop.Equal:     truth("=="),
	loop.Where:     where,
	loop.Canonical: canonical,
}

func infix(op string) func(loop.Elem, []jen.Code) *jen.Statement {
	return func(_ loop.Elem, a []jen.Code) *jen.Statement { return jen.Add(a[0]).Op(op).Add(a[1]) }
}

// function calls the normative function of package num for the element.
func function(name string) func(loop.Elem, []jen.Code) *jen.Statement {
	return func(e loop.Elem, a []jen.Code) *jen.Statement {
		suffix := "F32"
		if e == loop.F64 {
			suffix = "F64"
		}
		return jen.Qual(numPath, name+suffix).Call(a...)
	}
}

// sqrt rounds once: a float64 root of a float32 is never near a midpoint of two float32.
func sqrt(e loop.Elem, a []jen.Code) *jen.Statement {
	if e == loop.F64 {
		return jen.Qual("math", "Sqrt").Call(a...)
	}
	return jen.Float32().Call(jen.Qual("math", "Sqrt").Call(jen.Float64().Call(a...)))
}

// truth is 1 where the comparison holds, else 0.
func truth(comparison string) func(b *jen.Group, v string, e loop.Elem, a []jen.Code, note string) {
	return func(b *jen.Group, v string, e loop.Elem, a []jen.Code, note string) {
		b.Id(v).Op(":=").Id(e.String()).Call(jen.Lit(0)).Do(noted(note))
		b.If(jen.Add(a[0]).Op(comparison).Add(a[1])).Block(jen.Id(v).Op("=").Lit(1))
	}
}

func where(b *jen.Group, v string, e loop.Elem, a []jen.Code, note string) {
	b.Id(v).Op(":=").Id(e.String()).Call(jen.Add(a[2])).Do(noted(note))
	b.If(jen.Add(a[0]).Op("!=").Lit(0)).Block(jen.Id(v).Op("=").Add(a[1]))
}

func canonical(b *jen.Group, v string, e loop.Elem, a []jen.Code, note string) {
	nan, _ := literal(e, math.NaN())
	b.Id(v).Op(":=").Add(a[0]).Do(noted(note))
	b.If(jen.Id(v).Op("!=").Id(v)).Block(jen.Id(v).Op("=").Add(nan))
}

// noted ends a line with a comment.
func noted(note string) func(*jen.Statement) {
	return func(s *jen.Statement) {
		if note != "" {
			s.Comment(note)
		}
	}
}
