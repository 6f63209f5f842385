// Command line learns y = 2x from three samples: the six-line program, with a chart of its error.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/card"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

func main() {
	if err := learn(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// learn takes a hundred steps and draws the squared error of each.
func learn(out io.Writer) error {
	var w, x, y, loss dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x, y = t.Parameter("w", dsl.Const(0)), t.Input("x"), t.Input("y")
		e := w.Mul(x).Sub(y)
		loss = e.Mul(e).Named("loss")
	})
	if err != nil {
		return err
	}
	m := interp.New(net, num.F64{})
	p := m.Parameters()
	samples := []struct{ x, y float64 }{{1, 2}, {2, 4}, {3, 6}}
	var errors []float64
	for i := range 100 {
		s := samples[i%3]
		run, err := m.Run(p, interp.Feeds[float64]{x: {s.x}, y: {s.y}})
		if err != nil {
			return err
		}
		squared, err := run.Of(loss)
		if err != nil {
			return err
		}
		errors = append(errors, squared[0])
		if p, err = p.Step(run.Backward(loss), func(w, g float64) float64 { return w - 0.02*g }); err != nil {
			return err
		}
	}
	learned, err := p.Of(w)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "a hundred steps toward y = 2x: w = %.5f\n\n", learned[0])
	fmt.Fprint(out, card.Logarithmic("squared error, decimal logarithm", errors))
	return nil
}
