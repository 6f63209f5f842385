package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// assembled finds, for each function of the package in a folder, the tiers whose assembly it can come to call: a function without a body whose name
// ends with the tier, through any function or variable that is mentioned on the way.
func assembled(dir string) (map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	mentions := map[string]map[string]bool{} // by the name of a declaration
	bodiless := map[string]bool{}
	note := func(name string, n ast.Node) {
		if mentions[name] == nil {
			mentions[name] = map[string]bool{}
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				mentions[name][id.Name] = true
			}
			return true
		})
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body == nil {
					bodiless[d.Name.Name] = true
				} else {
					note(d.Name.Name, d.Body)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						for _, id := range v.Names {
							note(id.Name, v)
						}
					}
				}
			}
		}
	}
	tiers := map[string][]string{}
	for name := range mentions {
		seen := map[string]bool{}
		var visit func(string)
		visit = func(name string) {
			if seen[name] {
				return
			}
			seen[name] = true
			for next := range mentions[name] {
				visit(next)
			}
		}
		visit(name)
		for _, tier := range []string{"AVX2", "AVX512"} {
			for reached := range seen {
				if bodiless[reached] && strings.Contains(reached, "F32") && strings.HasSuffix(reached, tier) {
					tiers[name] = append(tiers[name], tier)
					break
				}
			}
		}
	}
	return tiers, nil
}
