package proof

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Subject is what Grade grades: a Pattern, an Emitter, a Mode, or what Over makes of an element.
type Subject interface {
	grade(g *grading)
}

// Grade lets about n random programs look for mistakes of a subject. It is called from a test of any module that requires topos: the programs are
// compiled in a workspace with the module of the test.
//
// A program that fails is shrunk, and its .tape text is written below the folder that TOPOS_PROOF_CASES names, else below that for temporary files;
// the failure says where. TOPOS_PROOF_SEED moves the first seed.
func Grade(t testing.TB, s Subject, n int) {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := strconv.ParseUint(os.Getenv("TOPOS_PROOF_SEED"), 10, 64)
	s.grade(&grading{TB: t, options: Options{Root: root}, first: first, n: n})
}

// grading is one call of Grade.
type grading struct {
	testing.TB
	options Options
	first   uint64
	n       int
}

// plain32 makes a program of a narrow element one of float32.
func plain32(p *Program) {
	if p.Elem != "f64" {
		p.Elem = "f32"
	}
}

// moduleRoot is the folder of the module that the working folder is in.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(folder, "go.mod")); missing == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", os.ErrNotExist
		}
		folder = above
	}
	return "", err
}

// random makes the programs.
func (g *grading) random(form Form, change func(p *Program)) []*Program {
	g.Helper()
	var list []*Program
	for k := range g.n {
		list = append(list, g.draw(k, form, change))
	}
	return list
}

// draw makes the program of one seed.
func (g *grading) draw(k int, form Form, change func(p *Program)) *Program {
	g.Helper()
	p, err := randomWith(g.first+uint64(k), form, nil)
	if err != nil {
		g.Fatal(err)
	}
	if change != nil {
		change(p)
	}
	return p
}

// compile wants every program to pass the checks without compilation, and to have the interpreter's bits.
func (g *grading) compile(programs []*Program) {
	g.Helper()
	var failures []Failure
	for _, p := range programs {
		failures = append(failures, Check(p, g.options)...)
	}
	r, err := Compare(g.Context(), programs, g.options)
	if err != nil {
		g.Fatal(err)
	}
	g.report(append(failures, r.Failures...), func(kind string) Judge { return Judged(kind, g.options) })
	g.Logf("%d programs, %d runs, %d failures", r.Programs, r.Runs, len(r.Failures))
	if r.Runs == 0 {
		g.Errorf("nothing was run")
	}
}

// inProcess wants a check that compiles nothing to accept every program.
func (g *grading) inProcess(programs []*Program, stage string, check func(p *Program) error) {
	g.Helper()
	guarded := func(p *Program) (failures []Failure) {
		defer func() {
			if value := recover(); value != nil {
				failures = append(failures, Failure{p, stage, "panic"})
			}
		}()
		if err := check(p); err != nil {
			failures = append(failures, Failure{p, stage, err.Error()})
		}
		return failures
	}
	var failures []Failure
	for _, p := range programs {
		failures = append(failures, guarded(p)...)
	}
	g.report(failures, func(string) Judge {
		return func(_ context.Context, programs []*Program) ([]string, error) {
			kinds := make([]string, len(programs))
			for k, p := range programs {
				for _, f := range guarded(p) {
					kinds[k] = f.Kind()
				}
			}
			return kinds, nil
		}
	})
}

// mostKinds is how many kinds of failures are shrunk and reported.
const mostKinds = 3

// report shrinks a failing program of each kind and writes it.
func (g *grading) report(failures []Failure, judge func(kind string) Judge) {
	g.Helper()
	counts := map[string]int{}
	for _, f := range failures {
		counts[f.Kind()]++
	}
	seen := map[string]bool{}
	for _, f := range failures {
		kind := f.Kind()
		if seen[kind] {
			continue
		}
		seen[kind] = true
		if len(seen) > mostKinds {
			g.Errorf("%s (%d programs)", f, counts[kind])
			continue
		}
		p, err := Shrink(g.Context(), f.Program, kind, judge(kind))
		if err != nil {
			g.Errorf("%s\nit could not be shrunk: %v", f, err)
			continue
		}
		folder := os.Getenv("TOPOS_PROOF_CASES")
		if folder == "" {
			folder = filepath.Join(os.TempDir(), "topos-proof-cases")
		}
		path, err := WriteCase(folder, p, kind)
		if err != nil {
			g.Errorf("%s\nit could not be written: %v", f, err)
			continue
		}
		g.Errorf("%s\n%d programs fail so; the smallest is %s\n%s", f, counts[kind], path, strings.TrimRight(p.Net.Text(), "\n"))
	}
}
