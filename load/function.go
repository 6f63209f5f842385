package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// signature is what a recording function looks like.
const signature = "func(t *dsl.Tape)"

// checkFunction looks for the recording function by syntax alone, so that a missing or different one is named before anything is built.
// What syntax cannot decide, such as a variable or an alias, is left to the compiler.
func (l loader) checkFunction(p *listed) error {
	if !token.IsExported(l.Func) || !token.IsIdentifier(l.Func) {
		return fmt.Errorf("-func %s: the recording function is called from another package, so its name must begin with a capital", l.Func)
	}
	var others []string
	files := token.NewFileSet()
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil // the compiler says it better
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				if declares(d, l.Func) {
					return nil
				}
			case *ast.FuncDecl:
				fits := d.Recv == nil && records(d.Type)
				switch {
				case d.Name.Name == l.Func && d.Recv == nil && !fits:
					at := files.Position(d.Name.Pos())
					found := types.ExprString(d.Type)
					if d.Type.TypeParams != nil {
						found = "generic"
					}
					return fmt.Errorf("%s:%d:%d: %s is %s\n\tfix: make it %s", l.relative(at.Filename), at.Line, at.Column, l.Func, found, signature)
				case d.Name.Name == l.Func && fits:
					return nil
				case fits && d.Name.IsExported():
					others = append(others, d.Name.Name)
				}
			}
		}
	}
	fix := "add func " + l.Func + "(t *dsl.Tape)"
	if len(others) > 0 {
		fix = "use -func " + strings.Join(others, ", or -func ")
	}
	return fmt.Errorf("%s has no function %s\n\tfix: %s", p.ImportPath, l.Func, fix)
}

// records reports whether a function may be called with a tape alone. An unqualified type may be an alias, which only the compiler knows.
func records(f *ast.FuncType) bool {
	if f.TypeParams != nil || f.Results.NumFields() > 0 || f.Params.NumFields() != 1 {
		return false
	}
	switch t := f.Params.List[0].Type.(type) {
	case *ast.StarExpr:
		switch x := t.X.(type) {
		case *ast.SelectorExpr:
			return x.Sel.Name == "Tape"
		case *ast.Ident:
			return !isBasic(x.Name)
		}
	case *ast.Ident:
		return !isBasic(t.Name)
	case *ast.SelectorExpr:
		return t.Sel.Name != "Tape" // dsl.Tape without its star
	}
	return false
}

// isBasic reports whether the name is a predeclared type's.
func isBasic(name string) bool {
	_, isType := types.Universe.Lookup(name).(*types.TypeName)
	return isType
}

// declares reports whether a declaration of variables, constants or types introduces the name.
func declares(d *ast.GenDecl, name string) bool {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, n := range spec.Names {
				if n.Name == name {
					return true
				}
			}
		case *ast.TypeSpec:
			if spec.Name.Name == name {
				return true
			}
		}
	}
	return false
}

// column finds where a line calls a method or function of this name: 0 where it does not, or more than once.
func column(file string, line int, name string) int {
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return 0
	}
	found, count := 0, 0
	ast.Inspect(syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		called := token.NoPos
		switch f := call.Fun.(type) {
		case *ast.SelectorExpr:
			if f.Sel.Name == name {
				called = f.Sel.Pos()
			}
		case *ast.Ident:
			if f.Name == name {
				called = f.Pos()
			}
		}
		if called.IsValid() && files.Position(called).Line == line {
			found = files.Position(called).Column
			count++
		}
		return true
	})
	if count != 1 {
		return 0
	}
	return found
}
