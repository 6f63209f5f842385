package main

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// sample is an op with attributes, the operands that it is applied to, and why it is an op: what real recordings use it for that no composition of
// others gives with these bits or at this cost.
type sample struct {
	op       op.Op
	operands string // a letter each, see record
	purpose  string
}

// samples are in alphabetical order.
var samples = []sample{
	{op.Add{}, "xy", "biases, residual connections, and the sum of a gradient's contributions"},
	{op.ArgMax{Axis: 1}, "x", "greedy decoding and accuracy; the place that a gradient of `MaxAlong` goes to"},
	{op.Broadcast{Shape: tensor.Shape{4, 6}}, "n", "one number for a whole shape: a rate, a temperature"},
	{op.BroadcastAlong{Axis: 1, Extent: 6}, "r", "a bias for every row, a mean for every column, without a copy"},
	{op.Concat{Axis: 1}, "xy", "joined features and heads, in one pass instead of a pad and a sum per operand"},
	{op.Cos{}, "x", "rotary and sinusoidal positions; the derivative of `Sin`"},
	{op.CumSum{Axis: 1}, "x", "running totals and scans, in one pass instead of a product with a triangle"},
	{op.Div{}, "xy", "means and normalisations, rounded once"},
	{op.Equal{}, "xy", "masks of padding and of classes"},
	{op.Erf{}, "x", "exact Gelu, and Gaussian distributions"},
	{op.ErfDerivative{}, "x", "the derivative of `Erf`, whose tail no composition keeps"},
	{op.Exp{}, "x", "rates, likelihoods and variances kept on a logarithmic scale"},
	{op.Expm1{}, "x", "Elu and small growth rates, accurate near zero"},
	{op.Fold{Axis: 1, Size: 2, Step: 1, Dilation: 1, Extent: 3}, "f", "transposed convolutions; the gradient of `Unfold`"},
	{op.Gather{}, "ws", "embeddings: rows of a table by index"},
	{op.Less{}, "xy", "causal and threshold masks that hold back infinities, which `Step` cannot"},
	{op.LessEqual{}, "xy", "masks that include equality and answer false to NaN"},
	{op.Ln{}, "p", "likelihoods and entropies"},
	{op.Log1p{}, "p", "Softplus and small ratios, accurate near zero"},
	{op.LogSoftmax{Axis: 1}, "x", "log-probabilities that stay finite where a probability underflows"},
	{op.LogSumExp{Axis: 1}, "x", "cross-entropy and partition functions without overflow"},
	{op.MatMul{}, "xw", "dense layers, attention, and convolutions over unfolded windows"},
	{op.MaxAlong{Axis: 1}, "x", "max pooling, and the shift of a stable softmax"},
	{op.Maximum{}, "xy", "Relu and clipping from below, NaN kept"},
	{op.Minimum{}, "xy", "clipping from above in one pass instead of three"},
	{op.Mul{}, "xy", "gates, masks, squares and scales"},
	{op.Narrow{Axis: 1, Start: 1, Len: 3}, "x", "splits of a fused projection, and crops, without a copy"},
	{op.Neg{}, "x", "signs of gradients and of likelihoods, exact"},
	{op.Pad{Axis: 1, Start: 1, FullExtent: 9}, "x", "borders of convolutions; the gradient of `Narrow`"},
	{op.Permute{Order: []int{1, 0}}, "x", "transposed operands and attention heads"},
	{op.Powf{}, "pq", "schedules, gamma curves and p-norms with a recorded exponent"},
	{op.PutAlong{Axis: 1}, "rs", "one-hot forms of a selection; the gradient of `TakeAlong`"},
	{op.Reshape{Shape: tensor.Shape{6, 4}}, "x", "heads, patches and flattening, without a copy"},
	{op.Round{}, "v", "the end of a computation in the accumulator, rounded once"},
	{op.Rsqrt{}, "p", "layer and RMS normalisation, rounded once"},
	{op.Scatter{}, "xs", "histograms and segment sums; the gradient of `Gather`"},
	{op.Sigmoid{}, "x", "gates and binary probabilities, without overflow"},
	{op.Sin{}, "x", "rotary and sinusoidal positions; the derivative of `Cos`"},
	{op.Softmax{Axis: 1}, "x", "attention and class probabilities, shifted so that nothing overflows"},
	{op.Sqrt{}, "p", "norms and the scale of Adam, rounded once"},
	{op.Step{}, "xy", "spikes and indicator numbers; the derivative of `Maximum`"},
	{op.Sub{}, "xy", "errors, centring and steps"},
	{op.Sum{}, "x", "losses: all elements in the fixed order of the numerics"},
	{op.SumAlong{Axis: 1}, "x", "means, norms, pooling and the gradient of a bias"},
	{op.TakeAlong{Axis: 1}, "xs", "the labelled class of cross-entropy, and chosen actions"},
	{op.Tanh{}, "x", "bounded activations and recurrent cells"},
	{op.Unfold{Axis: 1, Size: 2, Step: 2, Dilation: 1}, "x", "windows of convolutions and pooling"},
	{op.Where{}, "mxy", "masks of attention: what is not chosen leaves no trace, not even a NaN"},
	{op.Widen{}, "x", "sums that need the accumulator's precision beyond one op"},
}

// record applies the op to parameters: x, y [4, 6], w [6, 4], positive p, q [4, 6], n [], r [4], f [4, 2, 2], wide v, selection s [4, 6], mask m. It
// returns the parameters that it is differentiated by.
func (s sample) record(t *dsl.Tape) (value dsl.Value, wrt []dsl.Value) {
	ramp := func(from, step float64, n int) dsl.Initial {
		list := make([]float64, n)
		for i := range list {
			list[i] = from + step*float64(i)
		}
		return dsl.Values(list...)
	}
	parameter := func(name string, from, step float64, shape ...int) dsl.Value {
		v := t.Parameter(name, ramp(from, step, tensor.Shape(shape).Volume()), shape...)
		wrt = append(wrt, v)
		return v
	}
	var refs []op.Ref
	for _, letter := range s.operands {
		var v dsl.Value
		switch letter {
		case 'x':
			v = parameter("x", -1, 0.09, 4, 6)
		case 'y':
			v = parameter("y", 0.9, -0.07, 4, 6)
		case 'w':
			v = parameter("w", -0.5, 0.04, 6, 4)
		case 'p':
			v = parameter("p", 0.5, 0.1, 4, 6)
		case 'q':
			v = parameter("q", 1.5, 0.05, 4, 6)
		case 'n':
			v = parameter("n", 0.7, 0)
		case 'r':
			v = parameter("r", 0.3, 0.2, 4)
		case 'f':
			v = parameter("f", 0.3, 0.2, 4, 2, 2)
		case 'v':
			v = parameter("v", 0.3, 0.2, 4, 6).Widen()
		case 's':
			v = t.State("chosen", ramp(1, 0.5, 24), 4, 6).ArgMax(1)
		case 'm':
			c := t.State("compared", ramp(-2, 0.2, 24), 4, 6)
			v = c.Less(c.Like(0))
		}
		refs = append(refs, v.Ref())
	}
	return t.Value(op.Apply(t.Rules(), s.op, refs...)), wrt
}

// origins lists the nodes whose derivative rules recorded the nodes from the given one on.
func origins(net *dsl.Network, from int) []int {
	var list []int
	for i := from; i < net.Len(); i++ {
		list = append(list, net.Node(i).Source.Origin)
	}
	return list
}
