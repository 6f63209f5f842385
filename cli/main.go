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

	"github.com/topos-go/topos/load"
)

// Main runs the command with its arguments and returns the exit status: 0, 1 for an error, 2 for a command that was not understood.
func Main(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, "toposgen:", err)
		return 1
	}
	p := &program{ctx: ctx, load: load.Package, dir: dir, stdout: stdout, stderr: stderr}
	return p.run(args)
}

// program is one run of the command.
type program struct {
	ctx            context.Context
	load           func(context.Context, load.Options) (*load.Recording, error)
	dir            string // the working folder
	stdout, stderr io.Writer
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
