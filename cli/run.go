package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/load"
	"github.com/topos-go/topos/runtime/num"
)

type runVerb struct {
	Entry    string   `placeholder:"ENTRY" help:"The entry; needed where there are several."`
	Params   []string `placeholder:"FILE" sep:"none" help:"A safetensors file of the parameters and states that the entry reads; their recorded initial values where none is given. May be repeated: each of them in one of the files."`
	Feed     []string `placeholder:"x=FILE|x=1,2" sep:"none" help:"What an input holds: numbers, a .json file of nested lists, or another file of raw little-endian elements (labels: int32). May be repeated."`
	Trace    bool     `help:"Print each value as it is computed."`
	FirstNan bool     `help:"Name the first node that makes a NaN or an infinity of finite operands."`
	element
	recording
}

// Run runs an entry once.
func (v runVerb) Run(p *program) error {
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	e, err := entry(r.Network, v.Entry)
	if err != nil {
		return err
	}
	stored := v.stored(p)
	chosen, err := p.elements().Choose(e, stored)
	if err != nil {
		return p.located(r, err)
	}
	slots := p.interpreter(stored).slots(r.Network)
	if err := readParameters(p, slots, usedSlots(r.Network, e), v.Params); err != nil {
		return err
	}
	return p.interpreter(chosen).run(p, v, r, e, slots)
}

// usedSlots names the parameters and states that an entry reads.
func usedSlots(net *dsl.Network, e *dsl.Entry) map[string]bool {
	used := map[string]bool{}
	slots := net.Slots()
	for _, i := range plan.New(net, e).Nodes {
		if slices.Contains(slots, i) {
			used[net.Node(i).Name] = true
		}
	}
	return used
}

// over reads entries over the arithmetic's element.
type over[E, W any] struct{ a num.Arithmetic[E, W] }

// slots makes the recorded initial values.
func (o over[E, W]) slots(net *dsl.Network) interp.Slots { return interp.New(net, o.a).Parameters() }

// run runs an entry on slots that are stored in any element.
func (o over[E, W]) run(p *program, v runVerb, r *load.Recording, e *dsl.Entry, slots interp.Slots) error {
	net, a := r.Network, o.a
	m := interp.New(net, a)
	parameters, same := slots.(*interp.Parameters[E, W])
	if !same {
		var err error
		if parameters, err = m.Convert(slots); err != nil {
			return err
		}
	}
	fed, err := parseFeeds(p, net, e, a.Name(), a.Wide().Name(), v.Feed)
	if err != nil {
		return err
	}
	numbers, wides, labels := interp.Feeds[E]{}, interp.Feeds[W]{}, interp.Labels{}
	for node, list := range fed {
		switch t, value := net.Node(node).Type, net.Value(node); {
		case t.Kind == op.Selection:
			labels[value] = convert(list, func(x float64) int32 { return int32(x) })
		case t.Precision == op.Wide:
			wides[value] = convert(list, a.Wide().FromFloat64)
		default:
			numbers[value] = convert(list, a.FromFloat64)
		}
	}
	listenNonFinite, nonFinite := firstNonFinite(net)
	m.Trace = func(event interp.Event) {
		if v.Trace {
			p.printf("%s\n", traceLine(net, event, a.Name()))
		}
		if v.FirstNan {
			listenNonFinite(event)
		}
	}
	run, err := m.RunEntry(e, parameters, numbers, wides, labels)
	if err != nil {
		return p.located(r, err)
	}
	if v.FirstNan {
		printNonFinite(p, r, nonFinite)
	}
	for _, i := range e.Readable() {
		value := net.Value(i)
		if value.Type().Kind == op.Selection {
			classes, err := run.Selected(value)
			if err != nil {
				return err
			}
			p.printf("%s\n", valueLine(net, i, convert(classes, func(c int32) float64 { return float64(c) }), a.Name()))
			continue
		}
		line, err := o.line(net, value, run.Field())
		if err != nil {
			return err
		}
		p.printf("%s\n", line)
	}
	for _, assign := range e.Assigns() {
		line, err := o.line(net, assign.Slot, parameters)
		if err != nil {
			return err
		}
		p.printf("%s, assigned\n", line)
	}
	return nil
}

// line prints the numbers that a field holds of a value.
func (o over[E, W]) line(net *dsl.Network, v dsl.Value, f *interp.Field[E, W]) (string, error) {
	if v.Type().Precision == op.Wide {
		list, err := f.Wide(v)
		return valueLine(net, v.Index(), convert(list, o.a.Wide().Float64), o.a.Wide().Name()), err
	}
	list, err := f.Of(v)
	return valueLine(net, v.Index(), convert(list, o.a.Float64), o.a.Name()), err
}

// traceLine is a line of the tape, followed by what the node holds.
func traceLine(net *dsl.Network, e interp.Event, elem string) string {
	return strings.TrimRight(net.Node(e.Node).Line(e.Node), " ") + "  " + summary(e.Values, elem)
}

// printNonFinite says where the first NaN or infinity came from.
func printNonFinite(p *program, r *load.Recording, found func() (int, bool)) {
	i, ok := found()
	if !ok {
		p.printf("every computed value is finite\n")
		return
	}
	n := r.Network.Node(i)
	operands := make([]string, len(n.In))
	for k, in := range n.In {
		operands[k] = r.Network.Label(in)
	}
	text := n.Op.Name()
	if len(operands) > 0 {
		text += " of " + strings.Join(operands, ", ")
	}
	p.printf("first NaN or infinity: %s, %s, at %s\n", nodeName(r.Network, i), text, p.position(r, n.Source.At))
}

// nodeName is the number of a node, and its name where it has one.
func nodeName(net *dsl.Network, i int) string {
	if name := net.Node(i).Name; name != "" {
		return fmt.Sprintf("node %d %s", i, name)
	}
	return fmt.Sprintf("node %d", i)
}

// convert maps a list.
func convert[A, B any](list []A, f func(A) B) []B {
	mapped := make([]B, len(list))
	for i, x := range list {
		mapped[i] = f(x)
	}
	return mapped
}
