package proof

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// Coverage counts what programs contained and what the compiler made of them.
type Coverage map[string]int

// floors are what a run of a thousand programs must contain, besides every op. A count of zero means that a kind of code was not proven.
var floors = []string{
	"elem f32", "elem f64", "elem bf16", "elem f16", "rank 0", "rank 1", "rank 2", "rank 3", "rank 4",
	"entry: of element f32", "entry: of element f64", "entry: of element bf16", "entry: of element f16",
	"entry: converts slots of f32", "entry: converts slots of f64", "entry: converts slots of bf16", "entry: converts slots of f16",
	"entry: observes", "entry: assigns", "entry: swaps slots", "entry: assigns a root", "entry: assigns in place", "entry: assigns by a copy", "entry: several on a tape",
	"entry: reads a source", "entry: reads a view", "entry: reads a selection", "entry: bucket of 1", "entry: bucket above 1", "entry: recomputes", "entry: computes nodes again", "entry: fast",
	"entry: assigns wide numbers", "entry: bucket of wide numbers", "entry: converts wide slots", "wide input", "wide slot",
	"entry: reads wide numbers over f32", "entry: reads wide numbers over f64", "entry: reads wide numbers over bf16", "entry: reads wide numbers over f16",
	"gradient", "gradient of a gradient", "gradient from a seed", "gradient of wide numbers", "gradient by wide numbers", "gradient of wide numbers by the element",
	"leaf -0", "leaf inf", "leaf NaN", "leaf values", "leaf stream", "input with default", "scalar",
	"product NN", "product NT", "product TN", "product TT", "product batched", "product k = 1", "product k <= 512", "product k > 512",
	"product of rows by a copy", "product of a column by a copy", "entry: bucket with a copy",
	"group of 1", "group of 2 to 3", "group of 4 to 7", "group of 8 or more",
	"group reads dense", "group reads a constant", "group reads a repeated line", "group reads a repeated element", "group reads another order",
	"group of less than 8 lanes in a row", "group with a tail", "group of more than 16384 lanes",
	"Sum n <= 16", "Sum n <= 4096", "Sum n > 4096", "SumAlong n <= 16", "SumAlong n <= 4096", "SumAlong n > 4096",
	"SumAlong last axis", "SumAlong inner axis", "Softmax last axis", "Softmax inner axis", "LogSoftmax last axis", "LogSoftmax inner axis",
	"SumAlong inner axis of 64 or more", "rows in several calls", "product in bands", "kernel Permute", "pattern chain", "pattern chain-sum",
	"LogSumExp last axis", "LogSumExp inner axis", "MaxAlong last axis", "MaxAlong inner axis", "ArgMax last axis", "ArgMax inner axis",
	"result nan", "result inf", "result -0", "result subnormal",
}

// Floors names what a run of a thousand programs must contain: every op, and the list above.
func (c Coverage) Floors() []string {
	var list []string
	for _, o := range op.All() {
		list = append(list, "op "+o.Name())
	}
	return append(list, floors...)
}

// Missing lists the floors that were not reached.
func (c Coverage) Missing() []string {
	return slices.DeleteFunc(c.Floors(), func(name string) bool { return c[name] > 0 })
}

// String prints all counts, a few in a line.
func (c Coverage) String() string { return c.Only(slices.Sorted(maps.Keys(c))) }

// Only prints some of the counts.
func (c Coverage) Only(names []string) string {
	var b strings.Builder
	for k, name := range names {
		fmt.Fprintf(&b, "%9d  %-38s", c[name], name)
		if k%3 == 2 {
			b.WriteByte('\n')
		}
	}
	return strings.TrimRight(b.String(), "\n ") + "\n"
}

// Add counts a program.
func (c Coverage) Add(p *Program) {
	if c == nil || p == nil || p.Net == nil {
		return
	}
	c["elem "+p.Elem]++
	if len(p.Net.Entries()) > 1 && p.Net.Entries()[0].Name != p.Net.Entries()[1].Name {
		c["entry: several on a tape"]++
	}
	c.derivatives(p.Net)
	for _, e := range p.Net.Entries() {
		made := plan.New(p.Net, e)
		for _, i := range made.Nodes {
			c.node(p, i)
		}
		if name := e.ElementName(); name != "" && name != p.Elem {
			c["entry: of element "+name]++
		}
		code, err := Options{}.lower(p, made)
		if err != nil {
			continue // Check reports it
		}
		c.entry(p, code)
		for _, m := range code.Why.Matches {
			c["pattern "+m.Pattern]++
		}
		for _, s := range code.Steps {
			for _, call := range s.Calls() {
				if call.Kernel == "Convert" {
					c["entry: converts slots of "+p.Elem]++
					if p.Net.Node(call.Args[0].Buffer.Node).Type.Precision == op.Wide {
						c["entry: converts wide slots"]++
					}
				}
				c.step(code, call)
			}
		}
	}
}

