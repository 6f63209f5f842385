package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	for _, dir := range dirs {
		if o.Tape != "" {
			if _, err := os.Stat(filepath.Join(dir, o.Tape)); err == nil {
				return true
			}
			continue
		}
		for o.Path != "" {
			above, err := load.ImportPath(dir)
			if err != nil {
				break
			}
			if rest, ok := strings.CutPrefix(o.Path+"/", above+"/"); ok {
				if declares(filepath.Join(dir, filepath.FromSlash(rest)), o.Func) {
					return true
				}
				break
			}
			dir = filepath.Dir(dir)
		}
	}
	return false
}

// declares reports whether a Go file of a folder declares a function or variable.
func declares(dir, name string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	declared := regexp.MustCompile(`(?m)^(?:func|var)\s+` + regexp.QuoteMeta(name) + `\b`)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err == nil && !strings.HasSuffix(file, "_test.go") && declared.Match(content) {
			return true
		}
	}
	return false
}
