package loop

import (
	"fmt"
	"math"
	"strings"
)

// MaxLanes is about as many lanes as one kernel call may compute: assembly cannot be preempted.
const MaxLanes = 1 << 14

// ByRows reports whether a canonical group's kernel walks its two innermost axes, rows and lanes, and not the innermost alone.
func (g *Group) ByRows() bool {
	return g != nil && len(g.Space) > 1 && 2*g.Space[len(g.Space)-1] <= MaxLanes
}

// RowStride returns how far apart two rows are in the named buffer.
func (g *Group) RowStride(name string) int {
	for _, a := range g.Accesses() {
		if a.Name == name {
			return a.stride(2)
		}
	}
	return 0
}

// How often a value of a kernel is computed.
const (
	PerCall = iota
	PerRow
	PerLane
)

// Rates returns for each instruction of a canonical group what its value depends on: nothing, the row, or the lane.
func (g *Group) Rates() []int {
	if !g.sound() {
		return nil
	}
	rates := make([]int, len(g.Body))
	for i, in := range g.Body {
		if in.Op == Read {
			switch r := g.Reads[in.Index]; {
			case r.Inner() != 0:
				rates[i] = PerLane
			case g.ByRows() && r.stride(2) != 0:
				rates[i] = PerRow
			}
		}
		for _, a := range in.Args {
			rates[i] = max(rates[i], rates[a])
		}
	}
	return rates
}

// Kernels returns for each of some canonical groups the group whose kernel computes it, by name: the first one that differs
// in extents and comments alone, as a kernel takes the counts of rows and lanes. Groups in own keep their own.
func Kernels(groups []*Group, own map[string]error) map[string]string {
	of, first := map[string]string{}, map[string]string{}
	for _, g := range groups {
		if g == nil {
			continue
		}
		key := g.kernel()
		if _, known := first[key]; !known && own[g.Name] == nil {
			first[key] = g.Name
		}
		of[g.Name] = g.Name
		if own[g.Name] == nil {
			of[g.Name] = first[key]
		}
	}
	return of
}

// kernel prints what decides a canonical group's kernel.
func (g *Group) kernel() string {
	var b strings.Builder
	fmt.Fprint(&b, g.Elem, g.ByRows())
	for _, a := range g.Accesses() {
		fmt.Fprint(&b, " ", a.Name, a.Kind, a.Inner())
		if g.ByRows() {
			fmt.Fprint(&b, " ", g.RowStride(a.Name))
		}
	}
	for _, r := range g.Reads {
		fmt.Fprint(&b, " ", r.Name)
	}
	for _, in := range g.Body {
		fmt.Fprint(&b, " ", in.Op, in.Args, in.Index, math.Float64bits(in.Value), in.Kind)
	}
	for _, w := range g.Writes {
		fmt.Fprint(&b, " ", w.Name, w.Value)
	}
	return b.String()
}
