package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/load"
)

// checkOrigin refuses to replace a package that was generated from another recording which is still there: two recordings would take turns in one
// folder. Where a recording was renamed or moved, its package goes on.
func (t target) checkOrigin(p *program, folder string, r *load.Recording) error {
	content, err := os.ReadFile(filepath.Join(folder, "network.go"))
	if err != nil {
		return nil // Compare reports what hinders
	}
	dirs := []string{folder, filepath.Dir(folder), p.dir}
	own := gosrc.Origin{Func: r.Func, Path: r.ImportPath}
	if t.isFile() {
		own = gosrc.Origin{Tape: t.file()}
		dirs = append(dirs, filepath.Dir(p.path(t.Pattern)))
	} else {
		dirs = append(dirs, r.Root)
	}
	old := gosrc.ReadOrigin(content)
	if old == own || t.isFile() && strings.HasPrefix(p.path(t.Pattern), folder+string(filepath.Separator)) || !remains(old, dirs) {
		return nil
	}
	return fmt.Errorf("%s holds the package of another recording that is still there, %s; this one is %s\n\tfix: choose another folder by -o, or delete %s; nothing was written",
		p.relative(folder), old, own, p.relative(folder))
}

// remains looks for a recording: for its file in the folders, or for its package in their modules.
func remains(o gosrc.Origin, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		if o.Tape != "" {
			_, err := os.Stat(filepath.Join(dir, o.Tape))
			return err == nil
		}
		return o.Path != "" && declares(packageFolder(o.Path, dir), o.Func)
	})
}

// packageFolder is the folder of a package in the module around dir; empty where the package is of another module.
func packageFolder(path, dir string) string {
	above, err := load.ImportPath(dir)
	if err != nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(path+"/", above+"/"); ok {
		return filepath.Join(dir, filepath.FromSlash(rest))
	}
	if up := filepath.Dir(dir); up != dir {
		return packageFolder(path, up)
	}
	return ""
}

// declares reports whether a Go file of a folder declares a function or variable.
func declares(dir, name string) bool {
	files, _ := os.ReadDir(dir)
	return slices.ContainsFunc(files, func(f os.DirEntry) bool {
		if filepath.Ext(f.Name()) != ".go" || strings.HasSuffix(f.Name(), "_test.go") {
			return false
		}
		parsed, _ := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.SkipObjectResolution)
		return parsed != nil && slices.ContainsFunc(parsed.Decls, func(d ast.Decl) bool { return introduces(d, name) })
	})
}

// introduces reports whether a declaration is of this function or variable.
func introduces(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Recv == nil && d.Name.Name == name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && slices.ContainsFunc(v.Names, func(n *ast.Ident) bool { return n.Name == name }) {
				return true
			}
		}
	}
	return false
}
