package loop

import "slices"

// Canonical returns an equal group with as few axes as its accesses allow, at least one, and without dead instructions:
// axes of extent 1 are dropped, and an axis is merged with the next where every access runs on from one to the other.
// A group that Check refuses may stay as it is. The innermost axis is then the longest run that a kernel can walk; writes have stride 1 there.
func (g *Group) Canonical() *Group {
	if !g.sound() {
		return g
	}
	c := &Group{Name: g.Name, Elem: g.Elem, Doc: g.Doc}
	c.Reads = make([]Access, len(g.Reads))
	for i, r := range g.Reads {
		c.Reads[i].Name, c.Reads[i].Kind = r.Name, r.Kind
	}
	c.Writes = make([]Write, len(g.Writes))
	for i, w := range g.Writes {
		c.Writes[i].Name, c.Writes[i].Kind = w.Name, w.Kind
	}
	for axis, extent := range g.Space {
		if extent == 1 {
			continue
		}
		last := len(c.Space) - 1
		if last >= 0 && g.continues(c, axis) {
			c.Space[last] *= extent
			g.eachAccess(c, func(from, to *Access) { to.Strides[last] = from.Strides[axis] })
			continue
		}
		c.Space = append(c.Space, extent)
		g.eachAccess(c, func(from, to *Access) { to.Strides = append(to.Strides, from.Strides[axis]) })
	}
	if len(c.Space) == 0 {
		c.Space = []int{1}
		g.eachAccess(c, func(_, to *Access) { to.Strides = []int{1} })
	}
	g.copyLive(c)
	return c
}

// continues reports whether in every access the last axis of c steps over exactly the whole of g's axis.
func (g *Group) continues(c *Group, axis int) bool {
	ok := true
	g.eachAccess(c, func(from, to *Access) {
		if to.Inner() != from.Strides[axis]*g.Space[axis] {
			ok = false
		}
	})
	return ok
}

// eachAccess visits the accesses of g beside those of c.
func (g *Group) eachAccess(c *Group, visit func(from, to *Access)) {
	for i := range g.Reads {
		visit(&g.Reads[i], &c.Reads[i])
	}
	for i := range g.Writes {
		visit(&g.Writes[i].Access, &c.Writes[i].Access)
	}
}

// copyLive fills c's body with the instructions that some write needs.
func (g *Group) copyLive(c *Group) {
	live := make([]bool, len(g.Body))
	for _, w := range g.Writes {
		live[w.Value] = true
	}
	for i, in := range slices.Backward(g.Body) {
		if live[i] {
			for _, a := range in.Args {
				live[a] = true
			}
		}
	}
	renamed := make([]int, len(g.Body))
	for i, in := range g.Body {
		if !live[i] {
			continue
		}
		renamed[i] = len(c.Body)
		args := make([]int, len(in.Args))
		for j, a := range in.Args {
			args[j] = renamed[a]
		}
		in.Args = args
		c.Body = append(c.Body, in)
	}
	for i, w := range g.Writes {
		c.Writes[i].Value = renamed[w.Value]
	}
}
