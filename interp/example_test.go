package interp_test

import (
	"fmt"
	"log"
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// A hundred steps toward y = 2x. The network never changes; the caller's table does.
func ExampleInterpreter() {
	var w, x, y, loss dsl.Value
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x, y = t.Parameter("w", dsl.Const(0)), t.Input("x"), t.Input("y")
		e := w.Mul(x).Sub(y)
		loss = e.Mul(e)
	})
	if err != nil {
		log.Fatal(err)
	}
	m := interp.New(net, num.F64{})
	p := m.Parameters()
	samples := []struct{ x, y float64 }{{1, 2}, {2, 4}, {3, 6}}
	for i := range 100 {
		s := samples[i%3]
		run, err := m.Run(p, interp.Feeds[float64]{x: {s.x}, y: {s.y}})
		if err != nil {
			log.Fatal(err)
		}
		p, err = p.Step(run.Backward(loss), func(w, g float64) float64 { return w - 0.02*g })
		if err != nil {
			log.Fatal(err)
		}
	}
	final, err := p.Of(w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(math.Abs(final[0]-2) < 1e-6)
	// Output: true
}
