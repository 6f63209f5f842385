package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/gosrc"
)

// emission asks a compiler in another process for a package.
type emission struct {
	Tape, Package, Elem string
}

// emitted is its answer.
type emitted struct {
	Files  map[string][]byte
	Report []string
	Error  string
}

// remote is a compiler in another process: one of other sources than those that this process was linked from.
type remote struct {
	folder string
	cmd    *exec.Cmd
	ask    *json.Encoder
	answer *json.Decoder
	stdin  io.Closer
}

// compilerOf builds and starts the compiler of a module, some of whose files are replaced. Close it.
func compilerOf(root string, replace map[string][]byte) (r *remote, err error) {
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "topos-compiler-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(folder)
		}
	}()
	r = &remote{folder: folder}
	instead := map[string]string{}
	for name, content := range replace {
		at := filepath.Join(folder, strings.ReplaceAll(name, "/", "_"))
		instead[filepath.Join(root, filepath.FromSlash(name))] = at
		if err := os.WriteFile(at, content, 0o600); err != nil {
			return nil, err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": instead})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600); err != nil {
		return nil, err
	}
	binary := filepath.Join(folder, "emit.exe")
	build := exec.Command("go", "build", "-buildvcs=false", "-overlay", filepath.Join(folder, "overlay.json"), "-o", binary, "./proof/cmd/emit")
	build.Dir = root
	build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the compiler does not build: %w\n%s", err, head(string(output)))
	}
	r.cmd = exec.Command(binary)
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.stdin, r.ask, r.answer = in, json.NewEncoder(in), json.NewDecoder(out)
	return r, r.cmd.Start()
}

// generate is Options.Generate.
func (r *remote) generate(net *dsl.Network, o gosrc.Options) (*gosrc.Output, error) {
	if len(o.Patterns) > 0 {
		return nil, errors.New("a compiler in another process knows the patterns of the catalog alone")
	}
	if err := r.ask.Encode(emission{net.Text(), o.Package, o.Elem}); err != nil {
		return nil, err
	}
	var e emitted
	if err := r.answer.Decode(&e); err != nil {
		return nil, fmt.Errorf("the compiler ended: %w", err)
	}
	if e.Error != "" {
		return nil, errors.New(e.Error)
	}
	return &gosrc.Output{Files: e.Files, Report: e.Report}, nil
}

func (r *remote) close() {
	r.stdin.Close()
	_ = r.cmd.Wait()
	os.RemoveAll(r.folder)
}

// ServeCompiler emits packages for a process that plants faults in compilers: it reads what is asked for and answers, until there is no more.
func ServeCompiler(in io.Reader, out io.Writer) error {
	if in == nil || out == nil {
		return errors.New("ServeCompiler: there is nothing to read from, or nothing to write to")
	}
	asked, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var e emission
		if err := asked.Decode(&e); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := answers.Encode(e.emit()); err != nil {
			return err
		}
	}
}

// readAs reads the text of a program that is to become a package.
func readAs(name, text string) (*dsl.Network, error) {
	return dsl.ReadText(name+".tape", strings.NewReader(text))
}

func (e emission) emit() emitted {
	net, err := readAs(e.Package, e.Tape)
	if err != nil {
		return emitted{Error: err.Error()}
	}
	out, err := (&batch{}).generate(&Program{Name: e.Package, Elem: e.Elem, Net: net})
	if err != nil {
		return emitted{Error: err.Error()}
	}
	return emitted{Files: out.Files, Report: out.Report}
}
