package main

import (
	"fmt"
	"io"

	"github.com/topos-go/topos/examples/elements/dual"
	"github.com/topos-go/topos/examples/elements/interval"
	"github.com/topos-go/topos/examples/elements/loss"
	"github.com/topos-go/topos/examples/elements/slopes"
)

// compiled runs the packages that the command of the folder toposgen makes of the folder model: one that stores float64 and has entries of three
// elements, and one that stores dual numbers.
func compiled(out io.Writer) error {
	p := loss.InitParams()
	exact, err := loss.NewLoss().Run(p, loss.LossIn{})
	if err != nil {
		return err
	}
	within, err := loss.NewWithin().Run(p, loss.WithinIn{Input: []interval.Interval{interval.Of(1), {Low: 1.75, High: 2.25}}})
	if err != nil {
		return err
	}
	slope, err := loss.NewSlope().Run(p, loss.SlopeIn{Input: []dual.Number{{Value: 1, Slope: 1}, {Value: 2}}})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "compiled over f64   %v\n", exact.Loss)
	fmt.Fprintf(out, "compiled over dual  %v, and its derivative by the first input %v\n", slope.Loss.Value, slope.Loss.Slope)
	fmt.Fprintf(out, "compiled within     [%v, %v], where the second input lies between 1.75 and 2.25\n", within.Loss.Low, within.Loss.High)

	trained := slopes.InitParams()
	trained.Weights[0].Slope = 1
	if _, err := slopes.NewStep().Run(trained, slopes.StepIn{Rate: dual.Number{Value: 0.1}}); err != nil {
		return err
	}
	w := trained.Weights[0]
	fmt.Fprintf(out, "a compiled step takes the first weight to %v; were it larger before, it would be larger by %v of that\n", w.Value, w.Slope)
	return nil
}
