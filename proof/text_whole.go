package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/tape"
)

// A whole text keeps what Differentiate and Vjp recorded as one line of its own, which reads the target and the seed, and a line for each gradient,
// which reads that line and what it is by. Edits meet them as nodes like others; the nodes of the derivative are recorded anew when the text is read.
const (
	derivativeOp = "derivative"
	gradientOp   = "gradient"
	derivedType  = "derivative[]" // of no other node
)

// whole is the text of a network with its derivatives and what its entries recompute. It fails where something else than a gradient of a derivative
// is read.
func whole(net *dsl.Network) (*text, error) {
	plain, err := parse(net.Text())
	if err != nil {
		return nil, err
	}
	c, err := tape.Read("whole.tape", strings.NewReader(net.Text()))
	if err != nil {
		return nil, err
	}
	x := &text{}
	at := make([]int, len(plain.nodes)) // where a node is now, or -1
	place := func(list []int) []int {
		out := slices.Clone(list)
		for k, i := range list {
			if out[k] = at[i]; at[i] < 0 {
				err = fmt.Errorf("node %d of a derivative is read", i)
			}
		}
		return out
	}
	rest := c.Derivatives
	for i := 0; ; i++ {
		for len(rest) > 0 && rest[0].First == i {
			d := rest[0]
			rest = rest[1:]
			from := []int{d.Target}
			if d.Seed >= 0 {
				from = append(from, d.Seed)
			}
			made := len(x.nodes)
			x.nodes = append(x.nodes, nodeLine{op: derivativeOp, in: place(from), words: []string{"type=" + derivedType}, pinned: true})
			for k := range d.Count {
				at[i+k] = -1
			}
			for k, wrt := range d.Wrt {
				g := nodeLine{op: gradientOp, in: append([]int{made}, place([]int{wrt})...), words: []string{"type=" + plain.nodes[wrt].word("type")}, pinned: true}
				if inside := d.Gradients[k] >= i && d.Gradients[k] < i+d.Count; inside {
					at[d.Gradients[k]] = len(x.nodes)
					if name := plain.nodes[d.Gradients[k]].word("name"); name != "" {
						g.set("name", name)
					}
				}
				x.nodes = append(x.nodes, g)
			}
			i += d.Count
		}
		if i >= len(plain.nodes) {
			break
		}
		n := plain.nodes[i]
		n.in = place(n.in)
		at[i] = len(x.nodes)
		x.nodes = append(x.nodes, n)
	}
	for k, e := range plain.entries {
		e.roots, e.observes, e.assignSlots, e.assignVal = place(e.roots), place(e.observes), place(e.assignSlots), place(e.assignVal)
		e.recomputes = c.Entries[k].Recompute
		for _, b := range c.Entries[k].Boundaries {
			if at[b] >= 0 {
				e.boundaries = append(e.boundaries, at[b])
			}
		}
		x.entries = append(x.entries, e)
	}
	return x, err
}

// keeps reports whether the text says more than the one of its nodes alone.
func (x *text) keeps() bool {
	return slices.ContainsFunc(x.nodes, func(n nodeLine) bool { return n.op == derivativeOp }) ||
		slices.ContainsFunc(x.entries, func(e entryLine) bool { return e.recomputes })
}

// recorded is the text with the nodes of its derivatives, which the tape records.
func (x *text) recorded() (*text, error) {
	made := &text{}
	at := make([]int, len(x.nodes))
	place := func(list []int) []int {
		out := slices.Clone(list)
		for k, i := range list {
			out[k] = at[i]
		}
		return out
	}
	for i, n := range x.nodes {
		switch n.op {
		case derivativeOp:
			var gradients []int
			for k := range x.nodes {
				if x.nodes[k].op == gradientOp && x.nodes[k].in[0] == i {
					gradients = append(gradients, k)
				}
			}
			if err := made.differentiate(x, n, gradients, at); err != nil {
				return nil, err
			}
		case gradientOp:
			if n.in[0] >= i || x.nodes[n.in[0]].op != derivativeOp {
				return nil, fmt.Errorf("node %d is a gradient of no derivative", i)
			}
			if name, g := n.word("name"), &made.nodes[at[i]]; name != "" && g.word("name") == "" {
				g.set("name", name)
			}
		default:
			n.in, n.words = place(n.in), slices.Clone(n.words)
			if slices.ContainsFunc(x.nodes[i].in, func(k int) bool { return x.nodes[k].op == derivativeOp }) {
				return nil, fmt.Errorf("node %d reads a derivative", i)
			}
			at[i] = len(made.nodes)
			made.nodes = append(made.nodes, n)
		}
	}
	for _, e := range x.entries {
		e.roots, e.observes, e.assignSlots, e.assignVal = place(e.roots), place(e.observes), place(e.assignSlots), place(e.assignVal)
		e.boundaries = place(e.boundaries)
		made.entries = append(made.entries, e)
	}
	return made, nil
}

// differentiate lets a tape record a derivative behind the nodes so far, and notes where the gradients are.
func (made *text) differentiate(x *text, d nodeLine, gradients, at []int) error {
	if len(gradients) == 0 {
		return errors.New("a derivative by nothing")
	}
	before, err := made.network()
	if err != nil {
		return err
	}
	var list []dsl.Value
	after, err := dsl.Reopen(before, func(t *dsl.Tape) {
		wrt := make([]dsl.Value, len(gradients))
		for k, g := range gradients {
			wrt[k] = before.Value(at[x.nodes[g].in[1]])
		}
		target := before.Value(at[d.in[0]])
		if len(d.in) > 1 {
			list = t.Vjp(target, before.Value(at[d.in[1]]), wrt...).Gradients()
		} else {
			list = t.Differentiate(target, wrt...).Gradients()
		}
	})
	if err != nil {
		return err
	}
	plain, err := parse(after.Text())
	if err != nil {
		return err
	}
	made.nodes, made.derivatives = plain.nodes, nil
	for line := range strings.Lines(after.Text()) {
		if strings.HasPrefix(line, "differentiate ") {
			made.derivatives = append(made.derivatives, line)
		}
	}
	for k, g := range gradients {
		at[g] = list[k].Index()
	}
	return nil
}
