package forward_test

import (
	"fmt"
	"log"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// read runs a recording over float64 and lists one of its values.
func read(net *dsl.Network, v dsl.Value) []float64 {
	m := interp.New(net, num.F64{})
	run, err := m.Run(m.Parameters())
	if err != nil {
		log.Fatal(err)
	}
	list, err := run.Of(v)
	if err != nil {
		log.Fatal(err)
	}
	return list
}

// The sum of x³ moves by 3x² along each element's direction.
func ExampleJvp() {
	var slope dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		x := t.Parameter("x", dsl.Values(0.5, -0.25, 1.5), 3)
		direction := t.Leaf(dsl.Values(0.25, 1, -0.5), 3)
		sum := x.Mul(x).Mul(x).Sum()
		slope = forward.Jvp(t, []dsl.Value{sum}, []forward.Tangent{{Of: x, Along: direction}})[0]
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read(net, slope))
	// Output: [-3]
}

// The Hessian of the sum of x³ is 6x on its diagonal.
func ExampleHvp() {
	var product dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		x := t.Parameter("x", dsl.Values(0.5, -0.25, 1.5), 3)
		direction := t.Leaf(dsl.Values(0.25, 1, -0.5), 3)
		product = forward.Hvp(t, x.Mul(x).Mul(x).Sum(), []forward.Tangent{{Of: x, Along: direction}})[0]
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read(net, product))
	// Output: [0.75 -1.5 -4.5]
}

// Each row of a Jacobian belongs to an element of the output, each column to an element of the value.
func ExampleJacobian() {
	var jacobian dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		x := t.Parameter("x", dsl.Values(3, 5), 2)
		first, second := x.Slice(0, 0, 1), x.Slice(0, 1, 2)
		output := dsl.Concat(0, first.Mul(second), first.Add(second), second.Mul(second))
		jacobian = forward.Jacobian(t, output, x)
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(jacobian.Shape(), read(net, jacobian))
	// Output: [3, 2] [5 3 1 1 0 10]
}

// A run's own rules compute tangents at once, with nothing recorded; the reverse scan over pairs differentiates the gradient.
func ExampleAlong() {
	var x, loss dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		x = t.Parameter("x", dsl.Values(0.5, -0.25, 1.5), 3)
		loss = x.Mul(x).Mul(x).Sum()
	})
	if err != nil {
		log.Fatal(err)
	}
	m := interp.New(net, num.F64{})
	run, err := m.Run(m.Parameters())
	if err != nil {
		log.Fatal(err)
	}
	rules := run.Rules()
	direction := rules.Hold([]float64{0.25, 1, -0.5}, x.Ref())
	pairs := forward.Along(rules, net.Graph(), map[op.Ref]op.Ref{x.Ref(): direction})
	fmt.Println(rules.Values(pairs.Tangent(loss.Ref())))

	gradients := op.Reverse(pairs, net.Graph(), loss.Ref(), pairs.Fill(1, loss.Ref()), func(op.Ref, op.Ref, op.Ref) {})
	fmt.Println(rules.Values(pairs.Tangent(gradients[x.Ref()])))
	// Output:
	// [-3] <nil>
	// [0.75 -1.5 -4.5] <nil>
}
