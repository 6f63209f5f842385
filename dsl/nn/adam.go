package nn

import "github.com/topos-go/topos/dsl"

// Adam steps along the mean of the gradients over the root of their mean square (Kingma and Ba, 2015). Zero settings mean the paper's.
// Its states are of the network's element. bf16 and f16 cannot hold them: 0.999 rounds to 1, and 1e-8 to 0 or its square does. Train over f32 or f64 and
// serve an entry of a narrow element.
type Adam struct {
	Rate    dsl.Value // scalar
	Beta1   float64   // 0.9
	Beta2   float64   // 0.999
	Epsilon float64   // 1e-8
	Decay   float64   // 0; shrinks the parameters by rate times decay beside the step: AdamW (Loshchilov and Hutter, 2019), who take 0.01
	Path    string    // of its states; "adam" where empty, so a second one on a tape needs a path
}

// Update implements dsl.Optimiser. The moments and the powers of both betas are states under the path.
func (o Adam) Update(e *dsl.Entry, gradients dsl.Adjoints) {
	if !rated(e, o.Rate, "Adam", gradients) {
		return
	}
	t := gradients.Target().Tape()
	root := o.Path
	if root == "" {
		root = "adam"
	}
	power1 := o.decayed(e, t, root+".power1", or(o.Beta1, 0.9))
	power2 := o.decayed(e, t, root+".power2", or(o.Beta2, 0.999))
	for _, p := range gradients.Wrt() {
		g, path := gradients.Of(p), p.Name()
		mean := o.moment(e, t, root+".mean."+path, or(o.Beta1, 0.9), g)
		square := o.moment(e, t, root+".square."+path, or(o.Beta2, 0.999), g.Mul(g))
		centred := mean.Div(spread(power1, p))
		scale := square.Div(spread(power2, p)).Sqrt().Add(p.Like(or(o.Epsilon, 1e-8)))
		kept := p
		if o.Decay != 0 {
			kept = p.Mul(spread(o.Rate.Like(1).Sub(o.Rate.Mul(o.Rate.Like(o.Decay))), p))
		}
		e.Assign(p, kept.Sub(centred.Div(scale).Mul(spread(o.Rate, p))))
	}
}

// decayed records the next power of a beta and returns one minus it.
func (o Adam) decayed(e *dsl.Entry, t *dsl.Tape, path string, beta float64) dsl.Value {
	power := t.State(path, dsl.Const(1))
	next := power.Mul(power.Like(beta))
	e.Assign(power, next)
	return next.Like(1).Sub(next)
}

// moment records the next running mean of a value.
func (o Adam) moment(e *dsl.Entry, t *dsl.Tape, path string, beta float64, v dsl.Value) dsl.Value {
	old := t.State(path, dsl.Const(0), v.Shape()...)
	next := old.Mul(old.Like(beta)).Add(v.Mul(v.Like(1 - beta)))
	e.Assign(old, next)
	return next
}

func or(setting, standard float64) float64 {
	if setting == 0 {
		return standard
	}
	return setting
}
