package proof

import (
	"math/rand/v2"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Form records once what a pattern is to match: it draws extents from r, takes operands from operand, which finds or makes numbers of a shape, and
// returns the last node.
type Form func(r *rand.Rand, t *dsl.Tape, operand func(shape ...int) dsl.Value) dsl.Value

// Pattern is graded by random programs that contain its form, among other ops that read its results and now and then its interiors. Their compiled
// code must have the interpreter's bits on every tier. At least every fourth program must be computed by the pattern, and some form must have been
// left alone, or its interior written back, because somebody outside reads an interior.
type Pattern struct {
	Pattern pattern.Pattern
	Form    Form
}

func (s Pattern) grade(g *grading) {
	g.Helper()
	g.options.Patterns = []pattern.Pattern{s.Pattern}
	programs := g.random(s.Form, plain32)
	elected, seen := 0, 0
	for _, p := range programs {
		computes := false
		for _, e := range p.Net.Entries() {
			code, err := g.options.lower(p, plan.New(p.Net, e))
			if err != nil {
				g.Fatalf("%s: %v\n%s", p.Name, err, p.Net.Text())
			}
			for _, m := range code.Why.Matches {
				if m.Pattern == s.Pattern.Name() {
					computes = true
					if len(m.Results) > 0 || len(m.Interior) == 0 {
						seen++
					}
				}
			}
			for _, m := range code.Why.Misses {
				if m.Pattern == s.Pattern.Name() && (strings.HasPrefix(m.Reason, "is read after the run") || strings.HasPrefix(m.Reason, "is also read by")) {
					seen++
				}
			}
		}
		if computes {
			elected++
		}
	}
	g.Logf("%s: elected in %d of %d programs; %d forms have an interior that others read", s.Pattern.Name(), elected, len(programs), seen)
	if 4*elected < len(programs) {
		g.Errorf("%s was elected in %d of %d programs, want at least every fourth: see whether Form records what Match finds", s.Pattern.Name(), elected, len(programs))
	}
	if seen == 0 {
		g.Errorf("%s never met a form whose interior others read: grade more programs", s.Pattern.Name())
	}
	g.compile(programs)
}
