// Package child runs a recording function in a process of its own and leaves the outcome in a file. Package load copies this file
// into the main package that it builds, so it may import only dsl and the standard library: nothing else is sure to be in
// the module of the user.
package child

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// The environment says where the outcome goes, and which module's folder positions are relative to. Standard output belongs to the user's code.
const (
	FileVariable   = "TOPOSRECORD_FILE"
	RootVariable   = "TOPOSRECORD_ROOT"
	ModuleVariable = "TOPOSRECORD_MODULE"
)

// Outcome is what became of the recording: a text, or refused calls, or a panic.
type Outcome struct {
	Text   string       // the network, as TextWithSource prints it
	Errors []*dsl.Error // the refused calls
	Panic  *Panic
}

// Panic is a panic in the recording function.
type Panic struct {
	Value  string
	Within string         // the function of dsl that panicked; empty for the user's own
	Lines  []dsl.Position // the user's lines, innermost first
}

// Main records and leaves the outcome. The file exists, empty, from the moment that the recording function is called.
func Main(recording func(t *dsl.Tape)) {
	root := os.Getenv(RootVariable)
	if _, self, _, ok := runtime.Caller(0); ok && !filepath.IsAbs(self) {
		root = os.Getenv(ModuleVariable) // built with -trimpath, which names files by import path
	}
	file, err := os.Create(os.Getenv(FileVariable))
	if err == nil {
		err = json.NewEncoder(file).Encode(Record(recording, root))
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Record runs the recording function; positions in the text are relative to root.
func Record(recording func(t *dsl.Tape), root string) (o Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o = Outcome{Panic: panicked(value)}
		}
	}()
	net, err := dsl.Record(recording)
	if err != nil {
		return Outcome{Errors: refused(err)}
	}
	return Outcome{Text: net.TextWithSource(root)}
}

// refused lists the recording errors that dsl.Record joined.
func refused(err error) []*dsl.Error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var list []*dsl.Error
		for _, e := range joined.Unwrap() {
			list = append(list, refused(e)...)
		}
		return list
	}
	var e *dsl.Error
	if errors.As(err, &e) {
		return []*dsl.Error{e}
	}
	return []*dsl.Error{{Call: "Record", Text: err.Error()}}
}

// ours is the prefix of the functions of dsl and the packages below it.
const ours = "github.com/topos-go/topos/dsl"

// maxLines bounds how many lines lead to a panic.
const maxLines = 8

// panicked finds the user's lines on the stack of the panic in progress: between the runtime's frames and dsl.Record.
func panicked(value any) *Panic {
	p := &Panic{Value: fmt.Sprint(value)}
	var pcs [256]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	within := false // below runtime.gopanic
	for {
		f, more := frames.Next()
		name, isOurs := strings.CutPrefix(f.Function, ours)
		isOurs = isOurs && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/"))
		switch {
		case isOurs && name == ".Record" || len(p.Lines) == maxLines:
			return p
		case f.Function == "runtime.gopanic":
			within = true
		case !within || strings.HasPrefix(f.Function, "runtime."):
		case isOurs && len(p.Lines) == 0 && p.Within == "":
			p.Within = "dsl" + name
		case !isOurs:
			p.Lines = append(p.Lines, dsl.Position{File: f.File, Line: f.Line})
		}
		if !more {
			return p
		}
	}
}
