package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/tensor"
)

// A rowRun is a list of steps that treat the same rows alike and one by one: loops over rows, reductions of each row, and sums over all rows. It
// can be computed block by block, so that what one step leaves for the next stays in the cache.
type rowRun struct {
	total   int // rows
	members []*Step
	sums    []*Step // those members that sum over the rows
	after   []*Step // steps between the members that cannot join: they follow the run
}

// rowAccess says how an argument of a step moves along the rows: the distance of two rows, and how far one row reaches.
type rowAccess struct{ stride, span int }

// within reports whether each row of the argument lies in the same row of its buffer, seen as so many rows.
func (r rowAccess) within(a Arg, total int) bool {
	return a.Buffer.Size%total == 0 && r.stride == a.Buffer.Size/total && a.Offset+r.span <= r.stride
}

// byRows returns how each argument of a step moves along so many rows, if the step computes one row after another and none depends on another.
func byRows(s *Step, total int) ([]rowAccess, bool) {
	switch {
	case s.Rounds > 0 || s.Package != "":
		return nil, false
	case s.Kernel == "" && s.Group != nil:
		return groupByRows(s.Group, total)
	}
	list := make([]rowAccess, len(s.Args))
	dense := func(arg, size int) { list[arg] = rowAccess{size / total, size / total} }
	switch strings.TrimPrefix(s.Kernel, "Fast") {
	case "CanonicalNaN":
		dense(0, s.Args[0].Size)
		return list, s.Args[0].Size%total == 0
	case "SumAlong", "MaxAlong", "LogSumExp":
		outer, n, inner := s.extents()
		dense(0, outer)
		dense(1, outer*n)
		return list, inner == 1 && outer%total == 0
	case "Softmax", "LogSoftmax":
		outer, n, inner := s.extents()
		dense(0, outer*n)
		dense(1, outer*n)
		return list, inner == 1 && outer%total == 0
	}
	return nil, false
}

// extents are those of a kernel along an axis.
func (s *Step) extents() (outer, n, inner int) {
	var e [3]int
	for k := range e {
		e[k], _ = strconv.Atoi(s.Args[2+k].Text)
	}
	return e[0], e[1], e[2]
}

// groupByRows does so for a loop whose leading axes are the rows.
func groupByRows(g *loop.Group, total int) ([]rowAccess, bool) {
	axes := rowAxes(g, total)
	if axes == 0 {
		return nil, false
	}
	var list []rowAccess
	for _, w := range g.Writes {
		r, ok := alongRows(g.Space, w.Strides, axes)
		if !ok {
			return nil, false
		}
		list = append(list, r)
	}
	for _, read := range g.Reads {
		r, ok := alongRows(g.Space, read.Strides, axes)
		if !ok {
			return nil, false
		}
		list = append(list, r)
	}
	return list, true
}

// rowAxes is how many leading axes make up so many rows, or 0.
func rowAxes(g *loop.Group, total int) int {
	rows := 1
	for axis, extent := range g.Space {
		if rows *= extent; rows == total {
			return axis + 1
		}
	}
	return 0
}

// alongRows is the access through some strides, if one stride leads from each row to the next over all leading axes.
func alongRows(space, strides []int, axes int) (rowAccess, bool) {
	r, next, first := rowAccess{span: 1}, 0, true
	for axis := axes - 1; axis >= 0; axis-- {
		switch {
		case space[axis] == 1:
			continue
		case first:
			r.stride, first = strides[axis], false
		case strides[axis] != next:
			return r, false
		}
		next = strides[axis] * space[axis]
	}
	for axis := axes; axis < len(space); axis++ {
		r.span += (space[axis] - 1) * strides[axis]
	}
	return r, true
}

// sumOverRows reports whether a step sums over all of so many rows, no more than the rule for sums adds at a time.
func sumOverRows(s *Step, total int) bool {
	if s.Kernel != "SumAlong" || s.Package != "" {
		return false
	}
	outer, n, inner := s.extents()
	return outer == 1 && n == total && inner > 1 && n <= sumBlock
}

// closes reports whether a run ends before the step: what a product or a pattern's function writes, and which work it is, only they know.
func (s *Step) closes() bool { return s.Package != "" || strings.HasPrefix(s.Kernel, "MatMul") }

// written is how many of the leading arguments a step writes: all, where it does not say.
func (s *Step) written() int {
	switch {
	case s.Rounds > 0:
		return len(s.Args)
	case s.Group != nil:
		return len(s.Group.Writes)
	}
	return 1
}

// clash calls meet for every two arguments of two steps that are the same buffer and of which one is written, until it returns true.
func clash(s, t *Step, meet func(i, j int) bool) bool {
	for i, a := range s.Args {
		for j, b := range t.Args {
			if a.Buffer != nil && a.Buffer == b.Buffer && (i < s.written() || j < t.written()) && meet(i, j) {
				return true
			}
		}
	}
	return false
}

// rowRun takes from the first step on what can run together over so many rows, and returns how many steps that concerns.
func (l *lowering) rowRun(steps []*Step, total int, sums bool) (*rowRun, int) {
	r := &rowRun{total: total}
	for k, s := range steps {
		switch {
		case s.closes():
			return r, k
		case r.takes(s, sums):
			r.members = append(r.members, s)
			if sumOverRows(s, total) {
				r.sums = append(r.sums, s)
			}
		case len(r.members) == 0:
			return r, k + 1
		default:
			r.after = append(r.after, s)
		}
	}
	return r, len(steps)
}

