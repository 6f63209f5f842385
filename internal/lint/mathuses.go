package main

import (
	"go/ast"
	"go/types"
)

// exact lists the functions of package math whose results are exact or rounded once, and so the same on every platform.
var exact = map[string]bool{
	"Abs": true, "Ceil": true, "Copysign": true, "FMA": true, "Floor": true, "Inf": true, "IsInf": true, "IsNaN": true, "RoundToEven": true,
	"Signbit": true, "Sqrt": true, "Trunc": true,
	"Float32bits": true, "Float32frombits": true, "Float64bits": true, "Float64frombits": true,
}

// mathUses reports uses of other functions, called or not.
func (c *checker) mathUses(root ast.Node) {
	ast.Inspect(root, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		function, ok := c.info.Uses[name].(*types.Func)
		if !ok || function.Pkg() == nil {
			return true
		}
		path := function.Pkg().Path()
		if path == "math/cmplx" || path == "math" && !exact[function.Name()] {
			c.report(name, "%s.%s varies between platforms or is not canonical: use runtime/num", path, function.Name())
		}
		return true
	})
}
