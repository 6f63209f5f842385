package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/gosrc"
)

// Fault is a planted mistake: a regular expression and what every match of it is replaced by. A proof that does not find it proves little.
type Fault struct {
	Name string
	// File is a pattern without a slash that emitted files match; or a file of this module, such as runtime/kernel/sums.go, that the programs are
	// linked with; or one in gen or asm, which changes the compiler.
	File          string
	Find, Replace string
	// Needs names what a program must contain, by Coverage, to meet the fault; every program may where it is empty.
	Needs string
}

func (f Fault) inEmitted() bool { return !strings.Contains(f.File, "/") }

func (f Fault) inCompiler() bool {
	return strings.HasPrefix(f.File, "gen/") || strings.HasPrefix(f.File, "asm/")
}

// Planted is how programs are compiled with a fault. Close it.
type Planted struct {
	Options
	met     int
	compile *remote
}

// Met is how often the fault has changed something: in a file of the module, or in what was emitted so far.
func (p *Planted) Met() int { return p.met }

// Close ends what Plant started.
func (p *Planted) Close() {
	if p.compile != nil {
		p.compile.close()
	}
}

// Plant makes options under which programs are compiled with the fault.
func (f Fault) Plant(o Options) (*Planted, error) {
	find, err := regexp.Compile(f.Find)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	sound := o.Generate
	if sound == nil {
		sound = gosrc.Generate
	}
	p := &Planted{Options: o}
	if f.inEmitted() {
		p.Generate = func(net *dsl.Network, g gosrc.Options) (*gosrc.Output, error) {
			out, err := sound(net, g)
			if err != nil {
				return nil, err
			}
			for name, content := range out.Files {
				if match, _ := path.Match(f.File, name); match {
					p.met += len(find.FindAllIndex(content, -1))
					out.Files[name] = find.ReplaceAll(content, []byte(f.Replace))
				}
			}
			return out, nil
		}
		return p, nil
	}
	content, err := os.ReadFile(filepath.Join(o.Root, filepath.FromSlash(f.File)))
	if err != nil {
		return nil, err
	}
	changed := map[string][]byte{f.File: find.ReplaceAll(content, []byte(f.Replace))}
	switch n := len(find.FindAllIndex(content, -1)); {
	case !f.inCompiler():
		p.Replace, p.met = changed, n
		return p, nil
	case n == 0:
		return p, nil
	}
	if p.compile, err = compilerOf(o.Root, changed); err != nil {
		return nil, err
	}
	p.Generate = func(net *dsl.Network, g gosrc.Options) (*gosrc.Output, error) {
		out, err := p.compile.generate(net, g)
		if err != nil {
			p.met++
			return nil, err
		}
		reread, err := readAs(g.Package, net.Text()) // as the other process does: code speaks of places in the text
		if err != nil {
			return nil, err
		}
		without, err := sound(reread, g)
		if err != nil {
			return nil, err
		}
		if !maps.EqualFunc(out.Files, without.Files, bytes.Equal) {
			p.met++
		}
		return out, nil
	}
	return p, nil
}

// Outcome says what became of a fault.
type Outcome struct {
	Fault
	Killed   bool
	Absent   bool  // no program meets it: perhaps it is about code that has changed since
	Broken   error // what the fault makes does not build
	Programs int   // that were graded; of a killed fault, up to the one that found it
	By       *Failure
}

func (o Outcome) String() string {
	switch {
	case o.Absent:
		return fmt.Sprintf("absent  %s: no program meets what it changes in %s", o.Name, o.File)
	case o.Broken != nil:
		return fmt.Sprintf("broken  %s: %v", o.Name, o.Broken)
	case o.Killed:
		text, _, _ := strings.Cut(o.By.Text, "\n")
		return fmt.Sprintf("killed  %s after %d programs: %s by %s: %.120s", o.Name, o.Programs, o.By.Stage, o.By.Program.Name, text)
	}
	return fmt.Sprintf("ALIVE   %s after %d programs", o.Name, o.Programs)
}

// Hunt lets programs look for faults.
type Hunt struct {
	Options
	Programs iter.Seq[*Program]
	sound    map[string]bool // programs by name: whether they pass without a fault
}

// batches are how many programs are compiled at a time: most faults die at once, and a hunt gives up after the last.
var batches = []int{8, 24, 64, 160, 250}

// looked bounds the programs that are looked through for those that meet a fault.
const looked = 10000

// Try grades programs with a fault until one fails that passes without it.
func (h *Hunt) Try(ctx context.Context, f Fault) (*Outcome, error) {
	if h == nil || h.Programs == nil || ctx == nil {
		return nil, errNoProgram
	}
	out := &Outcome{Fault: f}
	p, err := f.Plant(h.Options)
	if err != nil {
		out.Broken = err
		return out, nil
	}
	defer p.Close()
	if out.Absent = !f.inEmitted() && !f.inCompiler() && p.Met() == 0 || f.inCompiler() && p.compile == nil; out.Absent {
		return out, nil
	}
	var some []*Program
	seen, round := 0, 0
	for program := range h.Programs {
		if seen++; seen > looked || round == len(batches) || ctx.Err() != nil {
			break
		}
		if f.Needs != "" {
			c := Coverage{}
			if c.Add(program); c[f.Needs] == 0 {
				continue
			}
		}
		if f.inEmitted() || f.inCompiler() {
			before := p.Met()
			if _, err := (&batch{Options: p.Options}).generate(program); p.Met() == before || err != nil && !f.inCompiler() {
				continue
			}
		}
		if some = append(some, program); len(some) < batches[round] {
			continue
		}
		if err := h.grade(ctx, out, some, p); err != nil || out.Killed || out.Broken != nil {
			return out, err
		}
		some = nil
		round++
	}
	if len(some) > 0 && ctx.Err() == nil {
		err = h.grade(ctx, out, some, p)
	}
	out.Absent = out.Programs == 0
	return out, errors.Join(err, ctx.Err())
}

// grade looks for the first program that fails with the fault and not without it.
func (h *Hunt) grade(ctx context.Context, out *Outcome, programs []*Program, p *Planted) error {
	r, err := Compare(ctx, programs, p.Options)
	if err != nil {
		out.Broken = err
		return ctx.Err()
	}
	failed := map[*Program]*Failure{}
	for _, f := range r.Failures {
		if failed[f.Program] == nil {
			failed[f.Program] = &f
		}
	}
	for k, program := range programs {
		f := failed[program]
		switch {
		case f == nil:
			continue
		case f.Stage == "build" || f.Stage == "generate" && !out.inCompiler():
			out.Broken = errors.New(head(f.Text))
			return nil
		}
		sound, err := h.passes(ctx, program)
		if err != nil {
			return err
		}
		if sound {
			out.Programs += k + 1
			out.Killed, out.By = true, f
			return nil
		}
	}
	out.Programs += len(programs)
	return nil
}

// passes reports whether a program passes without a fault.
func (h *Hunt) passes(ctx context.Context, p *Program) (bool, error) {
	if sound, known := h.sound[p.Name]; known {
		return sound, nil
	}
	r, err := Compare(ctx, []*Program{p}, h.Options)
	if err != nil {
		return false, err
	}
	if h.sound == nil {
		h.sound = map[string]bool{}
	}
	h.sound[p.Name] = len(r.Failures) == 0
	return h.sound[p.Name], nil
}
