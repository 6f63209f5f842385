package proof

import (
	"context"
	"errors"
	"fmt"
	"iter"
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
	// File is a file of this module, such as runtime/kernel/sums.go, or a pattern without a slash that emitted files match.
	File          string
	Find, Replace string
	// Needs names what a program must contain, by Coverage, to meet the fault; every program may where it is empty.
	Needs string
}

// Outcome says what became of a fault.
type Outcome struct {
	Fault
	Killed   bool
	Absent   bool  // no program meets it: perhaps it is about code that has changed since
	Broken   error // what the fault makes does not build
	Programs int   // that were graded
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
		return fmt.Sprintf("killed  %s: %s by %s: %.120s", o.Name, o.By.Stage, o.By.Program.Name, text)
	}
	return fmt.Sprintf("ALIVE   %s after %d programs", o.Name, o.Programs)
}

// Plant returns the options under which programs are compiled with the fault, and a function that says how often it was met.
func (f Fault) Plant(o Options) (planted Options, met func() int, err error) {
	find, err := regexp.Compile(f.Find)
	if err != nil {
		return o, nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	n := 0
	if strings.Contains(f.File, "/") {
		content, err := os.ReadFile(filepath.Join(o.Root, filepath.FromSlash(f.File)))
		if err != nil {
			return o, nil, err
		}
		n = len(find.FindAllIndex(content, -1))
		o.Replace = map[string][]byte{f.File: find.ReplaceAll(content, []byte(f.Replace))}
		return o, func() int { return n }, nil
	}
	generate := o.Generate
	if generate == nil {
		generate = gosrc.Generate
	}
	o.Generate = func(net *dsl.Network, g gosrc.Options) (*gosrc.Output, error) {
		out, err := generate(net, g)
		if err != nil {
			return nil, err
		}
		for name, content := range out.Files {
			if match, _ := path.Match(f.File, name); match {
				n += len(find.FindAllIndex(content, -1))
				out.Files[name] = find.ReplaceAll(content, []byte(f.Replace))
			}
		}
		return out, nil
	}
	return o, func() int { return n }, nil
}

// Bounds of a search: how many programs a fault must meet, how many of them are compiled at a time, and how many are looked through for them.
const (
	perFault  = 96
	faultStep = 24
	looked    = 2000
)

// Try grades programs with a fault until one fails that is sound without it.
func (f Fault) Try(ctx context.Context, programs iter.Seq[*Program], o Options) (*Outcome, error) {
	out := &Outcome{Fault: f}
	planted, met, err := f.Plant(o)
	if err != nil {
		return nil, err
	}
	emitted := !strings.Contains(f.File, "/") // else it is a file of the module
	if out.Absent = !emitted && met() == 0; out.Absent {
		return out, nil
	}
	var some []*Program
	seen := 0
	for p := range programs {
		if seen++; seen > looked || out.Programs >= perFault {
			break
		}
		if f.Needs != "" {
			c := Coverage{}
			if c.Add(p); c[f.Needs] == 0 {
				continue
			}
		}
		if emitted {
			before := met()
			if _, err := (&batch{Options: planted}).generate(p); err != nil || met() == before {
				continue
			}
		}
		if some = append(some, p); len(some) < faultStep {
			continue
		}
		if err := out.grade(ctx, some, planted, o); err != nil || out.Killed || out.Broken != nil {
			return out, err
		}
		some = nil
	}
	if len(some) > 0 {
		err = out.grade(ctx, some, planted, o)
	}
	out.Absent = out.Programs == 0
	return out, err
}

// grade looks for a program that fails with the fault and not without it.
func (out *Outcome) grade(ctx context.Context, programs []*Program, planted, o Options) error {
	out.Programs += len(programs)
	r, err := Grade(ctx, programs, planted)
	if err != nil {
		out.Broken = err
		return ctx.Err()
	}
	for _, f := range r.Failures {
		if f.Stage == "build" || f.Stage == "generate" {
			out.Broken = errors.New(head(f.Text))
			return nil
		}
		sound, err := Grade(ctx, []*Program{f.Program}, o)
		if err != nil {
			return err
		}
		if len(sound.Failures) == 0 {
			out.Killed, out.By = true, &f
			return nil
		}
	}
	return nil
}
