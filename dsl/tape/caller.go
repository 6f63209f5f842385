package tape

import (
	"runtime"
	"strings"
)

// module is the prefix of the functions that record on the user's behalf.
const module = "github.com/topos-go/topos/dsl"

// maxChain bounds how many calling lines are kept.
const maxChain = 8

// Caller walks up from the recording call: frames of dsl and of the packages below it are ours, the next ones are the user's, until Record.
func Caller() Source {
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
