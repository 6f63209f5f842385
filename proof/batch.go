package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Options say how programs are compiled.
type Options struct {
	// Root is the folder of the main module, which is topos or requires it.
	Root string
	// Tags are build tags, such as purego.
	Tags string
	// Vet also compiles the emitted tests and lets go vet look at all packages, assembly included.
	Vet bool
	// Patterns are matched before those of the catalog.
	Patterns []pattern.Pattern
	// Elements are those to choose from; nil: those of this module.
	Elements gosrc.Elements
	// Generate emits a package; nil stands for gosrc.Generate with assembly.
	Generate func(*dsl.Network, gosrc.Options) (*gosrc.Output, error)
	// Edit changes an emitted file before it is compiled. It is how faults are planted.
	Edit func(name string, content []byte) []byte
	// Replace holds files of the main module, by their slash path, that the build reads instead of those on disk.
	Replace map[string][]byte
}

// Failure is what is wrong with a program.
type Failure struct {
	Program *Program
	Stage   string // text, generate, build, run, gradient, crash
	Text    string
}

func (f Failure) String() string {
	if f.Program == nil {
		return fmt.Sprintf("no program: %s: %s", f.Stage, f.Text)
	}
	name := f.Program.From
	if name == "" {
		name = f.Program.Name
	}
	return fmt.Sprintf("%s: %s: %s", name, f.Stage, f.Text)
}

// module is the import path of a batch: a module of its own in a temporary folder, which shares a workspace with that of the root. (An overlay
// would do without the folder, but the assembler is run in that of its package.)
const module = "toposproof"

// batch is one build of many programs.
type batch struct {
	Options
	folder   string            // temporary
	replace  map[string]string // the overlay
	programs []*Program
	failures []Failure
}

// Assemble writes the assembly of loop groups, as gosrc.Options wants it.
func Assemble(pkg, tie string, groups []*loop.Group) (files map[string][]byte, refused map[string]error, err error) {
	made, err := asm.Groups(pkg, tie, groups)
	if err != nil {
		return nil, nil, err
	}
	return made.Files, made.Refused, nil
}

// generate emits the package of a program.
func (b *batch) generate(p *Program) (out *gosrc.Output, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
		}
	}()
	make := b.Generate
	if make == nil {
		make = gosrc.Generate
	}
	return make(p.Net, gosrc.Options{Package: p.Name, ImportPath: module + "/" + p.Name, Func: "Record", Elem: p.Elem, Elements: b.Elements, Patterns: b.Patterns, Assemble: Assemble})
}

// goLine is the version of the language that a go.mod asks for.
var goLine = regexp.MustCompile(`(?m)^go\s+(\S+)`)

// open makes the temporary folder and emits all packages. Close it.
func open(programs []*Program, o Options) (b *batch, err error) {
	if o.Root, err = filepath.Abs(o.Root); err != nil {
		return nil, err
	}
	root, err := os.ReadFile(filepath.Join(o.Root, "go.mod"))
	if err != nil {
		return nil, err
	}
	version := goLine.FindSubmatch(root)
	if version == nil {
		return nil, fmt.Errorf("%s has no go line", filepath.Join(o.Root, "go.mod"))
	}
	b = &batch{Options: o, replace: map[string]string{}}
	if b.folder, err = os.MkdirTemp("", "topos-proof-"); err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"go.mod":  fmt.Appendf(nil, "module %s\n\ngo %s\n", module, version[1]),
		"go.work": fmt.Appendf(nil, "go %s\n\nuse (\n\t.\n\t%q\n)\n", version[1], filepath.ToSlash(o.Root)),
	}
	for name, content := range o.Replace {
		file := "replace/" + strings.ReplaceAll(name, "/", "_")
		files[file] = content
		b.replace[filepath.Join(o.Root, filepath.FromSlash(name))] = filepath.Join(b.folder, filepath.FromSlash(file))
	}
	for _, p := range programs {
		out, err := b.generate(p)
		if err != nil {
			b.fail(p, "generate", err.Error())
			continue
		}
		for name, content := range out.Files {
			if strings.HasSuffix(name, "_test.go") && !o.Vet || strings.Contains(name, "/") {
				continue
			}
			if b.Edit != nil {
				content = b.Edit(name, content)
			}
			files[p.Name+"/"+name] = content
		}
		files[p.Name+".tape"] = []byte(p.Net.Text())
		b.programs = append(b.programs, p)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": b.replace})
	if err != nil {
		return nil, err
	}
	files["overlay.json"] = overlay
	for name, content := range files {
		if err := b.write(name, content); err != nil {
			b.close()
			return nil, err
		}
	}
	return b, nil
}

func (b *batch) close() { os.RemoveAll(b.folder) }

func (b *batch) fail(p *Program, stage, text string) {
	b.failures = append(b.failures, Failure{p, stage, text})
}

