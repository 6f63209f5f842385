package interp

import (
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Trace is told of each event, in order.
type Trace func(Event)

// Kind says what an event shows.
type Kind uint8

// The kinds of event.
const (
	Value        Kind = iota // what a node holds
	Contribution             // what a derivative rule adds to the cotangent of a node
)

// Event is one list of numbers that came about.
type Event struct {
	Kind   Kind
	Node   int       // whose value, or whose cotangent
	From   int       // the node whose rule contributed; -1 for a value
	Values []float64 // row-major; the class indices of a selection; 1 and 0 for a mask
}

// trace tells of an event where someone listens.
func (m *Interpreter[E, W]) trace(e Event, v value) {
	if m.Trace != nil {
		e.Values = float64s(m.a, v)
		m.Trace(e)
	}
}

// FirstNonFinite finds, while it listens to one run, the first node that holds a NaN or an infinity while none of its operands does. Leaves are passed
// over: what they hold was recorded on purpose.
func FirstNonFinite(net *dsl.Network) (listen Trace, found func() (node int, ok bool)) {
	node := -1
	tainted := make([]bool, net.Len())
	listen = func(e Event) {
		if e.Kind != Value {
			return
		}
		for _, x := range e.Values {
			tainted[e.Node] = tainted[e.Node] || math.IsNaN(x) || math.IsInf(x, 0)
		}
		_, leaf := net.Node(e.Node).Op.(op.Leaf)
		fresh := tainted[e.Node] && !leaf
		for _, operand := range net.Node(e.Node).In {
			fresh = fresh && !tainted[operand]
		}
		if fresh && node < 0 {
			node = e.Node
		}
	}
	return listen, func() (int, bool) { return node, node >= 0 }
}
