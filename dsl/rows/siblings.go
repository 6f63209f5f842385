package rows

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// Siblings wants two buckets of one name to differ in axis 0 alone.
func Siblings(c tape.Content, first, second tape.Entry) *op.Fault {
	a, b := first.Posture, second.Posture
	switch {
	case !c.Holds(first) || !c.Holds(second):
		return &op.Fault{Text: "an entry names a node that there is not", Fix: "declare values of this tape"}
	case first.Bucket == second.Bucket:
		return &op.Fault{Text: fmt.Sprintf("bucket %d of %s is exported already", second.Bucket, second.Name), Fix: "choose another bucket"}
	case signature(c, first) != signature(c, second):
		return &op.Fault{Text: fmt.Sprintf("the buckets of %s disagree: %s and %s", second.Name, signature(c, first), signature(c, second)), Fix: "let the buckets differ in axis 0 alone"}
	case a.Element != b.Element || a.Fast != b.Fast || a.Backward != b.Backward || a.Recompute != b.Recompute || len(a.Boundaries) != len(b.Boundaries):
		return &op.Fault{Text: fmt.Sprintf("the buckets of %s are to be run in different ways", second.Name), Fix: "give both the same element and posture"}
	case function(c, first) != function(c, second):
		return &op.Fault{Text: fmt.Sprintf("the buckets of %s compute different functions", second.Name), Fix: "record both by the same calls"}
	}
	return nil
}

// signature lists the inputs and roots of a bucketed entry without axis 0: (x number [rows, 784]) -> (probs number [rows, 10]).
func signature(c tape.Content, e tape.Entry) string {
	line := func(i int) string {
		n := c.Nodes[i]
		extents := make([]string, len(n.Type.Shape))
		for axis, extent := range n.Type.Shape {
			extents[axis] = strconv.Itoa(extent)
			if axis == 0 {
				extents[axis] = "rows"
			}
		}
		return fmt.Sprintf("%s %s [%s]", n.Name, n.Type.Kind, strings.Join(extents, ", "))
	}
	var inputs, roots []string
	for i, marked := range c.Ancestors(e.Wanted()...) {
		switch c.Nodes[i].Op.(type) {
		case op.Input, op.Labels:
			if marked {
				inputs = append(inputs, line(i))
			}
		}
	}
	for _, i := range e.Roots {
		roots = append(roots, line(i))
	}
	return "(" + strings.Join(inputs, ", ") + ") -> (" + strings.Join(roots, ", ") + ")"
}

// function prints what an entry computes, from its roots down, without the extents and constants in which buckets may differ.
func function(c tape.Content, e tape.Entry) string {
	var b strings.Builder
	local := map[int]int{}
	var visit func(i int)
	visit = func(i int) {
		if _, seen := local[i]; seen {
			return
		}
		n := c.Nodes[i]
		for _, in := range n.In {
			visit(in)
		}
		local[i] = len(local)
		fmt.Fprint(&b, n.Op.Name(), len(n.Type.Shape))
		if op.IsSource(n.Op) {
			fmt.Fprint(&b, n.Name)
		}
		for _, a := range tape.Attributes(n.Op) {
			if a.Name != "shape" && a.Name != "extent" && a.Name != "full_extent" && a.Name != "len" {
				fmt.Fprint(&b, " ", a.Name, a.Value)
			}
		}
		for _, in := range n.In {
			fmt.Fprint(&b, " ", local[in])
		}
		if len(n.In) > 0 {
			fmt.Fprint(&b, " over ", terms(n.Op, c.Nodes[n.In[0]].Type.Shape))
		}
		b.WriteByte('\n')
	}
	for _, i := range e.Wanted() {
		visit(i)
	}
	return b.String()
}

// terms is how many numbers an op sums for each result. Buckets agree in it: a constant of as many elements as there are rows would else have a sum that
// tells which bucket served a row.
func terms(o op.Op, first []int) int {
	axis := -1
	switch o := o.(type) {
	case op.Sum:
		volume := 1
		for _, extent := range first {
			volume *= extent
		}
		return volume
	case op.SumAlong:
		axis = o.Axis
	case op.CumSum:
		axis = o.Axis
	case op.Softmax:
		axis = o.Axis
	case op.LogSoftmax:
		axis = o.Axis
	case op.LogSumExp:
		axis = o.Axis
	case op.MatMul:
		axis = len(first) - 1
	}
	if axis < 0 || axis >= len(first) {
		return 1
	}
	return first[axis]
}
