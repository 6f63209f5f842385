// Package load finds a recording package, builds it for this machine, runs its recording function in a process of its own, and returns the
// network. Nothing appears in the user's tree, and the package need not know that it is loaded.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// Recording is a recorded network and where it came from. Of a .tape file only the network is known.
type Recording struct {
	Network    *dsl.Network
	ImportPath string
	Func       string
	Root       string // the folder of the package's module, which the positions of the network are relative to
}

// Package loads a network from a recording package.
func Package(ctx context.Context, o Options) (*Recording, error) {
	if ctx == nil {
		return nil, errors.New("Package: the context is nil\n\tfix: pass one, such as context.Background()")
	}
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
	net, err := dsl.ReadText("the tape", strings.NewReader(outcome.Text))
	if err != nil {
		return nil, fmt.Errorf("%s: its tape does not read: %w\n\tfix: let the recording and toposgen use one version of topos, as go tool toposgen does", pkg.ImportPath, err)
	}
	return &Recording{Network: net, ImportPath: pkg.ImportPath, Func: o.Func, Root: pkg.Module.Dir}, nil
}

// File loads a network from a .tape file, which is named relative to the working folder dir.
func File(dir, name string) (*Recording, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	file, err := os.Open(path)
	if err != nil {
		var failure *fs.PathError
		if errors.As(err, &failure) {
			failure.Path = name
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w\n\tfix: name a file that is there, relative to the working folder; toposgen writes one into testdata of each package that it generates", err)
		}
		return nil, err
	}
	defer file.Close()
	net, err := dsl.ReadText(filepath.ToSlash(name), file)
	if err != nil {
		return nil, err
	}
	return &Recording{Network: net}, nil
}

// loader is one load in progress.
type loader struct {
	Options
	env []string
}

// relative prints a path relative to the working folder, unless the way leads up so far that the absolute one says more.
func (l loader) relative(path string) string {
	if rel, err := filepath.Rel(l.Dir, path); err == nil && !strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}