// derivatives counts what Differentiate and Vjp recorded.
func (c Coverage) derivatives(net *dsl.Network) {
	list, _ := derivatives(net) // Check reports an error
	c["gradient"] += len(list)
	for k, d := range list {
		t, above := net.Node(d.Target).Type, net.Ancestors(d.Target)
		if slices.ContainsFunc(list[:k], func(o tape.Derivative) bool {
			return slices.ContainsFunc(o.Gradients, func(i int) bool { return above[i] })
		}) {
			c["gradient of a gradient"]++
		}
		if d.Seed >= 0 {
			c["gradient from a seed"]++
		}
		if t.Precision == op.Wide {
			c["gradient of wide numbers"]++
		}
		for _, wrt := range d.Wrt {
			if p := net.Node(wrt).Type.Precision; p == op.Wide {
				c["gradient by wide numbers"]++
			} else if p != t.Precision {
				c["gradient of wide numbers by the element"]++
			}
		}
	}
}

// Reached counts the classes of numbers that came out.
func (c Coverage) Reached(r *Result) {
	if c == nil || r == nil {
		return
	}
	for class, n := range r.Reached {
		c["result "+class] += n
	}
}

// node counts one scheduled node.
func (c Coverage) node(p *Program, i int) {
	n := p.Net.Node(i)
	if n.Type.Precision == op.Wide && op.IsSource(n.Op) {
		switch n.Op.(type) {
		case op.Input:
			c["wide input"]++
		case op.Parameter, op.State:
			c["wide slot"]++
		}
	}
	c["op "+n.Op.Name()]++
	c[fmt.Sprintf("rank %d", n.Type.Shape.Rank())]++
	switch o := n.Op.(type) {
	case op.Leaf:
		c["leaf "+kindOf(o.Fill)]++
	case op.Input:
		if o.Default != nil {
			c["input with default"]++
		}
		if n.Type.Shape.Rank() == 0 {
			c["scalar"]++
		}
	}
}

// kindOf names what a leaf holds.
func kindOf(f initial.Fill) string {
	switch {
	case f.Kind == initial.Values:
		return "values"
	case f.Kind != initial.Const:
		return "stream"
	case f.Value != f.Value:
		return "NaN"
	case math.IsInf(f.Value, 0):
		return "inf"
	case f.Value == 0 && math.Signbit(f.Value):
		return "-0"
	}
	return "constant"
}

// entry counts what an entry declares.
func (c Coverage) entry(p *Program, code *plan.Code) {
	e, net := code.Plan.Entry, code.Plan.Net
	count := func(name string, yes bool) {
		if yes {
			c["entry: "+name]++
		}
	}
	count("observes", len(e.Observes()) > 0)
	count("assigns", len(e.Assigns()) > 0)
	count("assigns in place", len(code.InPlace) > 0)
	count("assigns by a copy", len(code.InPlace) < len(e.Assigns()))
	count("fast", e.IsFast())
	_, recomputes := e.Recomputes()
	count("recomputes", recomputes)
	count("computes nodes again", code.Plan.Recomputed() > 0)
	count("bucket of 1", e.Rows() == 1)
	count("bucket above 1", e.Rows() > 1)
	count("bucket with a copy", e.Rows() > 0 && slices.ContainsFunc(code.Steps, func(s *plan.Step) bool { return s.Relaid != nil }))
	for _, a := range e.Assigns() {
		count("assigns wide numbers", a.Slot.Type().Precision == op.Wide)
		count("assigns a root", slices.Contains(e.Readable(), a.Value.Index()))
		for _, b := range e.Assigns() {
			count("swaps slots", a.Slot != b.Slot && a.Slot == b.Value && a.Value == b.Slot)
		}
	}
	for _, i := range e.Readable() {
		n := net.Node(i)
		if n.Type.Precision == op.Wide {
			over := e.ElementName()
			if over == "" {
				over = p.Elem
			}
			count("reads wide numbers over "+over, true)
			count("bucket of wide numbers", e.Rows() > 0)
		}
		count("reads a source", op.IsSource(n.Op))
		count("reads a selection", n.Type.Kind == op.Selection)
		switch n.Op.(type) {
		case op.Permute, op.Reshape, op.Broadcast, op.BroadcastAlong:
			count("reads a view", true)
		}
	}
}

