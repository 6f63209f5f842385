package dsl_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// message is what one site of the sources can say.
type message struct {
	at      string
	pattern *regexp.Regexp
}

// sayers are the functions that make messages, with the places of fix and text among their arguments. A method of the tape names its call first.
var sayers = map[string][2]int{"fault": {0, 1}, "fail": {1, 2}, "Refuse": {2, 1}, "Errorf": {-1, 0}, "New": {-1, 0}}

// messages lists what the packages in the folders can say: the arguments of the functions that make errors, the faults that are written out, and the
// fixes that functions named so choose among.
func messages(t *testing.T, folders ...string) []message {
	var list []message
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			add := func(n ast.Node, text, fix string) {
				if strings.Trim(text, ".*") != "" {
					if fix != "" {
						text += `( \(\d+ times\))?(\n.*)*fix: ` + fix
					}
					list = append(list, message{set.Position(n.Pos()).String(), regexp.MustCompile(text)})
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.CallExpr:
					said(x, add)
				case *ast.CompositeLit:
					fields := map[string]string{}
					for _, e := range x.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok {
							if key, ok := kv.Key.(*ast.Ident); ok {
								fields[key.Name] = pattern(kv.Value)
							}
						}
					}
					add(x, fields["Text"], fields["Fix"])
				case *ast.FuncDecl:
					if strings.HasSuffix(x.Name.Name, "Fix") {
						ast.Inspect(x.Body, func(n ast.Node) bool {
							if r, ok := n.(*ast.ReturnStmt); ok {
								add(r, "fix: "+pattern(r.Results[0]), "")
							}
							return true
						})
					}
				}
				return true
			})
		}
	}
	return list
}

// said notes the message of a call that makes one.
func said(call *ast.CallExpr, add func(n ast.Node, text, fix string)) {
	name, method := "", false
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		pkg, ok := f.X.(*ast.Ident)
		method = !ok || pkg.Name != "fmt" && pkg.Name != "errors"
		if name == "New" && method {
			return
		}
	}
	places, ok := sayers[name]
	if !ok {
		return
	}
	if name == "fault" && method {
		places = [2]int{1, 2}
	}
	if places[1] >= len(call.Args) {
		return
	}
	fix := ""
	if places[0] >= 0 {
		fix = pattern(call.Args[places[0]])
	}
	add(call, pattern(call.Args[places[1]]), fix)
}

// verb is what a format or a fault has replaced.
var verb = regexp.MustCompile(`%(\\\.)?\d*[a-z]|\\\{(%d|\d)(\\\.name)?\\\}`)

// pattern matches what an expression can print.
func pattern(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		if err != nil {
			return ".*"
		}
		return verb.ReplaceAllString(regexp.QuoteMeta(text), ".*")
	case *ast.BinaryExpr:
		return pattern(x.X) + pattern(x.Y)
	case *ast.CallExpr:
		if f, ok := x.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return pattern(x.Args[0])
		}
	}
	return ".*"
}
