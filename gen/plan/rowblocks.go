package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/gen/loop"
)

// rowBlocks turns runs of steps over the same rows into repetitions over blocks of these rows. What only a run's own steps read becomes as small
// as a block.
func (l *lowering) rowBlocks() {
	if !l.to.Elem.HasOperators() {
		return
	}
	for _, total := range l.rowCounts() {
		for start := 0; start < len(l.steps); {
			for _, sums := range []bool{true, false} { // over rows, sums may want blocks too small
				run, n := l.rowRun(l.steps[start:], total, sums)
				alone := run.part()
				rows := 0
				if len(run.members) > 1 {
					rows = run.block()
				}
				if rows > 0 {
					steps := append(append(alone, l.runSteps(run, rows)...), run.after...)
					l.steps = slices.Replace(l.steps, start, start+n, steps...)
					start += len(steps)
					break
				}
				if !sums {
					start += max(n, 1)
				}
			}
		}
	}
}

// rowCounts lists the numbers of rows that some step reduces one by one.
func (l *lowering) rowCounts() []int {
	var list []int
	for _, s := range l.steps {
		switch strings.TrimPrefix(s.Kernel, "Fast") {
		case "SumAlong", "MaxAlong", "LogSumExp", "Softmax", "LogSoftmax":
			if outer, _, inner := s.extents(); s.Package == "" && inner == 1 && outer > 1 && !slices.Contains(list, outer) {
				list = append(list, outer)
			}
		}
	}
	return list
}

// runSteps are the steps of a run: lanes of sums over its rows are cleared, its blocks follow each other, the lanes are folded.
func (l *lowering) runSteps(r *rowRun, rows int) []*Step {
	local := l.local(r)
	repeat := &Step{Rounds: r.total / rows}
	var before, fold []*Step
	for _, m := range r.members {
		repeat.Flops += m.Flops
		if !slices.Contains(r.sums, m) {
			repeat.Body, repeat.Nodes = append(repeat.Body, r.onRows(m, rows)), append(repeat.Nodes, m.Nodes...)
			continue
		}
		_, _, width := m.extents()
		lanes := &Buffer{Node: m.Args[0].Buffer.Node, Size: sumLanes * width}
		repeat.Phases = sumLanes / rows
		before = append(before, l.call("Clear", nil, lanes))
		repeat.Body = append(repeat.Body, l.addRows(lanes, m, rows, width))
		m.Args[1], m.Args[3].Text = Arg{Buffer: lanes, Size: lanes.Size}, fmt.Sprint(sumLanes)
		m.Flops = 0
		fold = append(fold, m)
	}
	slices.Sort(repeat.Nodes)
	repeat.Body = mergeLoops(repeat.Body, local)
	repeat.Local = placeLocal(repeat.Body, local, r.total, rows)
	repeat.Args = []Arg{{Buffer: repeat.Local, Size: repeat.Local.Size}}
	for _, s := range repeat.Body {
		for _, a := range s.Args {
			if a.Buffer != nil && a.Buffer.Place != Local {
				repeat.Args = append(repeat.Args, a)
			}
		}
	}
	return slices.Concat(before, []*Step{repeat}, fold)
}

// local finds the buffers that only the members touch.
func (l *lowering) local(r *rowRun) map[*Buffer]bool {
	local := map[*Buffer]bool{}
	for _, m := range r.members {
		for i, a := range m.Args {
			if a.Buffer != nil && i < m.written() && a.Buffer.Place == Arena && r.access(m)[i].within(a, r.total) {
				local[a.Buffer] = true
			}
		}
	}
	for _, s := range l.steps {
		if slices.Contains(r.members, s) {
			continue
		}
		for _, a := range s.Args {
			delete(local, a.Buffer)
		}
	}
	for _, i := range l.plan.readable {
		delete(local, l.stand(i))
	}
	return local
}

// placeLocal makes local buffers as small as a block, and gives them places in memory that is used again for each block.
func placeLocal(body []*Step, local map[*Buffer]bool, total, rows int) *Buffer {
	first, last := map[*Buffer]int{}, map[*Buffer]int{}
	var order []*Buffer
	for k, s := range body {
		for i := range s.Args {
			a := &s.Args[i]
			if !local[a.Buffer] {
				continue
			}
			if a.Advance = 0; !slices.Contains(order, a.Buffer) {
				order = append(order, a.Buffer)
				first[a.Buffer] = k
			}
			last[a.Buffer] = k
		}
	}
	all := &Buffer{Place: Arena}
	for n, b := range order {
		b.Place, b.Size = Local, b.Size/total*rows
		b.Offset = fit(b, order[:n], func(o *Buffer) bool { return first[o] <= last[b] && first[b] <= last[o] })
		all.Size, all.Node = max(all.Size, b.Offset+rounded(b.Size)), b.Node
	}
	return all
}

// addRows adds a block of rows to the lanes of their sum.
func (l *lowering) addRows(lanes *Buffer, sum *Step, rows, width int) *Step {
	name := fmt.Sprintf("%s_g%d_addrows", l.prefix, lanes.Node)
	along := []int{width, 1}
	access := func(name string) loop.Access { return loop.Access{Name: name, Strides: along} }
	g := &loop.Group{
		Name: name, Elem: l.to.Elem, Space: []int{rows, width},
		Reads:  []loop.Access{access("in0"), access("in1")},
		Writes: []loop.Write{{Access: access("out0"), Value: 2}},
		Body:   []loop.Instr{{Op: loop.Read}, {Op: loop.Read, Index: 1}, {Op: loop.Add, Args: []int{0, 1}}},
		Doc:    []string{"rows are added to the lanes of their sum"},
	}
	lane := Arg{Buffer: lanes, Size: rows * width}
	if rows < sumLanes {
		lane.Advance, lane.Cycle = rows*width, sumLanes/rows
	}
	row := sum.Args[1]
	row.Size, row.Advance = rows*width, rows*width
	return &Step{Group: g, Args: []Arg{lane, lane, row}}
}
