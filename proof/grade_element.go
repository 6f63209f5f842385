package proof

import (
	"strings"

	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/runtime/num"
)

// Over is an element, by its arithmetic. It is graded by random programs whose slots, inputs and roots are of the element: compiled code must have the bits
// of the interpreter over the same arithmetic. Programs that need a function which the arithmetic does not have are left out, and others drawn until
// a quarter of n remain.
func Over[E, W any](a num.Arithmetic[E, W]) Subject {
	e, err := gosrc.NewElement(a)
	return element{e, err}
}

type element struct {
	*gosrc.Element
	refused error
}

func (s element) grade(g *grading) {
	g.Helper()
	if s.refused != nil {
		g.Fatal(s.refused)
	}
	g.options.Elements = gosrc.Builtin()
	if g.options.Elements.Find(s.Name()) == nil {
		g.options.Elements = append(g.options.Elements, s.Element)
	}
	var supported []*Program
	drawn := 0
	for ; drawn < g.n || 4*len(supported) < g.n && drawn < 4*g.n; drawn++ {
		p := g.draw(drawn, nil, func(p *Program) { p.Elem = s.Name() })
		_, err := (&batch{Options: g.options}).generate(p)
		if err == nil || !strings.Contains(err.Error(), "which the element "+s.Name()+" does not have") {
			supported = append(supported, p)
		}
	}
	g.Logf("%s: %d of %d programs need no function that it lacks", s.Name(), len(supported), drawn)
	if 4*len(supported) < g.n {
		g.Errorf("%s can compute %d of %d programs, want at least %d", s.Name(), len(supported), drawn, (g.n+3)/4)
	}
	g.compile(supported)
}
