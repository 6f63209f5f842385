// Command elements reads one recording over several numbers: those of this module, a dual number that carries a derivative, and an interval that bounds
// what rounding did. The last two are packages beside this one, written with the public contract alone, and compiled like the others.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/elements/dual"
	"github.com/topos-go/topos/examples/elements/interval"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

func main() {
	if err := show(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// network is a recording with the values that the readings name.
type network struct {
	*dsl.Network
	weights, loss dsl.Value
}

// record names no element: each reading converts the numbers once. The last weight is what float32 makes of 0.4.
func record() (network, error) {
	var n network
	var err error
	n.Network, err = dsl.Record(func(t *dsl.Tape) {
		n.weights = t.Parameter("weights", dsl.Values(0.5, -0.25, 0.25, float64(float32(0.4))), 2, 2)
		input := t.Input("input", 1, 2).Default(dsl.Values(1, 2))
		n.loss = input.MatMul(n.weights).Tanh().Exp().Sum().Named("loss")
	})
	return n, err
}

// over runs a new recording over an element, and returns its text and the loss. seed changes the weights before.
func over[E, W any](a num.Arithmetic[E, W], seed func(weights []E)) (text string, loss E, err error) {
	n, err := record()
	if err != nil {
		return "", loss, err
	}
	m := interp.New(n.Network, a)
	p := m.Parameters()
	weights, err := p.Of(n.weights)
	if err != nil {
		return "", loss, err
	}
	seed(weights)
	run, err := m.Run(p)
	if err != nil {
		return "", loss, err
	}
	losses, err := run.Of(n.loss)
	if err != nil {
		return "", loss, err
	}
	return n.Text(), losses[0], nil
}

// asRecorded keeps the weights.
func asRecorded[E any]([]E) {}

func show(out io.Writer) error {
	text64, f64, err := over(num.F64{}, asRecorded)
	if err != nil {
		return err
	}
	text32, f32, err := over(num.F32{}, asRecorded)
	if err != nil {
		return err
	}
	text16, bf16, err := over(num.BF16{}, asRecorded)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "the spec over f64, f32, and bf16 is the same text: %v\n", text64 == text32 && text32 == text16)
	fmt.Fprintf(out, "loss over f64   %v\nloss over f32   %v\nloss over bf16  %v\n", f64, f32, bf16)

	_, f16, err := over(num.F16{}, asRecorded)
	if err != nil {
		return err
	}
	_, slope, err := over(dual.Arithmetic{}, func(weights []dual.Number) { weights[0].Slope = 1 })
	if err != nil {
		return err
	}
	_, bounds, err := over(interval.Arithmetic{}, asRecorded)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "loss over f16   %v\n", f16)
	fmt.Fprintf(out, "loss over dual  %v, and its derivative by the first weight %v\n", slope.Value, slope.Slope)
	fmt.Fprintf(out, "loss within     [%v, %v]\n", bounds.Low, bounds.High)
	return compiled(out)
}
