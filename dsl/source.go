package dsl

import (
	"runtime"
	"strings"

	"github.com/topos-go/topos/dsl/tape"
)

// Position is a line of the user's code.
type Position = tape.Position

// Source says where a node was recorded.
type Source = tape.Source

// here is the source of the recording call in progress.
func (t *Tape) here() Source {
	if t != nil && t.line.Line > 0 {
		return Source{At: t.line, Origin: -1}
	}
	s := caller()
	if t != nil {
		s.Scope = strings.Join(t.scopes, ".")
		s.Origin = t.rule - 1
	}
	return s
}

// module is the prefix of the functions that record on the user's behalf.
const module = "github.com/topos-go/topos/dsl"

// maxChain bounds how many calling lines are kept.
const maxChain = 8

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
			s.At = Position{File: f.File, Line: f.Line}
		case len(s.Chain) < maxChain:
			s.Chain = append(s.Chain, Position{File: f.File, Line: f.Line})
		}
		if !more {
			s.Chain = nil // without Record above, the chain would lead into the runtime
			return s
		}
	}
}
