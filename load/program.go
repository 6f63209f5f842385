package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Program is a main package that is built inside a module and run once. It exists in an overlay: what appears in the module while it is built is an
// empty folder, which the assembler wants to stand in.
type Program struct {
	Name  string            // of its folder
	Dir   string            // a folder of the module, in which it runs
	Files map[string][]byte // by base name
	Args  []string
	Env   []string // beside the environment
}

// Output runs the program and returns what it prints. What it prints to its standard error becomes the error, if it fails.
func (p Program) Output(ctx context.Context) ([]byte, error) {
	if ctx == nil {
		return nil, errors.New("Program.Output: the context is nil\n\tfix: pass one, such as context.Background()")
	}
	l := loader{Options: Options{Dir: p.Dir}, env: hostEnvironment(os.Environ())}
	out, err := l.run(ctx, "env", "GOMOD")
	if err != nil {
		return nil, err
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return nil, fmt.Errorf("%s is in no module, and the program is built inside one\n\tfix: run toposgen where go.mod requires github.com/topos-go/topos", p.Dir)
	}
	temporary, err := os.MkdirTemp("", "toposgen-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	virtual, err := os.MkdirTemp(filepath.Dir(file), "_"+p.Name)
	if err != nil {
		return nil, err
	}
	defer os.Remove(virtual)
	replace := map[string]string{}
	for name, content := range p.Files {
		path := filepath.Join(temporary, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(virtual, name)] = path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlayFile, binary := filepath.Join(temporary, "overlay.json"), filepath.Join(temporary, p.Name+".exe")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return nil, err
	}
	if _, err := l.run(ctx, "build", "-buildvcs=false", "-overlay", overlayFile, "-o", binary, virtual); err != nil {
		return nil, fmt.Errorf("the program %s does not build in the module of %s:\n%w", p.Name, file, err)
	}
	cmd := exec.CommandContext(ctx, binary, p.Args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.Dir, append(os.Environ(), p.Env...), time.Second
	var printed, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if text := strings.TrimSpace(problems.String()); text != "" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		return nil, fmt.Errorf("the program %s: %w", p.Name, err)
	}
	return printed.Bytes(), nil
}
