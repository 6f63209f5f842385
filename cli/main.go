// Package cli is the command toposgen: it wires loading, planning, running and generating, and prints.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan/pattern"
	"github.com/topos-go/topos/load"
	"github.com/topos-go/topos/runtime/num"
)

// Main is the command toposgen, with what the options add: it reads os.Args, prints, and returns the exit status: 0, 1 for an error, 2 for a
// command that was not understood. A module with patterns, emitters or elements of its own calls it in a command of its own.
func Main(options ...Option) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := newProgram(ctx, options)
	err := p.misused
	if err == nil {
		p.dir, err = os.Getwd()
	}
	if err != nil {
		fmt.Fprintln(p.stderr, "toposgen:", err)
		return 1
	}
	return p.run(p.args)
}

// program is one run of the command.
type program struct {
	ctx            context.Context
	load           func(context.Context, load.Options) (*load.Recording, error)
	args           []string
	dir            string // the working folder
	stdout, stderr io.Writer
	patterns       []pattern.Pattern // beside those of the catalog
	emitters       []emit.Emitter
	registered     []registered
	verbs          []string
	misused        error // the first option that cannot be taken
}

// newProgram is the command as it is run from a shell, but for its working folder.
func newProgram(ctx context.Context, options []Option) *program {
	p := &program{ctx: ctx, load: load.Package, args: os.Args[1:], stdout: os.Stdout, stderr: os.Stderr, emitters: emit.All()}
	for _, option := range []Option{Element(num.F32{}), Element(num.F64{}), Element(num.BF16{}), Element(num.F16{})} {
		option(p)
	}
	for _, option := range options {
		option(p)
	}
	return p
}

// usage is the error of a command that was not understood.
type usage string

func (u usage) Error() string { return string(u) }

func usagef(format string, args ...any) error { return usage(fmt.Sprintf(format, args...)) }

// named makes an error of opening a file name it as the command line did.
func named(err error, name string) error {
	var failure *fs.PathError
	if errors.As(err, &failure) {
		failure.Path = name
	}
	return err
}

func (p *program) printf(format string, args ...any) { fmt.Fprintf(p.stdout, format, args...) }

// path is where a path of the command line lies.
func (p *program) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(p.dir, name)
}

// relative prints a path relative to the working folder, as a package pattern where it lies below.
func (p *program) relative(path string) string {
	rel, err := filepath.Rel(p.dir, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	rel = filepath.ToSlash(rel)
	if rel != "." && rel != ".." && !strings.HasPrefix(rel, "../") {
		rel = "./" + rel
	}
	return rel
}
