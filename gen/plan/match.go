package plan

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Graph is the schedule as patterns see it.
func (p *Plan) Graph(elem loop.Elem) *pattern.Graph {
	return pattern.NewGraph(pattern.Schedule{
		Elem: elementNames[elem], Nodes: p.calls, Node: p.schedule.Node,
		Number:   func(i int) int { return p.schedule.calls[i].node },
		Readable: func(i int) bool { return p.kept[i] },
		Elementwise: func(i int) bool {
			o := lane(p.schedule.Node(i).Op)
			return o != 0 && (o != loop.Widen && o != loop.Round || !elem.HasOperators()) // there these are views
		},
	})
}

// elementNames are the elements as -elem names them.
var elementNames = map[loop.Elem]string{loop.F32: "f32", loop.F64: "f64"}

// match discovers what the patterns find, given ones first, and elects what can be lowered.
func (l *lowering) match(patterns []pattern.Pattern) error {
	if !l.to.Elem.HasOperators() {
		return nil
	}
	g := l.plan.Graph(l.to.Elem)
	found, misses, err := g.Discover(slices.Concat(patterns, pattern.Catalog()))
	if err != nil {
		return err
	}
	l.why.Misses = misses
	unmatched := l.unmatched()
	elected, lost := g.Elect(found, func(m pattern.Match) *pattern.Miss {
		if m.Call != nil {
			return nil
		}
		_, miss := unmatched.blocking(m.Candidate)
		return miss
	})
	l.why.Matches, l.why.Misses = slices.Clone(elected), append(l.why.Misses, lost...)
	for k := range elected {
		for _, i := range elected[k].Nodes() {
			l.matches[i] = &elected[k]
		}
	}
	return nil
}

// unmatched is a lowering that knows how each operand would be read if nothing were matched.
func (l *lowering) unmatched() *lowering {
	u := &lowering{plan: l.plan, net: l.net, to: l.to, matches: map[int]*pattern.Match{}, view: map[int]view{}, source: map[int]view{}}
	u.views()
	return u
}

// needMatch makes the operands of a match readable by what computes it.
func (l *lowering) needMatch(i int, m *pattern.Match) {
	if i != m.Root {
		return
	}
	if m.Call == nil {
		l.needBlocks(m)
		return
	}
	for _, in := range m.Operands {
		if l.net.Node(in).Type.Kind == op.Selection {
			l.readBy(i, l.view[in])
			continue
		}
		l.readBy(i, l.materialise(in))
	}
}

// matchSteps lowers a match.
func (l *lowering) matchSteps(m *pattern.Match) []*Step {
	if m.Call == nil {
		return l.chainSteps(m)
	}
	args := make([]any, len(m.Call.Args))
	for k, a := range m.Call.Args {
		i, buffer := a.Node()
		switch {
		case !buffer:
			args[k] = l.literal(m, a)
		case i == m.Root || slices.Contains(m.Results, i):
			args[k] = l.at(i)
		default:
			args[k] = l.arg(l.view[i], l.net.Node(i).Type.Shape)
		}
	}
	s := l.call(m.Call.Function, m.Nodes(), args...)
	s.Package, s.Flops = m.Call.Package, m.Flops
	return []*Step{s}
}

// literal is an argument that is no buffer. Hexadecimal spells a float64 exactly.
func (l *lowering) literal(m *pattern.Match, a pattern.Arg) Arg {
	if a.IsWork() {
		extents := make([]string, len(m.Call.Scratch.Extents))
		for k, n := range m.Call.Scratch.Extents {
			extents[k] = strconv.Itoa(n)
		}
		l.wants(Need{m.Call.Package, m.Call.Scratch.Function, extents})
		return Arg{Text: "scratch"}
	}
	if x, ok := a.Value().(float64); ok {
		return Arg{Text: strconv.FormatFloat(x, 'x', -1, 64)}
	}
	return Arg{Text: fmt.Sprint(a.Value())}
}
