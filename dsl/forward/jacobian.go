package forward

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Jacobian records the derivative of each element of an output by each element of a value, in the shape of the output followed by that of the value.
// It is a column per element of the value, by Jvp, or a row per element of the output, by Vjp, whichever are fewer.
func Jacobian(t *dsl.Tape, output, by dsl.Value) dsl.Value {
	if t == nil {
		return missing("Jacobian", output, by)
	}
	if !numbers(t, "Jacobian", output, by) {
		return t.Value(-1)
	}
	shape := slices.Concat(output.Shape(), by.Shape())
	rows, columns := output.Shape().Volume(), by.Shape().Volume()
	if columns <= rows {
		list := make([]dsl.Value, columns)
		for i := range list {
			list[i] = Jvp(t, []dsl.Value{output}, []Tangent{{by, unit(t, by, i)}})[0]
		}
		return dsl.Stack(output.Shape().Rank(), list...).Reshape(shape...)
	}
	list := make([]dsl.Value, rows)
	for i := range list {
		list[i] = t.Vjp(output, unit(t, output, i), by).Of(by)
	}
	return dsl.Stack(0, list...).Reshape(shape...)
}

// unit records the direction of one element, in the type of a value.
func unit(t *dsl.Tape, like dsl.Value, i int) dsl.Value {
	shape := like.Shape()
	list := make([]float64, shape.Volume())
	list[i] = 1
	direction := t.Leaf(dsl.Values(list...), shape...)
	if like.Type().Precision == op.Wide {
		direction = direction.Widen()
	}
	return direction
}
