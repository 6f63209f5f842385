package dsl

import (
	"fmt"

	"github.com/topos-go/topos/dsl/op"
)

// checkBucket proves that root row i depends on input row i alone: rows are followed from the inputs through every node that the entry reads.
func (t *Tape) checkBucket(e *Entry) bool {
	if e.bucket == 0 {
		return true
	}
	if e.bucket < 0 {
		t.fail("Export", "use at least one row", "bucket %d of %s is not positive", e.bucket, e.Name)
		return false
	}
	if len(e.assigns) > 0 || len(e.observes) > 0 {
		t.fail("Export", "serve from an entry that only has roots", "%s is bucketed, so it can neither assign nor observe", e.Name)
		return false
	}
	rows := make([]op.Rows, len(t.nodes))
	for i, marked := range t.Ancestors(e.Wanted()...) {
		if !marked {
			continue
		}
		r, f := t.rowsOf(e, i, rows)
		if f != nil {
			t.refuse("Export", f, append([]int{i}, t.nodes[i].In...))
			return false
		}
		rows[i] = r
	}
	for _, v := range e.roots {
		if rows[v.index].Axis != 0 {
			t.refuse("Export", &op.Fault{Text: fmt.Sprintf("rows are not axis 0 of root {0} of %s", e.Name), Fix: "compute it from the inputs' rows, rows first"}, []int{v.index})
			return false
		}
	}
	return true
}

// rowsOf follows rows through one node.
func (t *Tape) rowsOf(e *Entry, i int, rows []op.Rows) (op.Rows, *op.Fault) {
	n := t.nodes[i]
	all := uint64(1)<<n.Type.Shape.Rank() - 1
	switch o := n.Op.(type) {
	case op.Leaf:
		if o.Fill.Uniform() {
			return op.Free(all), nil
		}
		return op.Free(0), nil
	case op.Parameter, op.State:
		return op.Free(0), nil
	case op.Input, op.Labels:
		shape := n.Type.Shape
		if shape.Rank() == 0 {
			return op.Free(0), nil
		}
		if _, labels := n.Op.(op.Labels); labels && shape.Rank() < 2 {
			return op.Rows{}, &op.Fault{Text: fmt.Sprintf("%s is bucketed, but {0} selects once for all rows", e.Name), Fix: "record Labels of the shape [rows, classes]"}
		}
		if shape[0] != e.bucket {
			return op.Rows{}, &op.Fault{Text: fmt.Sprintf("bucket %d of %s needs inputs of %d rows, but {0} has %d", e.bucket, e.Name, e.bucket, shape[0]), Fix: fmt.Sprintf("make axis 0 of {0.name} %d", e.bucket)}
		}
		return op.Rows{}, nil
	}
	in, types, fed := make([]op.Rows, len(n.In)), make([]op.Type, len(n.In)), false
	for k, operand := range n.In {
		in[k], types[k] = rows[operand], t.nodes[operand].Type
		fed = fed || in[k].Axis >= 0
	}
	if o, ok := n.Op.(op.RowWise); ok {
		if r, apart := o.Rows(in, types, n.Type); apart {
			return r, nil
		}
	}
	if !fed {
		return op.Free(0), nil
	}
	return op.Rows{}, &op.Fault{Text: fmt.Sprintf("%s is bucketed, but {0} mixes rows", e.Name), Fix: "keep the rows apart, or export it without Bucket"}
}
