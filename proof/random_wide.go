package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/tensor"
)

// appendix is what a program holds behind the rest, drawn from streams of its own: wide numbers, derivatives from a seed, a layer, strides.
type appendix struct {
	*rand.Rand
	wide, seeded bool
	sources      int        // of wide numbers: the first nodes of the tape
	layer        *rand.Rand // nil: none
	strides      *rand.Rand // nil: none
}

// newAppendix draws what the program of a seed has. A form is recorded for numbers of the element alone.
func newAppendix(seed uint64, form Form) appendix {
	a := appendix{Rand: rand.New(rand.NewPCG(seed, 0x77696465))}
	a.wide = a.IntN(5) == 0 && form == nil
	a.seeded = a.IntN(6) == 0
	a.layer, a.strides = seldom(seed, 0x6c61796572), seldom(seed, 0x73747269646573)
	return a
}

// seldom returns a stream of a program's for one program in twelve, and nil for the others.
func seldom(seed, stream uint64) *rand.Rand {
	if r := rand.New(rand.NewPCG(seed, stream)); r.IntN(12) == 0 {
		return r
	}
	return nil
}

// network records a program. Wide sources stand in front: no call records them, so a text declares them, and the recording continues its tape.
func (g *generator) network(recording func(t *dsl.Tape)) (*dsl.Network, error) {
	if !g.appendix.wide {
		return dsl.Record(recording)
	}
	declared, err := dsl.ReadText("wide.tape", strings.NewReader(g.wideSources()))
	if err != nil {
		return nil, err
	}
	return dsl.Reopen(declared, recording)
}

// wideSources draws the text of a tape of wide sources: an input, a state, and up to three others.
func (g *generator) wideSources() string {
	a := &g.appendix
	kinds := []string{"Input", "State"}
	for range a.IntN(4) {
		kinds = append(kinds, pick(a.Rand, []string{"Input", "Parameter", "State"}))
	}
	a.sources = len(kinds)
	var b strings.Builder
	fmt.Fprintf(&b, "tape %d\n", tape.Version)
	for k, kind := range kinds {
		shape := make(tensor.Shape, a.IntN(4))
		for i := range shape {
			shape[i] = pick(a.Rand, g.extents)
			if shape[:i+1].Volume() > min(g.volume, 2000) {
				shape[i] = 1
			}
		}
		if kind == "Input" && g.rows > 0 && len(shape) > 0 {
			shape[0] = g.rows
		}
		fmt.Fprintf(&b, "node %d %s type=wide%s", k, kind, strings.ReplaceAll(shape.String(), " ", ""))
		if kind != "Input" || g.rows == 0 && a.IntN(3) == 0 {
			fill := pick(a.Rand, []float64{0, 1, -1, 0.1, 1.0 / 3, 1 + 0x1p-20, 1e3})
			fmt.Fprintf(&b, " fill=const(%s)", strconv.FormatFloat(fill, 'g', -1, 64))
		}
		fmt.Fprintf(&b, " name=wide%d\n", k)
	}
	b.WriteString("end\n")
	return b.String()
}

// append records the appendix of a program that is not bucketed.
func (g *generator) append() {
	if g.appendix.layer != nil {
		g.layerEntry()
	}
	if g.appendix.strides != nil {
		g.strides()
	}
	if g.appendix.seeded {
		g.Rand, g.spent = g.appendix.Rand, 0
		g.seeded()
		g.entry()
	}
	if !g.appendix.wide {
		return
	}
	g.widened()
	if g.chance(2) {
		g.differentiate()
	} else {
		g.seeded()
	}
	for range 1 + g.IntN(2) {
		g.entry()
	}
}

// widened computes with wide numbers. From here on the pool is theirs.
func (g *generator) widened() {
	g.narrow = g.numbers
	g.Rand, g.precision, g.numbers, g.spent, g.cost = g.appendix.Rand, op.Wide, nil, 0, g.cost/4
	for k := range g.appendix.sources {
		v := g.t.Value(op.Ref(k))
		o, _ := g.t.Graph().Node(k)
		_, input := o.(op.Input)
		g.slot[v], g.row[v] = !input, rows.Free(0)
		if input && holds(v.Shape(), g.rows) {
			g.row[v] = rows.Rows{}
		}
		g.admit(v)
	}
	for range min(3, len(g.narrow)) {
		g.apply(op.Widen{}, pick(g.Rand, g.narrow))
	}
	g.grow(2 + g.IntN(12))
}

// entered puts a source into the pool; where that is of wide numbers, its widened form.
func (g *generator) entered(v dsl.Value) dsl.Value {
	if g.precision == op.Wide {
		v = g.hidden(op.Widen{}, v)
	}
	g.admit(v)
	return v
}

// seeded records the derivative of a value of any shape from a seed, by values of the pool and, of wide numbers, now and then by one of the element.
func (g *generator) seeded() {
	target := g.number()
	for range 4 {
		if target.Shape().Rank() > 0 {
			break
		}
		target = g.number()
	}
	seed := g.like(target.Shape())
	g.adjoin(g.t.Vjp(target, seed, g.some(1+g.IntN(4))...))
}

// adjoin puts recorded gradients into the pool.
func (g *generator) adjoin(adjoints dsl.Adjoints) {
	g.wanted(adjoints.Target())
	for _, v := range adjoints.Gradients() {
		g.wanted(v)
		g.spent += v.Index() - g.numbers[0].Index() // gradients are long: each node counts at least for one
		g.admit(v)
	}
}

// mixed adds a number of the element to a list of wide ones, now and then.
func (g *generator) mixed(list []dsl.Value) []dsl.Value {
	if g.precision == op.Wide && len(g.narrow) > 0 && g.chance(3) {
		if v := pick(g.Rand, g.narrow); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
