package plan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan/pattern"
	"github.com/topos-go/topos/runtime/tensor"
)

// lowering is the state of Lower: views first, then groups, then steps in order, then places.
type lowering struct {
	plan   *Plan
	net    *schedule // its numbers stand for nodes in all of lowering
	to     Number
	prefix string

	view    map[int]view    // of every scheduled node
	source  map[int]view    // of the nodes that a copy materialises for their consumers: what the copy reads
	exports map[int]*Buffer // of the readable and assigned nodes that own no computed buffer: their copies
	kept    map[int]bool    // the bases that are read or assigned after the steps
	readers map[int][]int   // by base: the nodes that read it
	group   map[int]*group  // of every elementwise node
	buffer  map[int]*Buffer // of every base
	steps   []*Step
	scratch []Need
	inPlace map[int]int            // assigned node -> slot that its group writes directly
	matches map[int]*pattern.Match // by the nodes that it computes
	why     *Why
}

// Lower turns a plan into steps over placed buffers, for entries of float32 or float64. Patterns beside those of the catalog come before them.
func Lower(p *Plan, elem loop.Elem, patterns ...pattern.Pattern) (*Code, error) {
	return LowerTo(p, Number{Elem: elem}, patterns...)
}

// LowerTo turns a plan into steps over placed buffers. Elements that bring their own arithmetic are not matched: patterns compute by operators.
func LowerTo(p *Plan, to Number, patterns ...pattern.Pattern) (*Code, error) {
	if p == nil || p.schedule == nil {
		return nil, fmt.Errorf("there is no plan to lower\n\tfix: make it with plan.New")
	}
	if slices.Contains(patterns, nil) {
		return nil, fmt.Errorf("a pattern is nil\n\tfix: leave it out")
	}
	l := &lowering{
		plan: p, net: p.schedule, to: to, prefix: Prefix(p.Entry),
		view: map[int]view{}, source: map[int]view{}, exports: map[int]*Buffer{}, kept: map[int]bool{}, readers: map[int][]int{},
		group: map[int]*group{}, buffer: map[int]*Buffer{}, inPlace: map[int]int{},
		matches: map[int]*pattern.Match{}, why: &Why{},
	}
	if err := l.match(patterns); err != nil {
		return nil, err
	}
	l.views()
	if err := l.needs(); err != nil {
		return nil, err
	}
	l.fuse()
	l.chains()
	l.elect()
	if err := l.emit(); err != nil {
		return nil, err
	}
	l.convert()
	return l.place(), nil
}

// Prefix begins the names of an entry's groups: private identifiers such as predict64.
func Prefix(e *dsl.Entry) string {
	name := "entry" // of a reading that was never exported
	switch {
	case e == nil:
		return name
	case e.Name != "":
		name = strings.ToLower(e.Name[:1]) + e.Name[1:]
	}
	if e.Rows() > 0 {
		name += strconv.Itoa(e.Rows())
	}
	return name
}

// needs decides, for every node that a step computes, which bases it reads, and materialises operands that it cannot read through their view.
func (l *lowering) needs() error {
	for _, i := range l.plan.calls {
		n := l.net.Node(i)
		if !l.computed(i) {
			continue
		}
		if m := l.matches[i]; m != nil {
			l.needMatch(i, m)
			continue
		}
		for k, in := range n.In {
			l.need(i, n, k, in)
		}
	}
	for _, i := range l.plan.wanted {
		if v := l.view[i]; l.stands(i) {
			l.kept[v.base] = true
		} else if l.exports[i] == nil {
			l.exports[i] = &Buffer{Place: Arena, Kind: l.kind(i), Node: l.net.calls[i].node, Size: l.net.Node(i).Type.Shape.Volume()}
			l.readBy(i, v)
		}
	}
	for i, v := range l.source {
		l.readBy(i, v)
	}
	for _, list := range l.readers {
		slices.Sort(list)
	}
	return nil
}

