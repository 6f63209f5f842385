package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// checker collects what one package does against the rules.
type checker struct {
	fset     *token.FileSet
	info     *types.Info
	findings []string
}

func (c *checker) report(at ast.Node, format string, args ...any) {
	c.findings = append(c.findings, fmt.Sprintf("%s: %s", c.fset.Position(at.Pos()), fmt.Sprintf(format, args...)))
}

// check looks at whole files in a numeric package, and elsewhere at the methods of numbers.
func (c *checker) check(files []*ast.File, numeric bool) {
	for _, file := range files {
		if numeric {
			c.products(file)
			c.mathUses(file)
			continue
		}
		for _, declaration := range file.Decls {
			if method, ok := declaration.(*ast.FuncDecl); ok && c.isNumberMethod(method) {
				c.products(method)
			}
		}
	}
}

// isNumberMethod reports whether the receiver has the methods that make a type a num.Arithmetic.
func (c *checker) isNumberMethod(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	object, ok := c.info.Defs[f.Name].(*types.Func)
	if !ok {
		return false
	}
	receiver := object.Signature().Recv().Type()
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	methods := types.NewMethodSet(types.NewPointer(receiver))
	for _, name := range []string{"Mul", "MulAdd", "Widen", "Round"} {
		if methods.Lookup(object.Pkg(), name) == nil {
			return false
		}
	}
	return true
}
