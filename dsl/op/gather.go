package op

import "github.com/topos-go/topos/runtime/tensor"

// Gather takes rows of a table: table [classes, rest..], selection [lead.., classes], result [lead.., rest..].
// Gradient: g scattered to the rows.
type Gather struct{ arity2 }

func (Gather) infer(in []Type) (Type, *Fault) {
	if f := selecting(in); f != nil {
		return Type{}, f
	}
	table := in[0].Shape
	if table.Rank() < 1 {
		return Type{}, fault("give the table a first axis", "a scalar has no rows to gather: {0}")
	}
	if in[1].Classes() != table[0] {
		return Type{}, fault("make both the same", "the table has %d rows ({0}, axis 0) but the selection %d classes ({1})", table[0], in[1].Classes())
	}
	return in[0].shaped(append(append(tensor.Shape{}, in[1].Shape[:in[1].Shape.Rank()-1]...), table[1:]...)), nil
}

func (Gather) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Scatter(g, n.In[1]), None} }
