package cli

import (
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/cli/output"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/load"
)

// target is the recording and the package that is generated from it.
type target struct {
	Output string `name:"o" placeholder:"DIR" help:"The folder of the generated package."`
	Name   string `name:"pkg" placeholder:"NAME" help:"The name of the generated package; that of its folder where none is given."`
	element
	recording
}

type generateVerb struct {
	Check bool `help:"Write nothing: print how the files would change, and fail if they would."`
	target
}

// Run generates the package, or says how it would change.
func (v generateVerb) Run(p *program) error {
	start := time.Now()
	g, err := v.generate(p)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if v.Check {
		if err := g.check(p); err != nil {
			return err
		}
		p.printf("%s up to date, %.1f s\n", count(g.delta.Unchanged, "file"), seconds)
		return nil
	}
	if err := g.delta.Write(); err != nil {
		return err
	}
	for _, line := range g.report {
		p.printf("%s\n", line)
	}
	removed := ""
	if n := g.delta.Removed(); n > 0 {
		removed = fmt.Sprintf(", %d removed", n)
	}
	p.printf("%s written, %d unchanged%s, %.1f s      next: go test %s\n", count(g.delta.Written(), "file"), g.delta.Unchanged, removed, seconds, quoted(g.tested))
	return nil
}

// generation is what one generation makes, and how it differs from what is there.
type generation struct {
	folder, printed string
	tested          string // what go test is told
	delta           *output.Delta
	report          []string
}

// trap finds the last word of a package's name where the go command gives file and package names that end so a meaning of its own: tests, and
// files for one system or processor alone.
func trap(name string) (word string, ok bool) {
	at := strings.LastIndexByte(name, '_')
	if at < 0 {
		return "", false
	}
	word = name[at:]
	return word, word == "_test" || slices.Contains(platforms, word[1:])
}

// platforms are the systems and processors that the go command knows.
var platforms = strings.Fields(`aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows
	386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm`)

// plain is what a shell takes as it stands.
var plain = regexp.MustCompile(`^[\w./@%+=:,-]+$`)

// quoted writes a word for a shell.
func quoted(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// generate makes all files in memory and compares them.
func (t target) generate(p *program) (*generation, error) {
	switch {
	case t.Output == "" && bareWord.MatchString(t.Pattern):
		return nil, p.noVerb(t.Pattern)
	case t.Output == "":
		return nil, usagef("-o is missing: it names the folder of the generated package")
	}
	folder := p.path(t.Output)
	name := t.Name
	if name == "" {
		name = filepath.Base(folder)
	}
	if !token.IsIdentifier(name) || name == "main" || name == "_" {
		return nil, usagef("%q is no name for a package that others import: choose one by -pkg NAME, such as digits", name)
	}
	if word, ok := trap(name); ok {
		return nil, usagef("%q is no good name for a package: the go command reads names that end in %s in a way of its own: add -pkg NAME", name, word)
	}
	importPath, err := load.ImportPath(folder)
	if err != nil {
		return nil, err
	}
	r, err := t.load(p, folder)
	if err != nil {
		return nil, err
	}
	if err := t.checkOrigin(p, folder, r); err != nil {
		return nil, err
	}
	made, err := gosrc.Generate(r.Network, gosrc.Options{
		Package: name, ImportPath: importPath, RecordingPath: r.ImportPath, Func: r.Func, Tape: t.file(), Elem: t.Elem, Elements: p.elements(), Patterns: p.patterns, Assemble: assemble,
	})
	if err != nil {
		return nil, p.located(r, err)
	}
	files, err := formatted(made.Files)
	if err != nil {
		return nil, err
	}
	g := &generation{folder: folder, printed: p.relative(folder), report: made.Report}
	g.tested = g.printed
	if strings.HasPrefix(g.printed, "..") { // as where go generate runs in the folder of the recording
		g.tested = importPath
	}
	g.delta, err = output.Compare(folder, strings.TrimPrefix(g.printed, "./"), files)
	return g, err
}

// assemble lets asm write the kernels of loop groups.
func assemble(pkg, tie string, groups []*loop.Group) (files map[string][]byte, refused map[string]error, err error) {
	made, err := asm.Groups(pkg, tie, groups)
	if err != nil {
		return nil, nil, err
	}
	return made.Files, made.Refused, nil
}

// formatted brings Go files into the one form.
func formatted(files map[string][]byte) (map[string][]byte, error) {
	formatted := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		if path.Ext(name) == ".go" {
			var err error
			if content, err = format.Source(content); err != nil {
				return nil, fmt.Errorf("toposgen bug: generated file %s does not parse: %w", name, err)
			}
		}
		formatted[name] = content
	}
	return formatted, nil
}

// check prints how the files would change, and fails if they would.
func (g *generation) check(p *program) error {
	if len(g.delta.Changes) == 0 {
		return nil
	}
	p.printf("%s", g.delta.Diff())
	return fmt.Errorf("%s is stale: %s\n\tfix: generate again: go generate, or toposgen without -check and with the flags of the package", g.printed, changes(g.delta))
}

// changes counts what would change.
func changes(d *output.Delta) string {
	text := count(d.Written(), "file") + " would be written"
	if n := d.Removed(); n > 0 {
		text += fmt.Sprintf(", %d removed", n)
	}
	return text
}

// count prints a number and a noun.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