// takes reports whether a step can be computed with the members, before what comes after the run.
func (r *rowRun) takes(s *Step, sums bool) bool {
	access, ok := byRows(s, r.total)
	if sums && sumOverRows(s, r.total) {
		access, ok = r.access(s), true
	}
	if !ok || len(r.rooms(s)) > maxPointers {
		return false
	}
	for _, other := range r.after {
		if clash(s, other, func(_, _ int) bool { return true }) {
			return false
		}
	}
	for _, m := range r.members {
		theirs := r.access(m)
		if clash(s, m, func(i, j int) bool {
			return !access[i].within(s.Args[i], r.total) || !theirs[j].within(m.Args[j], r.total)
		}) {
			return false
		}
	}
	return true
}

// access is how the arguments of a member move along the rows. A sum over the rows is complete behind the last one, which no row shows.
func (r *rowRun) access(m *Step) []rowAccess {
	if list, ok := byRows(m, r.total); ok {
		return list
	}
	_, _, inner := m.extents()
	list := make([]rowAccess, len(m.Args))
	list[0], list[1] = rowAccess{0, inner}, rowAccess{inner, inner}
	return list
}

// rooms are the places in which the members and one more step find what they read and write: the arena, and each buffer elsewhere.
func (r *rowRun) rooms(more *Step) []*Buffer {
	var list []*Buffer
	for _, s := range append(slices.Clone(r.members), more) {
		for _, a := range s.Args {
			b := a.Buffer
			if b == nil {
				continue
			}
			if !slices.ContainsFunc(list, func(o *Buffer) bool { return o == b || o.Place == Arena && b.Place == Arena }) {
				list = append(list, b)
			}
		}
	}
	return list
}

// part removes the members that share no rows with others, and returns them: they come before the run.
func (r *rowRun) part() []*Step {
	var alone []*Step
	r.members = slices.DeleteFunc(slices.Clone(r.members), func(s *Step) bool {
		if r.shares(s) {
			return false
		}
		alone = append(alone, s)
		return true
	})
	r.sums = slices.DeleteFunc(r.sums, func(s *Step) bool { return !slices.Contains(r.members, s) })
	return alone
}

// shares reports whether another member reads or writes the same rows of some buffer.
func (r *rowRun) shares(s *Step) bool {
	for _, other := range r.members {
		if other == s {
			continue
		}
		for i, a := range s.Args {
			for _, b := range other.Args {
				if a.Buffer != nil && a.Buffer == b.Buffer && r.access(s)[i].stride > 0 {
					return true
				}
			}
		}
	}
	return false
}

// Sizes of row blocks, in elements of the longest row.
const (
	rowBlockMost  = 1 << 13 // per buffer: some ten of them stay in the second-level cache
	rowBlockLeast = 1 << 10 // less would be computed faster than it is called
	rowRunLeast   = 1 << 15 // less stays in the cache anyhow
)

// block is the number of rows to compute at a time, or 0 where blocks do not pay.
func (r *rowRun) block() int {
	unit, again := 0, map[*Buffer]int{}
	for _, m := range r.members {
		seen := map[*Buffer]bool{}
		for i, a := range r.access(m) {
			unit = max(unit, a.stride)
			if b := m.Args[i].Buffer; b != nil && a.stride > 1 && !seen[b] {
				seen[b] = true
				again[b]++
			}
		}
	}
	pays := false
	for b, n := range again {
		pays = pays || n > 1 && b.Size >= rowRunLeast
	}
	if !pays || unit > rowBlockMost {
		return 0
	}
	rows := min(r.total, rowBlockMost/unit)
	for r.total%rows > 0 || len(r.sums) > 0 && sumLanes/2%rows > 0 { // so that two goroutines have different lanes
		rows--
	}
	if rows*unit < rowBlockLeast {
		return 0
	}
	return rows
}

// sumLanes is the number of lanes in which sums are added: over rows, lane l adds row l, l+16, ...
const sumLanes = 16

// onRows is a step on so many rows of a run's.
func (r *rowRun) onRows(s *Step, rows int) *Step {
	t := &Step{Kernel: s.Kernel, Args: slices.Clone(s.Args)}
	for i, a := range r.access(s) {
		if b := &t.Args[i]; b.Buffer != nil {
			b.Size, b.Advance = (rows-1)*a.stride+a.span, rows*a.stride
		}
	}
	if s.Group == nil {
		if s.Kernel != "CanonicalNaN" {
			outer, _, _ := s.extents()
			t.Args[2].Text = strconv.Itoa(outer / r.total * rows)
		}
		return t
	}
	axes := rowAxes(s.Group, r.total)
	g := *s.Group
	g.Space = append([]int{rows}, s.Group.Space[axes:]...)
	g.Reads, g.Writes = slices.Clone(g.Reads), slices.Clone(g.Writes)
	for i, read := range s.Group.Reads {
		a, _ := alongRows(s.Group.Space, read.Strides, axes)
		g.Reads[i].Strides = append([]int{a.stride}, read.Strides[axes:]...)
	}
	for i := range g.Writes {
		g.Writes[i].Strides = tensor.Shape(g.Space).Strides()
	}
	t.Group = &g
	return t
}
