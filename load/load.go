// Package load finds a recording package, builds it for this machine, runs its recording function in a process of its own, and returns the
// network. Nothing appears in the user's tree, and the package need not know that it is loaded.
package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// Options say what to load.
type Options struct {
	Pattern string    // the recording package: an import path, or a folder such as ./model
	Func    string    // the recording function; Record where empty
	Dir     string    // the working folder: patterns and printed positions are relative to it
	Avoid   string    // the folder of the output, which the recording must not import; none where empty
	Output  io.Writer // receives what the recording prints; discarded where nil
}

// Recording is a recorded network and where it came from.
type Recording struct {
	Network    *dsl.Network
	Name       string // of the package, or of the file without its extension
	Func       string // empty for a file
	ImportPath string // empty for a file
	Dir        string // of the package or file
	Root       string // of the package's module; empty for a file
}

// Package loads a network from a recording package.
func Package(ctx context.Context, o Options) (*Recording, error) {
	if o.Func == "" {
		o.Func = "Record"
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	l := loader{Options: o, env: hostEnvironment(os.Environ())}
	l.Dir = dir
	pkg, others, err := l.list(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.checkOutput(pkg, others); err != nil {
		return nil, err
	}
	if err := l.checkFunction(pkg); err != nil {
		return nil, err
	}
	outcome, err := l.record(ctx, pkg)
	if err != nil {
		return nil, err
	}
	switch {
	case outcome.Panic != nil:
		return nil, l.panicked(pkg, outcome.Panic)
	case len(outcome.Errors) > 0:
		return nil, l.refused(pkg, outcome.Errors)
	}
	net, err := dsl.ReadText(strings.NewReader(outcome.Text))
	if err != nil {
		return nil, fmt.Errorf("%s records for another version of topos than this toposgen: %w", pkg.ImportPath, err)
	}
	return &Recording{Network: net, Name: pkg.Name, Func: o.Func, ImportPath: pkg.ImportPath, Dir: pkg.Dir, Root: pkg.Module.Dir}, nil
}

// File loads a network from a .tape file.
func File(path string) (*Recording, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	net, err := dsl.ReadText(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(path), err)
	}
	base := filepath.Base(path)
	return &Recording{Network: net, Name: strings.TrimSuffix(base, filepath.Ext(base)), Dir: filepath.Dir(path)}, nil
}

// loader is one load in progress.
type loader struct {
	Options
	env []string
}

// relative prints a path relative to the working folder where it is near: in the folder, or in the same module.
func (l loader) relative(path string) string {
	if rel, err := filepath.Rel(l.Dir, path); err == nil && !strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}
