package plan

import (
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
)

// Number is what the entry computes with.
type Number struct {
	Elem       loop.Elem
	Size, Wide int  // of elements without operators: the bytes of an element and of its accumulator
	Converts   bool // slots hold another element: each that is read is converted into the arena first
}

// Arguments of kernels of elements without operators that name an arithmetic.
const (
	ElementArithmetic = "element"
	WideArithmetic    = "accumulator"
)

// kind is what the buffer of a node holds. Elements with operators keep masks as 1 and 0, and their accumulators are the element.
func (l *lowering) kind(i int) loop.Kind {
	switch t := l.net.Node(i).Type; {
	case l.to.Elem.HasOperators():
		return loop.Number
	case t.Kind == op.Mask:
		return loop.Truth
	case t.Precision == op.Wide:
		return loop.Wide
	}
	return loop.Number
}

// arithmetic is the last argument of a kernel that computes with the numbers of a node: nothing where elements have operators.
func (l *lowering) arithmetic(i int) []any {
	switch {
	case l.to.Elem.HasOperators():
		return nil
	case l.kind(i) == loop.Wide:
		return []any{WideArithmetic}
	}
	return []any{ElementArithmetic}
}

// convert puts a step before the first that reads a slot of another element.
func (l *lowering) convert() {
	if !l.to.Converts {
		return
	}
	var steps []*Step
	done := map[*Buffer]bool{}
	for _, s := range l.steps {
		for _, a := range s.Args {
			if b := a.Buffer; b != nil && b.Converted && !done[b] {
				done[b] = true
				steps = append(steps, l.call("Convert", nil, b, &Buffer{Place: Slot, Kind: b.Kind, Node: b.Node, Size: b.Size}))
			}
		}
		steps = append(steps, s)
	}
	l.steps = steps
}
