package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/topos-go/topos/gen/loop"
)

// mergeLoops makes one loop of loops over the same lanes of a block, where one reads what another reads or writes: what lies between them stays in
// registers. What no step reads any more is not written.
func mergeLoops(body []*Step, local map[*Buffer]bool) []*Step {
	for at := 1; at < len(body); at++ {
		if merged := mergeInto(body, at, local); merged != nil {
			body, at = merged, 0
		}
	}
	return body
}

// mergeInto merges the loop at a place of the body with the nearest loop before it that allows it. It returns the shorter body, or nil.
func mergeInto(body []*Step, at int, local map[*Buffer]bool) []*Step {
	second := body[at]
	for k := at - 1; k >= 0; k-- {
		first, between := body[k], body[k+1:at]
		passes := func(s *Step) bool {
			return !slices.ContainsFunc(between, func(o *Step) bool { return clash(s, o, func(_, _ int) bool { return true }) })
		}
		up, down := passes(second), passes(first)
		if !up && !down {
			continue
		}
		merged := mergeSteps(first, second)
		if merged == nil {
			continue
		}
		dropUnread(merged, slices.Concat(body[:k], between, body[at+1:]), local)
		switch {
		case len(merged.Args) > maxPointers || len(merged.Group.Body) > maxBody:
			continue
		case up:
			return slices.Concat(body[:k], []*Step{merged}, between, body[at+1:])
		}
		return slices.Concat(body[:k], between, []*Step{merged}, body[at+1:])
	}
	return nil
}

// number is what the name of a loop says before its operations.
var number = regexp.MustCompile(`_g\d+_(again_)?`)

// spot is where the lanes of a loop find an argument.
type spot struct {
	arg     Arg
	strides string
}

// spots are those of a loop's arguments.
func (s *Step) spots() []spot {
	var list []spot
	for k, a := range s.Group.Accesses() {
		list = append(list, spotOf(s.Args[k], s.Group.Space, a.Strides))
	}
	return list
}

// spotOf leaves out the strides along axes that have one element.
func spotOf(arg Arg, space, strides []int) spot {
	strides = slices.Clone(strides)
	for axis, extent := range space {
		if extent == 1 {
			strides[axis] = 0
		}
	}
	return spot{arg, fmt.Sprint(strides)}
}

// mergeSteps returns a loop whose lanes compute what those of the first do, and then what those of the second do: nil where a lane would need what
// another lane computes, and where the loops share nothing.
func mergeSteps(first, second *Step) *Step {
	if first.Group == nil || second.Group == nil || !slices.Equal(first.Group.Space, second.Group.Space) {
		return nil
	}
	shared, theirs := false, second.spots()
	for i, a := range first.spots() {
		for j, b := range theirs {
			if a.arg.Buffer != b.arg.Buffer {
				continue
			}
			both := i < first.written() && j < second.written()
			if both || a != b && (i < first.written() || j < second.written()) {
				return nil
			}
			shared = shared || a == b
		}
	}
	if !shared {
		return nil
	}
	m := merger{value: map[spot]int{}}
	m.group.Elem, m.group.Space = second.Group.Elem, second.Group.Space
	m.add(first)
	m.add(second)
	m.group.Name = mergedName(second.Group, m.group.Body)
	return m.step()
}

// A merger collects the lanes of loops in one loop.
type merger struct {
	group     loop.Group
	ins, outs []spot
	value     map[spot]int // what a lane has read or written there
}

// add appends the lanes of a step's loop.
func (m *merger) add(s *Step) {
	g, at := s.Group, map[string]spot{}
	for k, sp := range s.spots() {
		at[g.Accesses()[k].Name] = sp
	}
	here := make([]int, len(g.Body)) // where the instructions of the step stand now
	for i, in := range g.Body {
		if in.Op == loop.Read {
			read := g.Reads[in.Index]
			sp := at[read.Name]
			if known, ok := m.value[sp]; ok {
				here[i] = known
				continue
			}
			m.value[sp] = len(m.group.Body)
			in.Index, read.Name = len(m.ins), fmt.Sprintf("in%d", len(m.ins))
			m.ins, m.group.Reads = append(m.ins, sp), append(m.group.Reads, read)
		}
		args := make([]int, len(in.Args))
		for k, a := range in.Args {
			args[k] = here[a]
		}
		in.Args, here[i] = args, len(m.group.Body)
		m.group.Body = append(m.group.Body, in)
	}
	for _, w := range g.Writes {
		sp := at[w.Name]
		w.Value, w.Name = here[w.Value], fmt.Sprintf("out%d", len(m.outs))
		m.value[sp] = w.Value
		m.outs, m.group.Writes = append(m.outs, sp), append(m.group.Writes, w)
	}
	m.group.Doc = append(m.group.Doc, g.Doc...)
}

// step is the loop as a step. What is read where it is written is one argument.
func (m *merger) step() *Step {
	s := &Step{Group: &m.group}
	for _, out := range m.outs {
		s.Args = append(s.Args, out.arg)
	}
	for k, in := range m.ins {
		if w := slices.Index(m.outs, in); w >= 0 {
			m.group.Reads[k].Name = m.group.Writes[w].Name
			continue
		}
		s.Args = append(s.Args, in.arg)
	}
	return s
}

// mergedName is the name of the second loop, with the operations of both.
func mergedName(second *loop.Group, body []loop.Instr) string {
	name, words := second.Name, []string(nil)
	for _, in := range body {
		if word := in.Op.String(); in.Op != loop.Read && in.Op != loop.Const && in.Op != loop.Canonical && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return name[:number.FindStringIndex(name)[1]] + strings.Join(words[:min(4, len(words))], "_")
}

// dropUnread leaves out what a loop writes to the local buffers that no other step reads.
func dropUnread(s *Step, others []*Step, local map[*Buffer]bool) {
	for k := len(s.Group.Writes) - 1; k >= 0 && len(s.Group.Writes) > 1; k-- {
		b := s.Args[k].Buffer
		if local[b] && !slices.ContainsFunc(others, func(o *Step) bool {
			return slices.ContainsFunc(o.Args, func(a Arg) bool { return a.Buffer == b })
		}) {
			s.Args = slices.Delete(s.Args, k, k+1)
			s.Group.Writes = slices.Delete(s.Group.Writes, k, k+1)
		}
	}
}
