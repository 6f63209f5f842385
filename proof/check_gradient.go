package proof

import (
	"fmt"
	"math"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// derivatives reads from the text, which is where a network tells them, what Differentiate and Vjp recorded.
func derivatives(net *dsl.Network) ([]tape.Derivative, error) {
	c, err := tape.Read("printed.tape", strings.NewReader(net.Text()))
	return c.Derivatives, err
}

// checkGradients wants in every recorded gradient the bits that interp computes by the same rules: by Backward, and from the seed where there is one.
func checkGradients(p *Program, _ Options) error {
	list, err := derivatives(p.Net)
	if len(list) == 0 || err != nil {
		return err
	}
	for _, r := range draw.Rounds {
		switch p.Elem {
		case "f32":
			err = gradientsEqual(p, num.F32{}, list, r)
		case "f64":
			err = gradientsEqual(p, num.F64{}, list, r)
		case "bf16":
			err = gradientsEqual(p, num.BF16{}, list, r)
		case "f16":
			err = gradientsEqual(p, num.F16{}, list, r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
	}
	return nil
}

func gradientsEqual[E, W any](p *Program, a num.Arithmetic[E, W], list []tape.Derivative, r draw.Round) error {
	x, err := newData(p, a, r)
	if err != nil {
		return err
	}
	run, err := x.run()
	if err != nil {
		return err
	}
	for _, d := range list {
		computed, err := gradients(p.Net, run, a, d)
		if err != nil {
			return err
		}
		for k, wrt := range d.Wrt {
			got, err := exact(run.Field(), p.Net.Value(d.Gradients[k]), a)
			if err != nil {
				return err
			}
			for i, want := range computed[k] {
				if math.Float64bits(got[i]) != math.Float64bits(want) {
					return fmt.Errorf("the gradient of node %d by node %d differs at [%d]: recorded %v, computed %v", d.Target, wrt, i, got[i], want)
				}
			}
		}
	}
	return nil
}

// gradients computes what a derivative recorded.
func gradients[E, W any](net *dsl.Network, run *interp.Run[E, W], a num.Arithmetic[E, W], d tape.Derivative) ([][]float64, error) {
	var lists [][]float64
	if d.Seed < 0 {
		computed := run.Backward(net.Value(d.Target))
		for _, wrt := range d.Wrt {
			list, err := exact(computed, net.Value(wrt), a)
			if err != nil {
				return nil, err
			}
			lists = append(lists, list)
		}
		return lists, nil
	}
	r := run.Rules()
	cotangents := op.Reverse(r, net.Graph(), op.Ref(d.Target), op.Ref(d.Seed), nil)
	for _, wrt := range d.Wrt {
		g := op.None
		if wrt < len(cotangents) {
			g = cotangents[wrt]
		}
		if g == op.None {
			g = r.Fill(0, op.Ref(wrt))
		}
		list, err := refs(r, g, a)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// refs lists the numbers of a ref, of either precision.
func refs[E, W any](r *interp.Rules[E, W], g op.Ref, a num.Arithmetic[E, W]) ([]float64, error) {
	if r.Type(g).Precision == op.Wide {
		list, err := r.Wide(g)
		return floats(list, a.Wide().Float64), err
	}
	list, err := r.Values(g)
	return floats(list, a.Float64), err
}
