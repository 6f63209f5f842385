package load

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/topos-go/topos/load/child"
)

// childSource becomes a file of the main package that is built.
//
//go:embed child/child.go
var childSource string

// hostEnvironment asks the go command for a program that this machine runs, whatever the user is building for. Explicit values
// also override those that go env -w keeps.
func hostEnvironment(environ []string) []string {
	target := []string{"GOARM", "GO386", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM"}
	host := []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH, "GOAMD64=v1", "GOARM64=v8.0"}
	env := slices.DeleteFunc(slices.Clone(environ), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return slices.Contains(target, name)
	})
	return append(env, host...)
}

// record builds a main package around the recording and runs it. The main package exists only in an overlay, below the recording so that it may
// import it from inside internal folders. A recording of another module is reached from the main module's root: overlays reach no further.
func (l loader) record(ctx context.Context, p *listed) (*child.Outcome, error) {
	above := p.Dir
	if !p.Module.Main {
		out, err := l.run(ctx, "env", "GOMOD")
		if err != nil {
			return nil, err
		}
		above = filepath.Dir(strings.TrimSpace(string(out)))
	}
	temporary, err := os.MkdirTemp("", "toposgen-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)

	virtual := filepath.Join(above, "internal", "toposrecord")
	sources := map[string]string{
		"main.go":  fmt.Sprintf("package main\n\nimport recording %q\n\nfunc main() { Main(recording.%s) }\n", p.ImportPath, l.Func),
		"child.go": strings.Replace(childSource, "\npackage child\n", "\npackage main\n", 1),
	}
	replace := map[string]string{}
	for name, text := range sources {
		path := filepath.Join(temporary, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(virtual, name)] = path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlayFile, binary := filepath.Join(temporary, "overlay.json"), filepath.Join(temporary, "record.exe")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return nil, err
	}
	// Without -buildvcs=false the go command asks the version control system, for seconds in a large tree. It does not change how packages compile.
	if _, err := l.run(ctx, "build", "-buildvcs=false", "-overlay", overlayFile, "-o", binary, virtual); err != nil {
		return nil, l.buildError(ctx, p, err, filepath.Base(temporary))
	}
	return l.execute(ctx, p, binary, filepath.Join(temporary, "outcome.json"))
}

// buildError reports what the compiler says of the user's code. Where it complains of the main package in the temporary folder, the function's
// type is what does not fit.
func (l loader) buildError(ctx context.Context, p *listed, err error, temporary string) error {
	if ctx.Err() != nil {
		return err
	}
	var lines []string
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "# "):
		case strings.Contains(line, temporary):
			_, problem, _ := strings.Cut(line, ": ")
			problem = strings.TrimSuffix(problem, " in argument to Main")
			lines = append(lines, fmt.Sprintf("%s.%s is no recording function: %s\n\tfix: make it %s", p.ImportPath, l.Func, problem, signature))
		default:
			lines = append(lines, line)
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}

// execute runs the built recording in its package's folder, wherever the command was started: a recording that reads a file finds it.
func (l loader) execute(ctx context.Context, p *listed, binary, outcome string) (*child.Outcome, error) {
	cmd := exec.CommandContext(ctx, binary)
	cmd.Dir = p.Dir
	cmd.Env = append(os.Environ(), child.FileVariable+"="+outcome, child.RootVariable+"="+p.Module.Dir, child.ModuleVariable+"="+p.Module.Path)
	cmd.WaitDelay = time.Second
	output := l.Output
	if output == nil {
		output = io.Discard
	}
	cmd.Stdout, cmd.Stderr = output, output
	failure := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	content, err := os.ReadFile(outcome)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the program ended before %s was called: %v", p.ImportPath, l.Func, cause(failure))
	case len(bytes.TrimSpace(content)) == 0:
		return nil, fmt.Errorf("%s: the program ended before %s returned: %v", p.ImportPath, l.Func, cause(failure))
	case failure != nil:
		return nil, fmt.Errorf("%s: %w", p.ImportPath, failure)
	}
	result := new(child.Outcome)
	if err := json.Unmarshal(content, result); err != nil {
		return nil, fmt.Errorf("%s: the outcome of the recording does not read: %w", p.ImportPath, err)
	}
	return result, nil
}

// cause names how a program ended.
func cause(failure error) string {
	if failure == nil {
		return "exit status 0"
	}
	return failure.Error()
}
