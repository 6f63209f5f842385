package plan

import (
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
)

// align is the granularity of offsets in the arena, in elements: a cache line of float32.
const align = 16

// elect lets groups write an assigned value directly into its slot, where nothing reads the old value at another place or later.
func (l *lowering) elect() {
	for _, a := range l.plan.assigns {
		if l.group[a.value] != nil && l.view[a.value].base == a.value && l.direct(a.slot, a.value) {
			l.inPlace[a.value] = a.slot
		}
	}
}

// direct reports whether the group of value may write to slot.
func (l *lowering) direct(slot, value int) bool {
	g := l.group[value]
	if l.exports[value] != nil || slices.Contains(l.plan.readable, value) {
		return false
	}
	uses := 0
	for _, a := range l.plan.assigns {
		if a.value == value {
			uses++
		}
	}
	if uses != 1 {
		return false
	}
	for _, i := range l.plan.calls {
		if v := l.view[i]; i != value && !v.splat && v.base == value && l.plan.kept[i] {
			return false // another readable node stands in that buffer
		}
	}
	for _, reader := range l.readers[value] {
		if !slices.Contains(g.nodes, reader) {
			return false
		}
	}
	last := slices.Max(g.nodes)
	for _, reader := range l.readers[slot] {
		if slices.Contains(g.nodes, reader) {
			for _, in := range l.net.Node(reader).In {
				if v := l.view[in]; v.base == slot && !v.splat && (v.offset != 0 || !dense(l.net.Node(slot).Type.Shape, v.strides)) {
					return false
				}
			}
			continue
		}
		runs := reader
		if other := l.group[reader]; other != nil {
			runs = slices.Max(other.nodes)
		}
		if runs > last {
			return false
		}
	}
	return true
}

// place gives every buffer its offset: first fit over the steps between its first and last use.
func (l *lowering) place() *Code {
	c := &Code{Plan: l.plan, Number: l.to, Steps: l.steps, Value: map[int]*Buffer{}, Why: l.why}
	type span struct{ first, last int }
	spans := map[*Buffer]*span{}
	for k, s := range l.steps {
		for _, a := range s.Args {
			if a.Buffer == nil {
				continue
			}
			if spans[a.Buffer] == nil {
				spans[a.Buffer] = &span{k, k}
				c.Buffers = append(c.Buffers, a.Buffer)
			}
			spans[a.Buffer].last = k
		}
	}
	for _, i := range l.plan.readable {
		b := l.stand(i)
		c.Value[l.net.calls[i].node] = b
		if spans[b] == nil { // labels that are read as they were fed
			spans[b] = &span{}
			c.Buffers = append(c.Buffers, b)
		}
		spans[b].last = len(l.steps)
	}
	for _, slot := range l.inPlace {
		c.InPlace = append(c.InPlace, l.net.calls[slot].node)
	}
	slices.Sort(c.InPlace)
	type room struct {
		Place
		loop.Kind
	}
	sizes := map[room]int{}
	for _, r := range []room{{Arena, loop.Number}, {Arena, loop.Wide}, {Arena, loop.Truth}, {Indices, loop.Number}} {
		var done []*Buffer
		for _, b := range c.Buffers {
			if b.Place != r.Place || b.Kind != r.Kind {
				continue
			}
			b.Offset = fit(b, done, func(o *Buffer) bool {
				return spans[o].first <= spans[b].last && spans[b].first <= spans[o].last
			})
			done = append(done, b)
			sizes[r] = max(sizes[r], b.Offset+rounded(b.Size))
		}
	}
	c.Elements, c.Wides, c.Truths = sizes[room{Arena, loop.Number}], sizes[room{Arena, loop.Wide}], sizes[room{Arena, loop.Truth}]
	c.Positions, c.Scratch = sizes[room{Indices, loop.Number}], l.scratch
	return c
}

// fit finds the lowest offset at which the buffer overlaps none that is alive at the same time.
func fit(b *Buffer, placed []*Buffer, alive func(*Buffer) bool) int {
	var taken []*Buffer
	for _, o := range placed {
		if alive(o) {
			taken = append(taken, o)
		}
	}
	slices.SortFunc(taken, func(x, y *Buffer) int { return x.Offset - y.Offset })
	offset := 0
	for _, o := range taken {
		if offset+rounded(b.Size) <= o.Offset {
			break
		}
		offset = max(offset, o.Offset+rounded(o.Size))
	}
	return offset
}

func rounded(n int) int { return (n + align - 1) / align * align }

// Constants lists the leaves that a step reads from a table.
func (c *Code) Constants() []int {
	var list []int
	for _, b := range c.Buffers {
		if _, leaf := c.Plan.Net.Node(b.Node).Op.(op.Leaf); leaf && b.Place == Constant {
			list = append(list, b.Node)
		}
	}
	slices.Sort(list)
	return list
}
