package proof

import (
	"slices"
	"strconv"
	"strings"
)

// edits lists what could be left out of a text, what leaves out much first.
func edits(x *text) []*text {
	var list []*text
	try := func(edit func(c *text) bool) {
		c := x.clone()
		if edit(c) && len(c.entries) > 0 {
			c.prune()
			list = append(list, c)
		}
	}
	try(func(*text) bool { return true })
	for k := range x.entries {
		try(func(c *text) bool { c.entries = c.entries[k : k+1]; return len(x.entries) > 1 })
	}
	for k := range x.entries {
		try(func(c *text) bool { c.entries = slices.Delete(c.entries, k, k+1); return len(x.entries) > 2 })
	}
	for k, e := range x.entries {
		declared(x, k, e, try)
	}
	for i := len(x.nodes) - 1; i >= 0; i-- {
		n := x.nodes[i]
		for _, operand := range n.in {
			if x.nodes[operand].word("type") == n.word("type") {
				try(func(c *text) bool { return c.instead(i, operand) })
			}
		}
		try(func(c *text) bool { return c.feed(i) })
	}
	for i := range x.nodes {
		for j := range i {
			if x.nodes[j].source() && x.nodes[j].word("type") == x.nodes[i].word("type") {
				try(func(c *text) bool { return c.instead(i, j) })
			}
		}
	}
	for _, extent := range x.allExtents() {
		for _, to := range []int{1, 2, 3, extent / 2, extent - 1} {
			if to < extent && to > 0 {
				try(func(c *text) bool { return c.resize(extent, to) })
			}
		}
	}
	for i, n := range x.nodes {
		try(func(c *text) bool { return c.unpin(i) && n.pinned })
	}
	for i := range x.nodes {
		simpler(i, x.nodes[i], try)
	}
	return list
}

// declared lists what an entry could declare less.
func declared(x *text, k int, e entryLine, try func(func(c *text) bool)) {
	try(func(c *text) bool { c.entries[k].bucket = 0; return e.bucket > 0 && len(x.entries) == 1 })
	try(func(c *text) bool {
		c.entries[k].assignSlots, c.entries[k].assignVal = nil, nil
		return len(e.assignSlots) > 1 && len(e.roots) > 0
	})
	try(func(c *text) bool { c.entries[k].element = ""; return e.element != "" })
	try(func(c *text) bool { c.entries[k].fast = false; return e.fast })
	try(func(c *text) bool { c.entries[k].recomputes, c.entries[k].boundaries = false, nil; return e.recomputes })
	for j := range e.boundaries {
		try(func(c *text) bool {
			c.entries[k].boundaries = slices.Delete(c.entries[k].boundaries, j, j+1)
			return true
		})
	}
	try(func(c *text) bool { c.entries[k].observes = nil; return len(e.observes) > 1 })
	for j := range e.roots {
		try(func(c *text) bool { c.entries[k].roots = []int{e.roots[j]}; return len(e.roots) > 1 })
		try(func(c *text) bool {
			c.entries[k].roots = slices.Delete(c.entries[k].roots, j, j+1)
			return len(e.roots) > 1 || len(e.assignSlots) > 0
		})
	}
	for j := range e.observes {
		try(func(c *text) bool { c.entries[k].observes = slices.Delete(c.entries[k].observes, j, j+1); return true })
	}
	for j := range e.roots {
		for _, operand := range x.nodes[e.roots[j]].in {
			try(func(c *text) bool { return c.declare(c.entries[k].roots, j, operand) && c.distinct(k) })
		}
	}
	for j := range e.observes {
		for _, operand := range x.nodes[e.observes[j]].in {
			try(func(c *text) bool { return c.declare(c.entries[k].observes, j, operand) && c.distinct(k) })
		}
	}
	for j := range e.assignSlots {
		try(func(c *text) bool {
			c.entries[k].assignSlots = slices.Delete(c.entries[k].assignSlots, j, j+1)
			c.entries[k].assignVal = slices.Delete(c.entries[k].assignVal, j, j+1)
			return len(e.roots) > 0 || len(e.assignSlots) > 1
		})
	}
}

// simpler lists plainer spellings of one node.
func simpler(i int, n nodeLine, try func(func(c *text) bool)) {
	if fill := n.word("fill"); fill != "" && fill != "const(0.5)" {
		try(func(c *text) bool { c.nodes[i].set("fill", "const(0.5)"); return true })
		try(func(c *text) bool { c.nodes[i].remove("fill"); return n.op == "Input" })
	}
	if n.word("axes") != "" {
		try(func(c *text) bool { c.nodes[i].remove("axes"); return true })
	}
	if name := n.word("name"); name != "" {
		try(func(c *text) bool { c.nodes[i].remove("name"); return !n.source() })
		short := "v" + strconv.Itoa(i)
		try(func(c *text) bool { c.nodes[i].set("name", short); return name != short })
	}
	if n.op == "State" {
		try(func(c *text) bool { c.nodes[i].op = "Parameter"; return true })
	}
}