// step counts what one step of the compiled code is.
func (c Coverage) step(code *plan.Code, s *plan.Step) {
	if s.Group != nil {
		c.group(s.Group)
		return
	}
	if len(s.Nodes) == 0 {
		return
	}
	c["kernel "+s.Kernel]++
	n := code.Plan.Net.Node(s.Nodes[0])
	var in tensor.Shape
	if len(n.In) > 0 {
		in = code.Plan.Net.Node(n.In[0]).Type.Shape
	}
	switch o := n.Op.(type) {
	case op.MatMul:
		for _, a := range s.Args {
			if layout, ok := strings.CutPrefix(a.Text, "kernel."); ok {
				c["product "+layout]++
			}
		}
		if s.Relaid != nil {
			c["product of "+map[bool]string{true: "a column", false: "rows"}[s.Relaid.Args[1].Buffer.Place == plan.Relaid]+" by a copy"]++
		}
		k := in[len(in)-1]
		c["product "+map[bool]string{true: "k > 512", false: "k <= 512"}[k > 512]]++
		if k == 1 {
			c["product k = 1"]++
		}
		if s.Flops/max(1, in[:len(in)-2].Volume()) >= 1<<21 {
			c["product in bands"]++
		}
		if len(in) > 2 {
			c["product batched"]++
		}
	case op.Sum:
		c["Sum "+length(in.Volume())]++
	case op.SumAlong:
		c["SumAlong "+length(in[o.Axis])]++
		c.along(n.Op, in, o.Axis)
	case op.MaxAlong:
		c.along(n.Op, in, o.Axis)
	case op.ArgMax:
		c.along(n.Op, in, o.Axis)
	case op.Softmax:
		c.along(n.Op, in, o.Axis)
	case op.LogSoftmax:
		c.along(n.Op, in, o.Axis)
	case op.LogSumExp:
		c.along(n.Op, in, o.Axis)
	}
}

// along counts whether an axis is the last one, or has elements behind it.
func (c Coverage) along(o op.Op, shape tensor.Shape, axis int) {
	if shape[axis+1:].Volume() == 1 {
		c[o.Name()+" last axis"]++
	} else {
		c[o.Name()+" inner axis"]++
		if shape[axis] >= 64 && shape[axis+1:].Volume() >= 8 {
			c[o.Name()+" inner axis of 64 or more"]++
		}
	}
	if shape.Volume() > 16384 {
		c["rows in several calls"]++
	}
}

// length places a sum between the boundaries of the rule.
func length(n int) string {
	switch {
	case n <= 16:
		return "n <= 16"
	case n <= 4096:
		return "n <= 4096"
	}
	return "n > 4096"
}

// group counts a fused group: how much it computes, and how it reads.
func (c Coverage) group(g *loop.Group) {
	work := 0
	for _, i := range g.Body {
		switch i.Op {
		case loop.Read, loop.Canonical:
		case loop.Const:
			c["group reads a constant"]++
		default:
			work++
		}
	}
	switch {
	case work >= 8:
		c["group of 8 or more"]++
	case work >= 4:
		c["group of 4 to 7"]++
	case work >= 2:
		c["group of 2 to 3"]++
	case work == 1:
		c["group of 1"]++
	}
	shape := tensor.Shape(g.Space)
	for _, r := range g.Reads {
		c["group reads "+reading(shape, r.Strides)]++
	}
	if shape.Volume() > 16384 {
		c["group of more than 16384 lanes"]++
	}
	switch row := shape[len(shape)-1]; {
	case row < 8:
		c["group of less than 8 lanes in a row"]++
	case row%8 != 0:
		c["group with a tail"]++
	}
}

// reading names the pattern of strides.
func reading(shape tensor.Shape, strides []int) string {
	dense, repeated, last := true, false, -1
	for i, want := range shape.Strides() {
		if shape[i] > 1 {
			dense = dense && strides[i] == want
			repeated = repeated || strides[i] == 0
			last = strides[i]
		}
	}
	switch {
	case dense:
		return "dense"
	case repeated && last == 0:
		return "a repeated element"
	case repeated:
		return "a repeated line"
	}
	return "another order"
}
