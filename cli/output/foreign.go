package output

import (
	"bytes"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// checkPackage refuses a folder that holds Go files of another package: the go command would build neither.
func (d *Delta) checkPackage(files map[string][]byte) error {
	name := ""
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(file) == ".go" && path.Dir(file) == "." && !strings.HasSuffix(file, "_test.go") {
			name = packageName(files[file])
			break
		}
	}
	if name == "" {
		return nil // no Go files are generated
	}
	list, err := os.ReadDir(d.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range list {
		if filepath.Ext(f.Name()) != ".go" || !f.Type().IsRegular() {
			continue
		}
		if built, err := build.Default.MatchFile(d.folder, f.Name()); err != nil || !built {
			continue // not for this machine, or for none, such as a program for go run
		}
		content, err := os.ReadFile(filepath.Join(d.folder, f.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // another generation has just removed it
		}
		if err != nil {
			return err
		}
		found := packageName(content)
		if strings.HasSuffix(f.Name(), "_test.go") {
			found = strings.TrimSuffix(found, "_test")
		}
		if generated(content) || found == "" || found == name {
			continue
		}
		return fmt.Errorf("%s belongs to package %s, but the generated package is %s\n\tfix: add -pkg %s, or generate into another folder; nothing was written", path.Join(d.printed, f.Name()), found, name, found)
	}
	return nil
}

// packageName reads the package clause of a Go file; it is empty where there is none to read.
func packageName(content []byte) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", bytes.NewReader(content), parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return file.Name.Name
}
