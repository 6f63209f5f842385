package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/load"
)

// recording is what most verbs read.
type recording struct {
	Func    string `placeholder:"NAME" default:"Record" help:"The recording function (${default})."`
	Pattern string `arg:"" name:"recording" optional:"" default:"." help:"The recording package, such as ./model, or a .tape file. The package of the working folder where none is given."`
}

// isFile reports whether a .tape file is named, not a package.
func (r recording) isFile() bool { return strings.HasSuffix(r.Pattern, ".tape") }

// file is the name of the .tape file, or empty.
func (r recording) file() string {
	if !r.isFile() {
		return ""
	}
	return filepath.Base(r.Pattern)
}

// load loads the network. What the recording prints goes to standard error: standard output is for what was asked.
func (r recording) load(p *program, avoid string) (*load.Recording, error) {
	if r.isFile() {
		return load.File(p.dir, r.Pattern)
	}
	return p.load(p.ctx, load.Options{Pattern: r.Pattern, Func: r.Func, Dir: p.dir, Avoid: avoid, Output: p.stderr})
}

// located makes the positions of an error about a node relative to the working folder.
func (p *program) located(r *load.Recording, err error) error {
	var e *dsl.Error
	if !errors.As(err, &e) {
		return err
	}
	located := *e
	located.Source.At = p.position(r, e.Source.At)
	located.Operands = slices.Clone(e.Operands)
	for i := range located.Operands {
		at := &located.Operands[i].Source.At
		*at = p.position(r, *at)
	}
	return &located
}

// position makes a position relative to the working folder.
func (p *program) position(r *load.Recording, at dsl.Position) dsl.Position {
	if r.Root != "" && !filepath.IsAbs(at.File) {
		at.File = strings.TrimPrefix(p.relative(filepath.Join(r.Root, filepath.FromSlash(at.File))), "./")
	}
	return at
}
