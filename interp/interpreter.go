// Package interp is the oracle: it runs a network node by node, in small loops over any element. Its bits are the truth that every compiled form is
// held to, so nothing here is shared with compiled code but the scalar functions of package num. docs/numerics.md states the rules.
//
//	m := interp.New(net, num.F32{})
//	p := m.Parameters()
//	run, err := m.Run(p, interp.Feeds[float32]{x: pixels}, interp.Labels{y: digits})
//	p, err = p.Step(run.Backward(loss), func(w, g float32) float32 { return w - 0.1*g })
package interp

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/runtime/num"
)

// Interpreter runs one network over one element. It holds no state of a run: goroutines may share it while each has parameters of its own.
type Interpreter[E, W any] struct {
	// Trace, where it is set, sees each value and each contribution to a cotangent as it is computed. Set it before a run.
	Trace Trace

	net *dsl.Network
	a   num.Arithmetic[E, W]
}

// New makes an interpreter of the network over the arithmetic's element. An element that lacks some of num.Functions runs whatever does not need them.
func New[E, W any](net *dsl.Network, a num.Arithmetic[E, W]) *Interpreter[E, W] {
	return &Interpreter[E, W]{net: net, a: a}
}

// ready wants an interpreter that New made of something.
func (m *Interpreter[E, W]) ready(call string) error {
	if m == nil || m.net == nil || m.a == nil {
		return refuse(nil, -1, call, "make it by interp.New, of a network that was recorded without an error", "the interpreter has no network or no arithmetic")
	}
	return nil
}

// refuse is an error: what is wrong, and the fix; about a node, with its recording line, or about none where node is negative.
func refuse(net *dsl.Network, node int, call, fix, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if node < 0 {
		return fmt.Errorf("%s: %s\n\tfix: %s", call, text, fix)
	}
	return &dsl.Error{Source: net.Node(node).Source, Call: call, Text: text, Fix: fix}
}

// owned is the node that the value names, or an error.
func owned(net *dsl.Network, call string, v dsl.Value) (int, error) {
	if !net.Owns(v) {
		return 0, refuse(nil, -1, call, "use a value that was recorded on its tape", "the value belongs to no node of this network")
	}
	return v.Index(), nil
}
