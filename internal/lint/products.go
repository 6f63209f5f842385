package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// products reports the floating products below root that no conversion rounds.
func (c *checker) products(root ast.Node) {
	rounded := map[ast.Expr]bool{}
	ast.Inspect(root, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr: // met before its operand
			if target := c.info.Types[node.Fun]; target.IsType() && len(node.Args) == 1 {
				operand := ast.Unparen(node.Args[0])
				rounded[operand] = types.Identical(target.Type, c.info.TypeOf(operand))
			}
		case *ast.BinaryExpr:
			value := c.info.Types[node]
			if node.Op == token.MUL && value.Value == nil && hasFloats(value.Type) && !rounded[node] {
				name := types.TypeString(value.Type, types.RelativeTo(nil))
				c.report(node, "floating product without a conversion: write %s(%s)", name, types.ExprString(node))
			}
		case *ast.AssignStmt:
			if node.Tok == token.MUL_ASSIGN && hasFloats(c.info.TypeOf(node.Lhs[0])) {
				c.report(node, "floating *= cannot be converted: write it as a product under a conversion")
			}
		}
		return true
	})
}

// hasFloats reports whether t is a floating or complex type, or a type parameter that admits one.
func hasFloats(t types.Type) bool {
	if parameter, ok := types.Unalias(t).(*types.TypeParam); ok {
		return admitsFloats(parameter.Constraint())
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}

func admitsFloats(constraint types.Type) bool {
	switch constraint := constraint.Underlying().(type) {
	case *types.Interface:
		for embedded := range constraint.EmbeddedTypes() {
			if admitsFloats(embedded) {
				return true
			}
		}
	case *types.Union:
		for term := range constraint.Terms() {
			if admitsFloats(term.Type()) {
				return true
			}
		}
	default:
		return hasFloats(constraint)
	}
	return false
}
