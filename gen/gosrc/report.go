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
	lines := []string{fmt.Sprintf("%s  %d parameters, %s", g.o.Package, parameters, bytesText(parameters*elemSize[g.o.Elem]))}
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
		line := fmt.Sprintf("  %-*s  %s  %s", width, e.name, place(e.variants[0].entry.Source), strings.Join(parts, ", "))
		if v.entry.Rows() > 0 {
			line += " (batch " + buckets(e) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

var elemSize = map[string]int{"f32": 4, "f64": 8}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
