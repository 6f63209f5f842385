package plan

import (
	"fmt"
	"slices"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// view is how a node's value is read without computing it: one constant, or strides over the dense buffer of a base node.
type view struct {
	splat   bool
	value   float64
	base    int
	offset  int   // of the first element
	strides []int // one per axis of the node
}

// dense reports whether strides walk a shape in row-major order. Axes of extent 1 may have any stride.
func dense(shape tensor.Shape, strides []int) bool {
	for i, s := range shape.Strides() {
		if shape[i] > 1 && strides[i] != s {
			return false
		}
	}
	return true
}

// views finds the view of every scheduled node, ascending. A node that computes what an earlier one does (equal op, attributes, type and
// operands, so equal bits) is read through that one; but a gradient for which values are recomputed does not read the forward part's, which
// would keep them alive.
func (l *lowering) views() {
	first := map[string]int{}
	for _, i := range l.plan.calls {
		n := l.net.Node(i)
		if l.matches[i] != nil {
			l.view[i] = view{base: i, strides: n.Type.Shape.Strides()} // the match computes it, where it computes it at all
			continue
		}
		if !op.IsSource(n.Op) {
			key := fmt.Sprint(l.net.calls[i].late, n.Op.Name(), tape.Attributes(n.Op), n.Type)
			for _, in := range n.In {
				v := l.view[in]
				key += fmt.Sprint(" ", l.net.Node(in).Type, v.splat, v.value, v.base, v.offset, v.strides)
			}
			if j, known := first[key]; known {
				l.view[i] = l.view[j]
				continue
			}
			first[key] = i
		}
		l.view[i] = l.viewOf(i)
	}
}

func (l *lowering) viewOf(i int) view {
	n := l.net.Node(i)
	own := view{base: i, strides: n.Type.Shape.Strides()}
	if o, ok := n.Op.(op.Leaf); ok && o.Fill.Kind == initial.Const {
		return view{splat: true, value: o.Fill.Value}
	}
	if len(n.In) != 1 || n.Type.Kind == op.Selection {
		return own
	}
	from := l.view[n.In[0]]
	shape := l.net.Node(n.In[0]).Type.Shape
	switch o := n.Op.(type) {
	case op.Broadcast:
		from.strides = make([]int, len(o.Shape))
	case op.BroadcastAlong:
		if !from.splat {
			from.strides = slices.Insert(slices.Clone(from.strides), o.Axis, 0)
		}
	case op.Permute:
		if !from.splat {
			strides := make([]int, len(o.Order))
			for k, axis := range o.Order {
				strides[k] = from.strides[axis]
			}
			from.strides = strides
		}
	case op.Reshape:
		if !from.splat {
			if !dense(shape, from.strides) {
				from = l.materialise(n.In[0])
			}
			from.strides = n.Type.Shape.Strides()
		}
	case op.Narrow:
		if !from.splat {
			from.offset += o.Start * from.strides[o.Axis]
		}
	case op.Unfold:
		if !from.splat {
			step := from.strides[o.Axis]
			from.strides = slices.Clone(from.strides)
			from.strides[o.Axis] = o.Step * step
			from.strides = slices.Insert(from.strides, o.Axis+1, o.Dilation*step)
		}
	case op.Widen, op.Round:
		if !l.to.Elem.HasOperators() {
			return own
		}
		// The accumulators of float32 and float64 are the elements themselves.
	default:
		return own
	}
	return from
}

// materialise gives a node its own dense buffer, filled by a copy, where its view is not dense.
func (l *lowering) materialise(i int) view {
	v, shape := l.view[i], l.net.Node(i).Type.Shape
	if !v.splat && dense(shape, v.strides) {
		return v
	}
	own := view{base: i, strides: shape.Strides()}
	l.source[i] = v
	l.view[i] = own
	return own
}
