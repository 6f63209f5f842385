package main

import (
	"go/ast"
	"go/types"
	"strings"
)

// payloads are how derivative rules write the payloads that they can read, and their names.
var payloads = []struct{ written, name string }{{"n.In[0]", "ReadA"}, {"n.In[1]", "ReadB"}, {"n.Out", "ReadOut"}}

// reads says which payloads a derivative rule reads: those that it uses for more than their type, which Type tells and Fill copies.
func reads(rule *ast.FuncDecl) string {
	found := map[string]bool{}
	if rule != nil {
		ast.Inspect(rule.Body, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.CallExpr:
				f, method := x.Fun.(*ast.SelectorExpr)
				return !method || f.Sel.Name != "Type" && f.Sel.Name != "Fill"
			case ast.Expr:
				found[types.ExprString(x)] = true
			}
			return true
		})
	}
	var list []string
	for _, p := range payloads {
		if found[p.written] {
			list = append(list, p.name)
		}
	}
	if len(list) == 0 {
		return "ReadNothing"
	}
	return strings.Join(list, " | ")
}
