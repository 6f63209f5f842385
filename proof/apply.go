package proof

import (
	"fmt"
	"reflect"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/runtime/tensor"
)

// Apply records any op by the method of Value that is named after it: attributes follow the operands, lists are variadic. It is the zero Value where
// there is no such method, or the number of operands is not the op's.
func Apply(o op.Op, in ...dsl.Value) dsl.Value {
	if o == nil || len(in) == 0 {
		return dsl.Value{}
	}
	if c, variadic := o.(op.Concat); variadic {
		return dsl.Concat(c.Axis, in...)
	}
	v := reflect.ValueOf(o)
	method := reflect.ValueOf(in[0]).MethodByName(v.Type().Name())
	if !method.IsValid() {
		return dsl.Value{}
	}
	var args []reflect.Value
	for _, operand := range in[1:] {
		args = append(args, reflect.ValueOf(operand))
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if f := v.Field(i); f.Kind() == reflect.Slice {
			for k := range f.Len() {
				args = append(args, f.Index(k))
			}
		} else {
			args = append(args, f)
		}
	}
	if t := method.Type(); len(args) != t.NumIn() && !t.IsVariadic() {
		return dsl.Value{}
	}
	return method.Call(args)[0].Interface().(dsl.Value)
}

// apply records an op and puts the result into the pool. In a bucketed program it keeps out what mixes rows.
func (g *generator) apply(o op.Op, in ...dsl.Value) dsl.Value {
	v := g.wanted(Apply(o, in...))
	g.spent += cost(o, in, v)
	if g.rows > 0 {
		rows, apart := g.follow(o, in, v)
		if !apart {
			return v
		}
		g.row[v] = rows
	}
	g.admit(v)
	return v
}

// wanted is a value that a call must have recorded: the generator asks only for what fits.
func (g *generator) wanted(v dsl.Value) dsl.Value {
	if v.Index() < 0 {
		panic(fmt.Sprintf("a call was refused: %v", g.t.Err()))
	}
	return v
}

// admit puts a value into the pool of its kind; numbers of another precision than the pool's stay outside.
func (g *generator) admit(v dsl.Value) {
	switch v.Type().Kind {
	case op.Number:
		if v.Type().Precision == g.precision {
			g.numbers = append(g.numbers, v)
		}
	case op.Selection:
		g.selections = append(g.selections, v)
	}
}

// follow says where the rows of a bucket are in a result, or that the op mixes them.
func (g *generator) follow(o op.Op, in []dsl.Value, v dsl.Value) (rows.Rows, bool) {
	operands, types := make([]rows.Rows, len(in)), make([]op.Type, len(in))
	for i, operand := range in {
		r, known := g.row[operand]
		if !known {
			return r, false
		}
		operands[i], types[i] = r, operand.Type()
	}
	switch o.(type) {
	case op.Sum, op.SumAlong, op.LogSumExp, op.Softmax, op.LogSoftmax, op.CumSum, op.Fold, op.Scatter, op.MatMul:
		// The total of a constant tells the number of rows, which is another one in each bucket.
		for i, t := range types {
			if operands[i].Axis < 0 && holds(t.Shape, g.rows) {
				return rows.Free(0), false
			}
		}
	}
	return rows.Through(o, operands, types, v.Type())
}

// cost counts the elements that a result has and the multiply-adds of a product.
func cost(o op.Op, in []dsl.Value, v dsl.Value) int {
	c := v.Shape().Volume()
	for _, operand := range in {
		c = max(c, operand.Shape().Volume())
	}
	if _, product := o.(op.MatMul); product {
		a := in[0].Shape()
		c = 2 * v.Shape().Volume() * a[len(a)-1]
	}
	return c
}

// holds reports whether an extent is among a shape's.
func holds(shape tensor.Shape, extent int) bool {
	for _, e := range shape {
		if e == extent {
			return true
		}
	}
	return false
}
