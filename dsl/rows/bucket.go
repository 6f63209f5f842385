package rows

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
)

// Check proves that root row i of a bucketed entry depends on input row i alone: rows are followed from the inputs through every node that the
// entry reads. A fault speaks of the nodes that are returned with it.
func Check(c tape.Content, e tape.Entry) (f *op.Fault, about []int) {
	switch {
	case !c.Holds(e):
		return &op.Fault{Text: e.Name + " names a node that there is not", Fix: "declare values of this tape"}, nil
	case e.Bucket < 0:
		return &op.Fault{Text: fmt.Sprintf("bucket %d of %s is not positive", e.Bucket, e.Name), Fix: "use at least one row"}, nil
	case len(e.Assigns) > 0 || len(e.Observes) > 0:
		return &op.Fault{Text: e.Name + " is bucketed, so it can neither assign nor observe", Fix: "serve from an entry that only has roots"}, nil
	}
	rows := make([]Rows, len(c.Nodes))
	for i, marked := range c.Ancestors(e.Roots...) {
		if !marked {
			continue
		}
		if rows[i], f = follow(c, e, i, rows); f != nil {
			return f, append([]int{i}, c.Nodes[i].In...)
		}
	}
	for _, root := range e.Roots {
		if rows[root].Axis != 0 {
			return &op.Fault{Text: "rows are not axis 0 of root {0} of " + e.Name, Fix: "compute it from the inputs' rows, rows first"}, []int{root}
		}
	}
	return nil, nil
}

// follow follows rows through one node.
func follow(c tape.Content, e tape.Entry, i int, rows []Rows) (Rows, *op.Fault) {
	n := c.Nodes[i]
	shape := n.Type.Shape
	switch o := n.Op.(type) {
	case op.Leaf:
		if o.Fill.Uniform() {
			return Free(axes(n.Type)), nil
		}
		return Free(0), nil
	case op.Parameter, op.State:
		return Free(0), nil
	case op.Input, op.Labels:
		if shape.Rank() == 0 {
			return Free(0), nil
		}
		if n.Type.Kind == op.Selection && shape.Rank() < 2 {
			return Rows{}, &op.Fault{Text: e.Name + " is bucketed, but {0} selects once for all rows", Fix: "record Labels of the shape [rows, classes]"}
		}
		if shape[0] != e.Bucket {
			return Rows{}, &op.Fault{Text: fmt.Sprintf("bucket %d of %s needs inputs of %d rows, but {0} has %d", e.Bucket, e.Name, e.Bucket, shape[0]), Fix: fmt.Sprintf("make axis 0 of {0.name} %d", e.Bucket)}
		}
		return Rows{}, nil
	}
	if n.Op == nil || slices.ContainsFunc(n.In, func(in int) bool { return in < 0 || in >= i }) {
		return Rows{}, &op.Fault{Text: "{0} is no node that a tape holds", Fix: "record it"}
	}
	in, types := make([]Rows, len(n.In)), make([]op.Type, len(n.In))
	for k, operand := range n.In {
		in[k], types[k] = rows[operand], c.Nodes[operand].Type
	}
	r, apart := Through(n.Op, in, types, n.Type)
	if !apart {
		return r, &op.Fault{Text: e.Name + " is bucketed, but {0} mixes rows", Fix: "keep the rows apart, or export it without Bucket"}
	}
	return r, nil
}