// computed reports whether a kernel or a group computes the node: it is no source, no view, no copy and no interior of a match.
func (l *lowering) computed(i int) bool {
	if m := l.matches[i]; m != nil {
		return !slices.Contains(m.Interior, i)
	}
	_, copied := l.source[i]
	return !l.view[i].splat && l.view[i].base == i && !copied && !op.IsSource(l.net.Node(i).Op)
}

// stands reports whether a readable node stands, dense, in a buffer that a step fills. Selections stand where they are.
func (l *lowering) stands(i int) bool {
	v, n := l.view[i], l.net.Node(i)
	if n.Type.Kind == op.Selection {
		return true
	}
	return !v.splat && !op.IsSource(l.net.Node(v.base).Op) && v.offset == 0 && dense(n.Type.Shape, v.strides) &&
		l.net.Node(v.base).Type.Shape.Volume() == n.Type.Shape.Volume()
}

// stand is the buffer in which a readable or assigned node stands after the steps.
func (l *lowering) stand(i int) *Buffer {
	if b := l.exports[i]; b != nil {
		return b
	}
	return l.at(l.view[i].base)
}

// need makes one operand readable by its consumer.
func (l *lowering) need(i int, n dsl.Node, k, in int) {
	l.readBy(i, l.readableView(n, in))
}

// readableView is the view through which an op can read an operand: that of the operand, or of a copy.
func (l *lowering) readableView(n dsl.Node, in int) view {
	v, shape := l.view[in], l.net.Node(in).Type.Shape
	switch {
	case l.net.Node(in).Type.Kind == op.Selection:
	case lane(n.Op) != 0:
		if !v.splat && innermost(shape, v.strides) > 1 {
			return l.materialise(in)
		}
	default:
		_, product := n.Op.(op.MatMul)
		if !product || v.splat || !transposed(shape, v.strides) {
			return l.materialise(in)
		}
	}
	return v
}

// readBy notes that a node reads the base of a view.
func (l *lowering) readBy(reader int, v view) {
	if !v.splat && !slices.Contains(l.readers[v.base], reader) {
		l.readers[v.base] = append(l.readers[v.base], reader)
	}
}

// innermost is the stride of the last axis that has more than one element.
func innermost(shape tensor.Shape, strides []int) int {
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] > 1 {
			return strides[i]
		}
	}
	return 1
}

// transposed reports whether strides walk a shape in row-major order but for the last two axes, which are exchanged.
func transposed(shape tensor.Shape, strides []int) bool {
	n := len(shape)
	shape, strides = slices.Clone(shape), slices.Clone(strides)
	shape[n-2], shape[n-1] = shape[n-1], shape[n-2]
	strides[n-2], strides[n-1] = strides[n-1], strides[n-2]
	return dense(shape, strides)
}