// write puts a file into the temporary folder.
func (b *batch) write(name string, content []byte) error {
	path := filepath.Join(b.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// elements are those to choose from.
func (o Options) elements() gosrc.Elements {
	if o.Elements == nil {
		return builtin
	}
	return o.Elements
}

var builtin = gosrc.Builtin()

// lower makes the steps of an entry, as the emitter does.
func (o Options) lower(p *Program, made *plan.Plan) (*plan.Code, error) {
	stored := o.elements().Find(p.Elem)
	if stored == nil {
		return nil, fmt.Errorf("there is no element %s", p.Elem)
	}
	chosen, err := o.elements().Choose(made.Entry, stored)
	if err != nil {
		return nil, err
	}
	return plan.LowerTo(made, chosen.Number(stored), o.Patterns...)
}

// main is the source of the program that runs the batch.
func (b *batch) main() []byte {
	var imports, list strings.Builder
	number := map[string]string{} // the packages of arithmetics, by name
	named := func(path string) string {
		if number[path] == "" {
			number[path] = fmt.Sprintf("number%d", len(number))
			fmt.Fprintf(&imports, "\t%s %q\n", number[path], path)
		}
		return number[path]
	}
	for _, p := range b.programs {
		fmt.Fprintf(&imports, "\t%q\n", module+"/"+p.Name)
		over := func(element string) string {
			path, arithmetic := b.elements().Find(element).Arithmetic()
			return fmt.Sprintf("judge.Over(%s.%s{})", named(path), arithmetic)
		}
		fmt.Fprintf(&list, "\t\t{Name: %q, Over: %s, Seed: %d, SelfCheck: %s.SelfCheck", p.Name, over(p.Elem), p.Seed, p.Name)
		others := map[string]string{}
		for _, e := range p.Net.Entries() {
			if name := e.ElementName(); name != "" && name != p.Elem {
				others[name] = over(name)
			}
		}
		list.WriteString(", Others: map[string]judge.Element{")
		for _, name := range slices.Sorted(maps.Keys(others)) {
			fmt.Fprintf(&list, "%q: %s,", name, others[name])
		}
		list.WriteString("}")
		var params, state bool
		for _, i := range p.Net.Slots() {
			_, parameter := p.Net.Node(i).Op.(op.Parameter)
			params, state = params || parameter, state || !parameter
		}
		if params {
			fmt.Fprintf(&list, ", Params: %s.InitParams", p.Name)
		}
		if state {
			fmt.Fprintf(&list, ", State: %s.InitState", p.Name)
		}
		list.WriteString(", Entries: map[string]any{")
		seen := map[string]bool{}
		for _, e := range p.Net.Entries() {
			if seen[e.Name] {
				continue
			}
			seen[e.Name] = true
			function := p.Name + ".New" + e.Name
			if e.Rows() > 0 {
				function = p.Name + "." + e.Name
			}
			fmt.Fprintf(&list, "%q: %s,", e.Name, function)
		}
		list.WriteString("}},\n")
	}
	return fmt.Appendf(nil, "package main\n\nimport (\n%s\t\"github.com/topos-go/topos/proof/judge\"\n)\n\nfunc main() {\n\tjudge.Main([]judge.Subject{\n%s\t})\n}\n", &imports, &list)
}

// failed finds the packages that the go command complains of.
var failed = regexp.MustCompile(`(?m)^# \[?([^\s\]]+).*$`)

// build compiles the batch. Programs that do not compile leave it.
func (b *batch) build(ctx context.Context) (binary string, err error) {
	binary = filepath.Join(b.folder, "batch.exe")
	for len(b.programs) > 0 {
		if err := b.write("batch/main.go", b.main()); err != nil {
			return "", err
		}
		output, problem := b.command(ctx, "build", "-ldflags=-s -w", noDebug, "-o", binary, "./batch")
		if problem == nil {
			return binary, b.forget(ctx)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if complaints := b.complaints(output); len(complaints) > 0 {
			for p, text := range complaints {
				b.fail(p, "build", text)
				b.programs = slices.DeleteFunc(b.programs, func(o *Program) bool { return o == p })
			}
			continue
		}
		return "", fmt.Errorf("the batch does not build: %w\n%s", problem, output)
	}
	return "", nil
}

// noDebug spares the compiler what a debugger needs.
const noDebug = "-gcflags=" + module + "/...=-dwarf=false"

// forget removes what the go command keeps of the batch's packages: no later build has use for them, and ten thousand
// programs leave it tens of gigabytes.
func (b *batch) forget(ctx context.Context) error {
	output, err := b.command(ctx, "list", noDebug, "-export", "-deps", "-f", `{{with .Module}}{{if eq .Path "`+module+`"}}{{$.Export}}{{end}}{{end}}`, "./batch")
	if err != nil {
		return fmt.Errorf("the batch cannot be listed: %w\n%s", err, output)
	}
	for _, kept := range strings.Fields(string(output)) {
		if err := os.Remove(kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// command runs a go command on the batch.
func (b *batch) command(ctx context.Context, verb string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{verb, "-buildvcs=false", "-overlay", "overlay.json", "-tags", b.Tags}, args...)...)
	cmd.Dir = b.folder
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK="+filepath.Join(b.folder, "go.work"))
	return cmd.CombinedOutput()
}

// complaints finds the programs that the output of a go command names, with what it says of them.
func (b *batch) complaints(output []byte) map[*Program]string {
	found := map[*Program]string{}
	at := failed.FindAllSubmatchIndex(output, -1)
	for k, m := range at {
		end := len(output)
		if k+1 < len(at) {
			end = at[k+1][0]
		}
		name, ours := strings.CutPrefix(string(output[m[2]:m[3]]), module+"/")
		i := slices.IndexFunc(b.programs, func(p *Program) bool { return p.Name == name })
		if text := string(bytes.TrimSpace(output[m[1]:end])); ours && i >= 0 && text != "" && found[b.programs[i]] == "" {
			found[b.programs[i]] = strings.ReplaceAll(text, b.folder+string(filepath.Separator), "")
		}
	}
	return found
}

// vet notes what go vet says of the programs that were built.
func (b *batch) vet(ctx context.Context) error {
	var packages []string
	for _, p := range b.programs {
		packages = append(packages, "./"+p.Name)
	}
	output, problem := b.command(ctx, "vet", packages...)
	if problem == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	complaints := b.complaints(output)
	for p, text := range complaints {
		b.fail(p, "vet", text)
	}
	if len(complaints) == 0 {
		return fmt.Errorf("go vet: %w\n%s", problem, output)
	}
	return nil
}
