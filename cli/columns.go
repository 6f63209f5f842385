package cli

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/plan"
)

// columns says what listings add to the line of a node.
type columns struct {
	Names   bool `help:"Add the names of values."`
	Sources bool `help:"Add where each node was recorded."`
	Flops   bool `help:"Add the arithmetic of each node."`
	Bytes   bool `help:"Add the size of each value."`
}

// add appends the wanted columns to lines. node gives the node that a line is about, or -1 where it has none.
func (c columns) add(net *dsl.Network, elem *gosrc.Element, lines []string, node func(line int) int) []string {
	cells := make([][]string, len(lines))
	width := 0
	for k, line := range lines {
		if i := node(k); i >= 0 {
			cells[k] = c.cells(net, elem, i)
			width = max(width, len(line))
		}
	}
	if len(c.cells(net, elem, 0)) == 0 {
		return lines
	}
	added := make([]string, len(lines))
	var widths []int
	for _, row := range cells {
		for len(widths) < len(row) {
			widths = append(widths, 0)
		}
		for k, cell := range row {
			widths[k] = max(widths[k], len(cell))
		}
	}
	for k, line := range lines {
		added[k] = line
		if cells[k] == nil {
			continue
		}
		added[k] = fmt.Sprintf("%-*s", width, line)
		for j, cell := range cells[k] {
			if strings.HasSuffix(cell, " flop") || strings.HasSuffix(cell, " B") {
				added[k] += fmt.Sprintf("  %*s", widths[j], cell)
			} else {
				added[k] += fmt.Sprintf("  %-*s", widths[j], cell)
			}
		}
		added[k] = strings.TrimRight(added[k], " ")
	}
	return added
}

// cells are the wanted columns of a node.
func (c columns) cells(net *dsl.Network, elem *gosrc.Element, i int) []string {
	n := net.Node(i)
	var list []string
	if c.Names {
		list = append(list, n.Name)
	}
	if c.Sources {
		at := ""
		if n.Source.At.Line > 0 {
			at = n.Source.At.Base()
		}
		list = append(list, at)
	}
	if c.Flops {
		list = append(list, fmt.Sprintf("%d flop", plan.Flops(net, i)))
	}
	if c.Bytes {
		list = append(list, fmt.Sprintf("%d B", elem.Bytes(n.Type)))
	}
	return list
}
