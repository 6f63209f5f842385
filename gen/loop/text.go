package loop

import (
	"fmt"
	"strconv"
	"strings"
)

// String prints the group for listings: its space, then a line per instruction and per write.
func (g *Group) String() string {
	var b strings.Builder
	if g == nil {
		return "no group\n"
	}
	fmt.Fprintf(&b, "%s %s %v\n", g.Name, g.Elem, g.Space)
	for _, d := range g.Doc {
		fmt.Fprintf(&b, "\t// %s\n", d)
	}
	for i := range g.Body {
		fmt.Fprintf(&b, "\tv%d = %s", i, g.Expr(i))
		if note := g.Body[i].Note; note != "" {
			fmt.Fprintf(&b, "\t// %s", note)
		}
		b.WriteByte('\n')
	}
	for _, w := range g.Writes {
		fmt.Fprintf(&b, "\t%s%v = v%d\n", w.Name, w.Strides, w.Value)
	}
	return b.String()
}

// Expr prints the right-hand side of one instruction: "add v0 v1", "in0[256 1]", "const 0.5".
func (g *Group) Expr(i int) string {
	if g == nil || i < 0 || i >= len(g.Body) {
		return "nothing"
	}
	in := &g.Body[i]
	switch {
	case in.Op == Read && (in.Index < 0 || in.Index >= len(g.Reads)):
		return "read of nothing"
	case in.Op == Read:
		r := &g.Reads[in.Index]
		return fmt.Sprintf("%s%v", r.Name, r.Strides)
	case in.Op == Const:
		return "const " + strconv.FormatFloat(in.Value, 'g', -1, 64)
	}
	var b strings.Builder
	b.WriteString(in.Op.String())
	for _, a := range in.Args {
		fmt.Fprintf(&b, " v%d", a)
	}
	return b.String()
}
