package interp

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
