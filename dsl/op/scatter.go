package op

import "github.com/topos-go/topos/runtime/tensor"

// Scatter adds rows into a table of zeros: rows [lead.., rest..], selection [lead.., classes], result [classes, rest..].
// Rows that meet are added in increasing order. Gradient: the rows of g that were selected.
type Scatter struct{ arity2 }

func (Scatter) infer(in []Type) (Type, *Fault) {
	if f := selecting(in); f != nil {
		return Type{}, f
	}
	lead := in[1].Shape[:in[1].Shape.Rank()-1]
	rows := in[0].Shape
	if rows.Rank() < lead.Rank() || !rows[:lead.Rank()].Equal(lead) {
		return Type{}, fault("select once per row of {0.name}", "the selection {1} does not fit {0}: its leading axes must begin the shape")
	}
	return in[0].shaped(append(tensor.Shape{in[1].Classes()}, rows[lead.Rank():]...)), nil
}

func (Scatter) Gradient(r Rules, n Node, g Ref) []Ref { return []Ref{r.Gather(g, n.In[1]), None} }