func (n *nodeLine) remove(key string) {
	n.words = slices.DeleteFunc(n.words, func(w string) bool { return strings.HasPrefix(w, key+"=") })
}

// unpin lets a gradient, or a derivative with all that it gives, go where nothing reads it.
func (x *text) unpin(i int) bool {
	x.nodes[i].pinned = false
	for k := range x.nodes {
		if n := &x.nodes[k]; n.op == gradientOp && n.in[0] == i {
			n.pinned = false
		}
	}
	return true
}

// instead lets everything read another node than i. A name moves along where the other has none.
func (x *text) instead(i, other int) bool {
	for k := range x.nodes {
		for j, operand := range x.nodes[k].in {
			if operand == i {
				x.nodes[k].in[j] = other
			}
		}
	}
	for k := range x.entries {
		e := &x.entries[k]
		for _, list := range [][]int{e.roots, e.observes, e.assignVal, e.boundaries} {
			for j := range list {
				if list[j] == i {
					list[j] = other
				}
			}
		}
		x.distinct(k)
	}
	if name := x.nodes[i].word("name"); name != "" && !x.nodes[i].source() && x.nodes[other].word("name") == "" {
		x.nodes[other].set("name", name)
		x.nodes[i].remove("name")
	}
	return true
}

func unique(list []int) []int {
	var out []int
	for _, i := range list {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// declare lets an entry read another node in the j-th place.
func (x *text) declare(list []int, j, node int) bool {
	list[j] = node
	if x.nodes[node].word("name") == "" {
		x.nodes[node].set("name", "v"+strconv.Itoa(node))
	}
	return true
}

// distinct removes what an entry declares twice.
func (x *text) distinct(k int) bool {
	e := &x.entries[k]
	e.roots, e.observes, e.boundaries = unique(e.roots), unique(e.observes), unique(e.boundaries)
	return true
}

// feed makes node i an input of its type.
func (x *text) feed(i int) bool {
	n := &x.nodes[i]
	if n.op == "Input" || n.op == "Labels" || n.op == derivativeOp {
		return false
	}
	typ, name := n.word("type"), n.word("name")
	if name == "" {
		name = "v" + strconv.Itoa(i)
	}
	o := "Input"
	if strings.HasPrefix(typ, "selection") {
		o = "Labels"
	}
	*n = nodeLine{op: o, words: []string{"type=" + typ, "name=" + name}}
	return true
}

// allExtents lists the extents above 1, the largest first.
func (x *text) allExtents() []int {
	var list []int
	for _, n := range x.nodes {
		for _, e := range n.shape() {
			if e > 1 && !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list
}

// resize replaces an extent everywhere. Listed values give way to a constant.
func (x *text) resize(from, to int) bool {
	for i := range x.nodes {
		n := &x.nodes[i]
		before := n.word("type")
		n.extents(from, to)
		if n.word("type") != before && strings.HasPrefix(n.word("fill"), "values") {
			n.set("fill", "const(0.5)")
		}
	}
	for k := range x.entries {
		if x.entries[k].bucket == from {
			x.entries[k].bucket = to
		}
	}
	return true
}

// prune removes the nodes that no entry needs.
func (x *text) prune() {
	needed := make([]bool, len(x.nodes))
	for _, e := range x.entries {
		for _, list := range [][]int{e.roots, e.observes, e.assignSlots, e.assignVal} {
			for _, i := range list {
				needed[i] = true
			}
		}
	}
	for i, n := range x.nodes {
		needed[i] = needed[i] || n.pinned
	}
	for i := len(x.nodes) - 1; i >= 0; i-- {
		if needed[i] {
			for _, operand := range x.nodes[i].in {
				needed[operand] = true
			}
		}
	}
	at := make([]int, len(x.nodes))
	var nodes []nodeLine
	for i, n := range x.nodes {
		if needed[i] {
			at[i] = len(nodes)
			nodes = append(nodes, n)
		}
	}
	x.nodes = nodes
	for i := range x.nodes {
		for j, operand := range x.nodes[i].in {
			x.nodes[i].in[j] = at[operand]
		}
	}
	for k := range x.entries {
		e := &x.entries[k]
		e.boundaries = slices.DeleteFunc(e.boundaries, func(i int) bool { return !needed[i] })
		for _, list := range [][]int{e.roots, e.observes, e.assignSlots, e.assignVal, e.boundaries} {
			for j := range list {
				list[j] = at[list[j]]
			}
		}
	}
}
