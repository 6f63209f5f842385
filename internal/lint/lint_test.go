package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestFixtures compares the findings with the comments that announce them.
func TestFixtures(t *testing.T) {
	words := map[string]string{"product without": "product", "*=": "assignment", "varies": "math"}
	for _, c := range []struct {
		file    string
		numeric bool
	}{{"numeric.go", true}, {"number.go", false}} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join("testdata", c.file), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
		if _, err := config.Check("fixture", fset, []*ast.File{file}, info); err != nil {
			t.Fatal(err)
		}
		checked := checker{fset: fset, info: info}
		checked.check([]*ast.File{file}, c.numeric)

		var got, want []string
		for _, finding := range checked.findings {
			line := strings.Split(finding, ":")[1]
			for text, word := range words {
				if strings.Contains(finding, text) {
					got = append(got, line+" "+word)
				}
			}
		}
		for _, group := range file.Comments {
			for _, comment := range group.List {
				if word, ok := strings.CutPrefix(comment.Text, "// want "); ok {
					want = append(want, strconv.Itoa(fset.Position(comment.Pos()).Line)+" "+word)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		// A line may hold the same finding twice.
		if got := slices.Compact(got); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: findings %q, want %q", c.file, got, want)
		}
	}
}

// TestModule lints this module as one build sees it; the command looks at all of them.
func TestModule(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the module")
	}
	findings, err := lint(filepath.Join("..", ".."), []string{"./..."}, builds[:1])
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		t.Error(finding)
	}
}
