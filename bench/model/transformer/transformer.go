// Package transformer records a small decoder of letters with learned positions and causal attention (Vaswani et al., 2017; Radford et al., 2019).
package transformer

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/nn"
)

//go:generate go tool toposgen -o ../../generated/transformer

const layers, width, heads, length, letters = 4, 64, 4, 32, 65

// Record is the recording: a step of gradient descent on 32 texts of 32 letters, one of AdamW, and prediction on 1 and on 32.
func Record(t *dsl.Tape) {
	m := newModel(t)

	const batch = 32
	y := t.Labels("y", batch*length, letters)
	loss := nn.CrossEntropy(m.logits(t, batch).Reshape(batch*length, letters), y).Named("loss")
	grad := t.Differentiate(loss, m.parameters...)
	rate := t.Scalar("rate")
	t.Export("Train", dsl.Roots(loss).Update(nn.SGD{Rate: rate}, grad))
	t.Export("TrainAdamW", dsl.Roots(loss).Update(nn.Adam{Rate: rate, Decay: 0.01}, grad))

	for _, n := range []int{1, batch} {
		t.Export(fmt.Sprint("Predict", n), dsl.Roots(m.logits(t, n).Named("logits")))
	}
}

// model holds the parameters.
type model struct {
	letters, positions dsl.Value
	blocks             []block
	last               norm
	parameters         []dsl.Value
}

// block is one layer: attention and a perceptron, each behind a norm and beside a residual path.
type block struct {
	first, second          norm
	query, join, wide, out nn.Linear
}

func newModel(t *dsl.Tape) *model {
	init := normal{dsl.NewStream(1)}
	m := &model{
		letters:   t.Parameter("letters", init, letters, width),
		positions: t.Parameter("positions", init, length, width),
	}
	m.parameters = []dsl.Value{m.letters, m.positions}
	for i := range layers {
		path := fmt.Sprintf("block.%d.", i)
		b := block{
			first:  m.norm(t, path+"first"),
			query:  nn.NewLinear(t, path+"query", width, 3*width, init),
			join:   nn.NewLinear(t, path+"join", width, width, init),
			second: m.norm(t, path+"second"),
			wide:   nn.NewLinear(t, path+"wide", width, 4*width, init),
			out:    nn.NewLinear(t, path+"out", 4*width, width, init),
		}
		for _, l := range []nn.Linear{b.query, b.join, b.wide, b.out} {
			m.parameters = append(m.parameters, l.Parameters()...)
		}
		m.blocks = append(m.blocks, b)
	}
	m.last = m.norm(t, "last")
	return m
}

// logits records the whole network on a number of texts; the head is the table of letters again.
func (m *model) logits(t *dsl.Tape, batch int) dsl.Value {
	x := m.letters.Gather(t.Labels("x", batch, length, letters))
	h := x.Add(m.positions.BroadcastAlong(0, batch)).Reshape(batch*length, width)
	for _, b := range m.blocks {
		h = h.Add(b.join.Apply(attend(b.query.Apply(b.first.apply(h)), batch)))
		h = h.Add(b.out.Apply(b.wide.Apply(b.second.apply(h)).GeluTanh()))
	}
	return m.last.apply(h).MatMul(m.letters.Transpose()).Reshape(batch, length, letters)
}

// attend lets each position of a text take from those up to itself.
func attend(queries dsl.Value, batch int) dsl.Value {
	const each = width / heads
	part := func(i int) dsl.Value {
		return queries.Slice(1, i*width, (i+1)*width).Reshape(batch, length, heads, each).Permute(0, 2, 1, 3)
	}
	scores := part(0).MatMul(part(1).Transpose())
	scores = scores.Mul(scores.Like(1 / math.Sqrt(each))).Add(later(queries.Tape()).BroadcastTo(scores.Shape()...))
	return scores.Softmax(3).MatMul(part(2)).Permute(0, 2, 1, 3).Reshape(batch*length, width)
}

// later is minus infinity where the column comes after the row, else zero.
func later(t *dsl.Tape) dsl.Value {
	list := make([]float64, 0, length*length)
	for row := range length {
		for column := range length {
			x := 0.0
			if column > row {
				x = math.Inf(-1)
			}
			list = append(list, x)
		}
	}
	return t.Leaf(dsl.Values(list...), length, length)
}
