package proof

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/topos-go/topos/proof/judge"
)

// Result is what became of graded programs.
type Result struct {
	Programs int
	Runs     int            // of compiled entries
	Reached  map[string]int // results by class: nan, inf, -0, 0, subnormal, normal
	Failures []Failure
	Emitting time.Duration
	Building time.Duration
	Running  time.Duration
}

// Compare compiles the programs, all into one binary, and compares them with the interpreter on every tier of this machine. An error is one of the
// surroundings; what is wrong with programs is in the result.
func Compare(ctx context.Context, programs []*Program, o Options) (*Result, error) {
	r := &Result{Programs: len(programs), Reached: map[string]int{}}
	start := time.Now()
	b, err := open(programs, o)
	if err != nil {
		return nil, err
	}
	defer b.close()
	r.Emitting = time.Since(start)
	start = time.Now()
	binary, err := b.build(ctx)
	if err != nil {
		return nil, err
	}
	if o.Vet {
		if err := b.vet(ctx); err != nil {
			return nil, err
		}
	}
	r.Building = time.Since(start)
	start = time.Now()
	if err := b.run(ctx, binary, r); err != nil {
		return nil, err
	}
	r.Running = time.Since(start)
	r.Failures = append(b.failures, r.Failures...)
	return r, nil
}

// run starts the binary until every program has been judged: one that ends the process is a failure, and the rest is run without it.
func (b *batch) run(ctx context.Context, binary string, r *Result) error {
	left := map[string]*Program{}
	for _, p := range b.programs {
		left[p.Name] = p
	}
	for len(left) > 0 {
		args := []string{"-tapes", b.folder}
		for _, p := range b.programs {
			if left[p.Name] != nil {
				args = append(args, p.Name)
			}
		}
		cmd := exec.CommandContext(ctx, binary, args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		begun := ""
		lines := bufio.NewScanner(stdout)
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			var v judge.Verdict
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				continue // what a program prints is not ours
			}
			if begun = v.Name; !v.Done {
				continue
			}
			begun = ""
			r.add(left[v.Name], v)
			delete(left, v.Name)
		}
		ended := cmd.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p := left[begun]
		switch {
		case p != nil:
			r.Failures = append(r.Failures, Failure{p, "crash", head(stderr.String())})
			delete(left, begun)
		case ended != nil:
			return fmt.Errorf("the batch ended early: %w\n%s", ended, head(stderr.String()))
		case len(left) > 0:
			return fmt.Errorf("the batch left %d programs out", len(left))
		}
	}
	return nil
}

// add files a verdict.
func (r *Result) add(p *Program, v judge.Verdict) {
	r.Runs += v.Runs
	for class, n := range v.Reached {
		r.Reached[class] += n
	}
	if len(v.Failures) > 0 {
		lines := make([]string, len(v.Failures))
		for i, f := range v.Failures {
			lines[i] = f.String()
		}
		r.Failures = append(r.Failures, Failure{p, "run", strings.Join(lines, "\n")})
	}
}

// head is the beginning of a long text.
func head(text string) string {
	lines := strings.SplitN(strings.TrimSpace(text), "\n", 13)
	return strings.Join(lines[:min(len(lines), 12)], "\n")
}
