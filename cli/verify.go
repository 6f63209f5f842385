package cli

import (
	"fmt"
	"os/exec"
)

type verifyVerb struct{ target }

// Run checks freshness, then vets and tests the generated package.
func (v verifyVerb) Run(p *program) error {
	g, err := v.generate(p)
	if err != nil {
		return err
	}
	if err := g.check(p); err != nil {
		return err
	}
	p.printf("%s up to date\n", count(g.delta.Unchanged, "file"))
	for _, args := range [][]string{{"vet", "."}, {"test", "."}} {
		cmd := exec.CommandContext(p.ctx, "go", args...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = g.folder, p.stdout, p.stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go %s %s: %w", args[0], g.printed, err)
		}
	}
	p.printf("go vet and go test pass\n")
	return nil
}
