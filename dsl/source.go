package dsl

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Position is a line of the user's code.
type Position struct {
	File string
	Line int
}

// String prints file:line, relative to the working folder where the file is below it.
func (p Position) String() string {
	file := p.File
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, file); err == nil && !strings.HasPrefix(rel, "..") {
			file = filepath.ToSlash(rel)
		}
	}
	return fmt.Sprintf("%s:%d", file, p.Line)
}

// Base prints the position without folders: model.go:14.
func (p Position) Base() string { return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line) }

// Source says where a node was recorded.
type Source struct {
	At     Position
	Chain  []Position // the calls that led there, innermost first
	Scope  string     // the path of nested layers
	Origin int        // the node whose derivative rule recorded this one, or -1
}

// String prints the position, and what called it within which layer.
func (s Source) String() string {
	text := s.At.String()
	if len(s.Chain) > 0 {
		text += ", called from " + s.Chain[0].Base()
	}
	if s.Scope != "" {
		text += " (" + s.Scope + ")"
	}
	return text
}

// here is the source of the recording call in progress.
func (t *Tape) here() Source {
	s := caller()
	s.Scope = strings.Join(t.scopes, ".")
	s.Origin = t.origin
	return s
}

// module is the prefix of the functions that record on the user's behalf.
const module = "github.com/topos-go/topos/dsl"

// caller walks up from the recording call: frames of dsl and of the packages below it are ours, the next ones are the user's, until Record.
func caller() Source {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	s := Source{Origin: -1}
	for {
		f, more := frames.Next()
		name, within := strings.CutPrefix(f.Function, module)
		ours := within && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/"))
		switch {
		case ours && name == ".Record":
			return s
		case ours || f.Function == "":
		case s.At.Line == 0:
			s.At = Position{f.File, f.Line}
		case len(s.Chain) < maxChain:
			s.Chain = append(s.Chain, Position{f.File, f.Line})
		}
		if !more {
			s.Chain = nil // without Record above, the chain would lead into the runtime
			return s
		}
	}
}

// maxChain bounds how many calling lines are kept.
const maxChain = 8
