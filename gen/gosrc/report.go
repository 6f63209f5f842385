package gosrc

import (
	"fmt"
	"strings"
)

// report prints what was generated: a line for the package, a line per entry.
func (g *emitter) report() []string {
	parameters := 0
	for _, i := range g.params.slots(nil) {
		parameters += g.net.Node(i).Type.Shape.Volume()
	}
	line := fmt.Sprintf("%s  %d parameters, %s", g.o.Package, parameters, bytesText(g.bytes()))
	if size := g.relaidBytes(); size > 0 {
		line += ", and " + bytesText(size) + " of copies"
	}
	lines := []string{line}
	width := 0
	for _, e := range g.entries {
		width = max(width, len(e.name))
	}
	for _, e := range g.entries {
		v := e.variants[len(e.variants)-1]
		loops, products := v.code.Count()
		parts := []string{
			plural(len(v.code.Plan.Nodes), "node"), plural(loops, "loop"), plural(products, "product"),
			"arena " + bytesText(v.code.Bytes()),
		}
		if n := v.code.Plan.Recomputed(); n > 0 {
			parts[0] += fmt.Sprintf(", %d again", n)
		}
		if mega := v.code.Flops() / 1e6; mega > 0 {
			parts = append(parts, fmt.Sprintf("%d MFLOP", mega))
		}
		if v.entry.IsFast() {
			parts = append(parts, "fast")
		}
		line := fmt.Sprintf("  %-*s  %s  %s", width, e.name, place(e.variants[0].entry.Source), strings.Join(parts, ", "))
		if e.element != g.element {
			line += ", " + e.element.name
		}
		if v.entry.Rows() > 0 {
			line += " (batch " + buckets(e) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// bytes is the size of the parameters.
func (g *emitter) bytes() int {
	size := 0
	for _, i := range g.params.slots(nil) {
		size += g.element.Bytes(g.net.Node(i).Type)
	}
	return size
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
