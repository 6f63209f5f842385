package proof

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
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

func gradientsEqual[E, W any](p *Program, a num.Arithmetic[E, W], list []derivative, r draw.Round) error {
	x, err := newData(p, a, r)
	if err != nil {
		return err
	}
	run, err := x.m.Run(x.slots, x.feeds, x.labels)
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
				if math.Float64bits(a.Float64(got[i])) != math.Float64bits(a.Float64(want[i])) {
					return fmt.Errorf("the gradient of node %d by node %d differs at [%d]: recorded %v, computed %v", d.target, wrt, i, got[i], want[i])
				}
			}
		}
	}
	return nil
}
