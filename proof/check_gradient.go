package proof

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// derivative is what a Differentiate recorded.
type derivative struct {
	target         int
	wrt, gradients []int
}

// derivatives reads them from the text, which is where a network tells them.
func derivatives(net *dsl.Network) []derivative {
	var list []derivative
	for line := range strings.Lines(net.Text()) {
		words := strings.Fields(line)
		if words[0] != "differentiate" {
			continue
		}
		var d derivative
		for _, w := range words[1:] {
			key, value, _ := strings.Cut(w, "=")
			switch key {
			case "target":
				d.target, _ = strconv.Atoi(value)
			case "wrt":
				d.wrt = numbers(value)
			case "gradients":
				d.gradients = numbers(value)
			}
		}
		list = append(list, d)
	}
	return list
}

// checkGradients wants the bits of interp's Backward in every recorded gradient.
func checkGradients(p *Program, _ Options) error {
	list := derivatives(p.Net)
	if len(list) == 0 {
		return nil
	}
	for _, r := range draw.Rounds {
		var err error
		if p.Elem == "f64" {
			err = gradientsEqual(p, num.F64{}, list, r)
		} else {
			err = gradientsEqual(p, num.F32{}, list, r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
	}
	return nil
}

func gradientsEqual[E draw.Float, W any](p *Program, a num.Arithmetic[E, W], list []derivative, r draw.Round) error {
	m := interp.New(p.Net, a)
	slots, feeds, labels := m.Parameters(), interp.Feeds[E]{}, interp.Labels{}
	for i := range p.Net.Len() {
		n, v := p.Net.Node(i), p.Net.Value(i)
		d := draw.New(p.Seed, r, n.Name)
		switch n.Op.(type) {
		case op.Input:
			feeds[v] = draw.Numbers[E](d, n.Type.Shape.Volume())
		case op.Labels:
			labels[v] = draw.Labels(d, n.Type.Positions(), n.Type.Classes())
		case op.Parameter, op.State:
			values, err := slots.Of(v)
			if err != nil {
				return err
			}
			draw.Fill(d, values)
		}
	}
	run, err := m.Run(slots, feeds, labels)
	if err != nil {
		return err
	}
	for _, d := range list {
		computed := run.Backward(p.Net.Value(d.target))
		for k, wrt := range d.wrt {
			want, err := computed.Of(p.Net.Value(wrt))
			if err != nil {
				return err
			}
			got, err := run.Of(p.Net.Value(d.gradients[k]))
			if err != nil {
				return err
			}
			for i := range want {
				if math.Float64bits(float64(got[i])) != math.Float64bits(float64(want[i])) {
					return fmt.Errorf("the gradient of node %d by node %d differs at [%d]: recorded %v, computed %v", d.target, wrt, i, got[i], want[i])
				}
			}
		}
	}
	return nil
}
