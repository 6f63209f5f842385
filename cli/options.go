package cli

import (
	"io"

	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Option adds to the command what another module offers.
type Option func(*program)

// Pattern lets plan and generate match a form that the catalog does not have; it comes before those of the catalog.
func Pattern(added pattern.Pattern) Option {
	return func(p *program) { p.patterns = append(p.patterns, added) }
}

// Emitter adds a format to the verb emit, in place of one of the same name.
func Emitter(added emit.Emitter) Option {
	return func(p *program) { p.emitters = append([]emit.Emitter{added}, p.emitters...) }
}

// Arguments are the command line in place of os.Args.
func Arguments(args ...string) Option {
	return func(p *program) { p.args = args }
}

// Output receives what is printed in place of os.Stdout and os.Stderr.
func Output(stdout, stderr io.Writer) Option {
	return func(p *program) { p.stdout, p.stderr = stdout, stderr }
}
