package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is what go list says of a package.
type listed struct {
	Dir        string
	ImportPath string
	Name       string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	DepOnly    bool
	Module     *struct {
		Path, Dir string
		Main      bool
	}
	Error *struct{ Pos, Err string }
}

// fields names the parts of listed, so that go list computes no others.
const fields = "Dir,ImportPath,Name,GoFiles,CgoFiles,Imports,DepOnly,Module,Error"

// list finds the one package of the pattern, and what it depends on.
func (l loader) list(ctx context.Context) (*listed, map[string]*listed, error) {
	out, err := l.run(ctx, "list", "-e", "-deps", "-json="+fields, "--", l.Pattern)
	if err != nil {
		return nil, nil, err
	}
	all := map[string]*listed{}
	var found []*listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := decoder.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("go list: %w", err)
		}
		all[p.ImportPath] = p
		if !p.DepOnly {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return nil, nil, fmt.Errorf("%s matches no package", l.Pattern)
	case len(found) > 1:
		return nil, nil, fmt.Errorf("%s matches %d packages, %s and %s among them\n\tfix: name one of them", l.Pattern, len(found), found[0].ImportPath, found[1].ImportPath)
	}
	p := found[0]
	switch {
	case p.Name == "" && p.Error != nil:
		return nil, nil, l.listError(p)
	case p.Module == nil:
		return nil, nil, fmt.Errorf("%s is in no module\n\tfix: run go mod init above it", l.Pattern)
	case p.Name == "main":
		return nil, nil, fmt.Errorf("%s is package main, which nothing can import, toposgen neither\n\tfix: move %s to a package of its own, such as %s", l.Pattern, l.Func, strings.TrimSuffix(p.ImportPath, "/main")+"/model")
	}
	return p, all, nil
}

// listError reports a package that go list could not find or read.
func (l loader) listError(p *listed) error {
	text := strings.ReplaceAll(strings.TrimSpace(p.Error.Err), l.Dir+string(filepath.Separator), "./")
	text = strings.TrimSuffix(text, " in "+l.Dir) // where the pattern names no folder, it is the working folder
	if p.Error.Pos != "" {
		text = p.Error.Pos + ": " + text
	}
	return mended(text)
}

// mends are what to do about errors of the go command, by a part of their texts.
var mends = [][2]string{
	{"go.mod file not found", "work in the folder of a module; go mod init NAME makes one"},
	{"directory not found", "name the folder of the package that records, relative to the working folder"},
	{"no Go files", "name the package that records, such as ./model"},
	{"outside main module", "work in the module of that package, or require that module in go.mod"},
}

// mended is an error of the go command with its fix.
func mended(text string) error {
	for _, m := range mends {
		if strings.Contains(text, m[0]) {
			return fmt.Errorf("%s\n\tfix: %s", text, m[1])
		}
	}
	return errors.New(text)
}

// run runs the go command in the working folder. What it prints to its standard error becomes the error.
func (l loader) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = l.Dir, l.env
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		switch text := strings.TrimSpace(problems.String()); {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !errors.As(err, &exit):
			return nil, fmt.Errorf("the go command is needed: %w", err)
		case text != "":
			return nil, mended(text)
		}
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out.Bytes(), nil
}

// checkOutput refuses a recording that is, or imports, the package that is generated from it: it could not be loaded once the output is missing or stale.
func (l loader) checkOutput(p *listed, all map[string]*listed) error {
	if l.Avoid == "" {
		return nil
	}
	avoid := l.Avoid
	if !filepath.IsAbs(avoid) {
		avoid = filepath.Join(l.Dir, avoid)
	}
	output, err := ImportPath(avoid)
	if err != nil {
		return err
	}
	chain := importChain(p.ImportPath, all, func(path string) bool {
		return path == output || all[path] != nil && all[path].Dir == avoid
	})
	switch len(chain) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s is both the recording and the output\n\tfix: generate into a folder of its own, such as -o ../%s", output, p.Name+"net")
	}
	return fmt.Errorf("%s imports its own output:\n\t%s\n\tfix: record without the generated package", p.ImportPath, strings.Join(chain, "\n\timports "))
}

// importChain is a shortest chain of imports from one package to a wanted one, or nil.
func importChain(from string, all map[string]*listed, wanted func(path string) bool) []string {
	chains, seen := [][]string{{from}}, map[string]bool{from: true}
	for len(chains) > 0 {
		chain := chains[0]
		chains = chains[1:]
		last := chain[len(chain)-1]
		if wanted(last) {
			return chain
		}
		if all[last] == nil {
			continue
		}
		for _, next := range all[last].Imports {
			if !seen[next] {
				seen[next] = true
				chains = append(chains, append(chain[:len(chain):len(chain)], next))
			}
		}
	}
	return nil
}