// emit makes the steps, in the order of the last node that each computes.
func (l *lowering) emit() error {
	seen := map[*group]bool{}
	type placed struct {
		at   int
		step *Step
	}
	var list []placed
	for _, i := range l.plan.calls {
		n := l.net.Node(i)
		g := l.group[i]
		if v, copied := l.source[i]; copied {
			list = append(list, placed{i, l.copyStep(i, v, l.at(i))})
		}
		if b := l.exports[i]; b != nil {
			list = append(list, placed{i, l.copyStep(i, l.view[i], b)})
		}
		switch {
		case !l.computed(i):
		case l.matches[i] != nil:
			if m := l.matches[i]; m.Root == i {
				for _, s := range l.matchSteps(m) {
					list = append(list, placed{i, s})
				}
			}
		case g != nil:
			if !seen[g] {
				seen[g] = true
				list = append(list, placed{slices.Max(g.nodes), l.groupStep(g)})
			}
		default:
			steps, err := l.kernelSteps(i, n)
			if err != nil {
				return err
			}
			for _, s := range steps {
				list = append(list, placed{i, s})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return a.at - b.at })
	for _, p := range list {
		l.steps = append(l.steps, p.step)
	}
	l.commit()
	l.rowBlocks()
	l.chainBlocks()
	for _, s := range l.steps {
		s.name(l.net)
	}
	l.why.name(l.net)
	return nil
}

// name turns the numbers of the schedule into those of recorded nodes.
func (s *Step) name(by *schedule) {
	calls := s.Nodes
	s.Nodes, s.Again = make([]int, len(calls)), make([]bool, len(calls))
	for k, i := range calls {
		s.Nodes[k], s.Again[k] = by.calls[i].node, by.calls[i].again
	}
}

// commit canonicalises what kernels left readable and copies assigned values into their slots.
func (l *lowering) commit() {
	for _, base := range slices.Sorted(maps.Keys(l.kept)) {
		if l.net.Node(base).Type.Kind == op.Number && l.group[base] == nil && l.computed(base) {
			l.steps = append(l.steps, l.call("CanonicalNaN", nil, append([]any{l.at(base)}, l.arithmetic(base)...)...))
		}
	}
	for _, a := range l.plan.assigns {
		if to, direct := l.inPlace[a.value]; !direct || to != a.slot {
			l.steps = append(l.steps, l.call("Copy", nil, l.at(a.slot), l.stand(a.value)))
		}
	}
}

// at is the buffer of a base node, made on first use.
func (l *lowering) at(i int) *Buffer {
	if b := l.buffer[i]; b != nil {
		return b
	}
	n := l.net.Node(i)
	b := &Buffer{Kind: l.kind(i), Node: l.net.calls[i].node, Size: n.Type.Shape.Volume()}
	switch n.Op.(type) {
	case op.Parameter, op.State:
		if b.Place = Slot; l.to.Converts {
			b.Place, b.Converted = Arena, true
		}
	case op.Input:
		b.Place = Fed
	case op.Leaf:
		b.Place = Constant
	case op.Labels:
		b.Place, b.Size = Fed, n.Type.Positions()
	case op.ArgMax:
		b.Place, b.Size = Indices, n.Type.Positions()
	}
	if slot, direct := l.inPlace[i]; direct {
		return l.at(slot)
	}
	l.buffer[i] = b
	return b
}

// arg is what a kernel or a group reads of a view that is no constant: up to the last element that the strides reach.
func (l *lowering) arg(v view, shape tensor.Shape) Arg {
	a := Arg{Buffer: l.at(v.base), Offset: v.offset, Size: 1}
	if l.net.Node(v.base).Type.Kind == op.Selection {
		a.Size = a.Buffer.Size
		return a
	}
	for axis, extent := range shape {
		a.Size += (extent - 1) * v.strides[axis]
	}
	return a
}

// call is the step of a shared kernel: buffers and texts in the order of its parameters.
func (l *lowering) call(name string, nodes []int, args ...any) *Step {
	s := &Step{Kernel: name, Nodes: nodes}
	for _, a := range args {
		switch a := a.(type) {
		case *Buffer:
			s.Args = append(s.Args, Arg{Buffer: a, Size: a.Size})
		case Arg:
			s.Args = append(s.Args, a)
		case int:
			s.Args = append(s.Args, Arg{Text: strconv.Itoa(a)})
		case string:
			s.Args = append(s.Args, Arg{Text: a})
		}
	}
	return s
}

// scratchFor notes that a kernel wants scratch; its size is asked of the runtime that is linked, so that kernels can be tuned without generating anew.
func (l *lowering) scratchFor(function string, args ...string) Arg {
	l.wants(Need{"", function, args})
	return Arg{Text: "scratch"}
}

// kernelSteps lowers what no group holds: one call, or one per operand of a Concat.
func (l *lowering) kernelSteps(i int, n dsl.Node) ([]*Step, error) {
	o, ok := n.Op.(op.Concat)
	if !ok {
		s, err := l.kernelStep(i, n)
		return []*Step{s}, err
	}
	var list []*Step // Place moves whatever the elements are
	start, full := 0, n.Type.Shape[o.Axis]
	for _, operand := range n.In {
		outer, extent, inner := l.net.Node(operand).Type.Shape.Split(o.Axis)
		list = append(list, l.call("Place", nil, l.at(i), l.arg(l.view[operand], l.net.Node(operand).Type.Shape), outer, extent, inner, start, full))
		start += extent
	}
	list[0].Nodes = []int{i}
	return list, nil
}

// kernelStep lowers what one call computes.
func (l *lowering) kernelStep(i int, n dsl.Node) (*Step, error) {
	in := make([]Arg, len(n.In))
	for k, operand := range n.In {
		in[k] = l.arg(l.view[operand], l.net.Node(operand).Type.Shape)
	}
	out, nodes := l.at(i), []int{i}
	shape := l.net.Node(n.In[0]).Type.Shape
	number := l.arithmetic(n.In[0])
	// computes is a kernel that calculates with numbers, or makes some.
	computes := func(name string, args ...any) *Step {
		return l.call(name, nodes, append(append([]any{out, in[0]}, args...), number...)...)
	}
	along := func(name string, axis int, scratch string) *Step {
		outer, extent, inner := shape.Split(axis)
		args := []any{outer, extent, inner}
		if scratch != "" {
			args = append(args, l.scratchFor(scratch, strconv.Itoa(outer), strconv.Itoa(extent), strconv.Itoa(inner)))
		}
		s := computes(name, args...)
		s.Flops = shape.Volume()
		return s
	}
	switch o := n.Op.(type) {
	case op.MatMul:
		return l.product(i, n, in), nil
	case op.Sum:
		s := computes("Sum")
		s.Flops = shape.Volume()
		return s, nil
	case op.SumAlong:
		if !l.to.Elem.HasOperators() {
			return along("SumAlong", o.Axis, ""), nil
		}
		return along("SumAlong", o.Axis, "SumAlongScratch"), nil
	case op.MaxAlong:
		return along("MaxAlong", o.Axis, ""), nil
	case op.ArgMax:
		return along("ArgMax", o.Axis, ""), nil
	case op.Softmax:
		return along(l.fast("Softmax"), o.Axis, "SoftmaxScratch"), nil
	case op.LogSoftmax:
		return along(l.fast("LogSoftmax"), o.Axis, "SoftmaxScratch"), nil
	case op.LogSumExp:
		return along(l.fast("LogSumExp"), o.Axis, "SoftmaxScratch"), nil
	case op.TakeAlong:
		outer, extent, inner := shape.Split(o.Axis)
		return l.call("TakeAlong", nodes, out, in[0], in[1], outer, extent, inner), nil
	case op.PutAlong:
		outer, extent, inner := n.Type.Shape.Split(o.Axis)
		return computes("PutAlong", in[1], outer, extent, inner), nil
	case op.Gather:
		return l.call("Gather", nodes, out, in[0], in[1], shape[0], shape[1:].Volume()), nil
	case op.Scatter:
		args := []any{in[1], n.Type.Shape[0], n.Type.Shape[1:].Volume()}
		if !l.to.Elem.HasOperators() {
			args = append(args, l.scratchFor("ScatterScratch", strconv.Itoa(n.Type.Shape[0]), strconv.Itoa(n.Type.Shape[1:].Volume())))
		}
		return computes("Scatter", args...), nil
	case op.Pad:
		outer, extent, inner := shape.Split(o.Axis)
		return computes("Pad", outer, extent, inner, o.Start, o.FullExtent), nil
	case op.Fold:
		outer, _, inner := n.Type.Shape.Split(o.Axis)
		return computes("Fold", outer, o.Extent, inner, o.Size, o.Step, o.Dilation), nil
	case op.CumSum:
		outer, extent, inner := shape.Split(o.Axis)
		return computes("CumSum", outer, extent, inner, strconv.FormatBool(o.Reverse)), nil
	}
	return nil, fmt.Errorf("%s: %s has no lowering", n.Source, n.Op.Name())
}

// fast names the form of a kernel under the posture of the entry.
func (l *lowering) fast(kernel string) string {
	if l.plan.Entry.IsFast() && l.to.Elem == loop.F32 {
		return "Fast" + kernel
	}
	return kernel
}
