package proof

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/rows"
	"github.com/topos-go/topos/runtime/tensor"
)

// Program is a network to be graded.
type Program struct {
	Name string // a Go identifier: that of its package
	From string // the file that it was read from, or nothing
	Elem string // the name of the element of its slots: f32, f64, bf16, f16
	Seed uint64 // of the data that it is run on
	Net  *dsl.Network
}

// errNoProgram is what there is to say of a program without a network.
var errNoProgram = errors.New("there is no program\n\tfix: take one of Random or ReadCases, or set Net to what dsl.Record returned")

// Random makes the program of a seed. Equal seeds give equal programs. An error is a program that the tape refuses, which is a bug of the
// tape or of this generator.
func Random(seed uint64) (p *Program, err error) {
	return randomWith(seed, nil, rand.New(rand.NewPCG(seed, 0x656c656d)))
}

// randomWith makes a program that may hold a form, and whose entries may choose elements by a stream of their own.
func randomWith(seed uint64, form Form, others *rand.Rand) (p *Program, err error) {
	p = &Program{Name: "p" + strconv.FormatUint(seed, 10), Elem: "f32", Seed: seed}
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("seed %d: panic: %v", seed, value)
		}
	}()
	r := rand.New(rand.NewPCG(seed, 0x70726f6f66))
	switch r.IntN(16) {
	case 0, 1, 2, 3:
		p.Elem = "f64"
	case 4:
		p.Elem = "bf16"
	case 5:
		p.Elem = "f16"
	}
	g := &generator{Rand: r, others: others, form: form, appendix: newAppendix(seed, form), profile: profiles[weighted(r, profiles, func(p profile) int {
		if form != nil && p.rows > 0 {
			return 0 // a form knows no rows
		}
		return p.weight
	})]}
	if g.rows > 0 {
		p.Net, err = g.buckets()
	} else {
		p.Net, err = g.network(g.record)
	}
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", seed, err)
	}
	return p, nil
}

// profile is a kind of program.
type profile struct {
	weight  int
	ops     int   // about so many are recorded before differentiation
	volume  int   // of one value, at most
	cost    int   // of the forward part: elements written, multiply-adds of products
	extents []int // that axes have; a program takes a few of them
	long    []int // one of these is among a program's extents
	often   op.Op // is recorded first, and more often than its weight says
	rows    int   // of the bucket that stands for all; 0: not bucketed
}

var (
	ordinary = []int{1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 11, 13, 15, 16, 17, 23, 31, 32, 33, 40, 63, 64, 65, 130}
	small    = []int{1, 1, 2, 2, 3, 4, 5, 6}
)

// templateRows stands for the number of rows while a bucketed program is recorded. No other extent is equal to it.
const templateRows = 19

var profiles = []profile{
	{weight: 60, ops: 14, volume: 700, cost: 40_000, extents: ordinary},
	{weight: 12, ops: 40, volume: 150, cost: 30_000, extents: small, long: []int{7, 8, 9, 17}},
	{weight: 7, ops: 8, volume: 6_000, cost: 60_000, extents: []int{1, 2, 3, 4}, long: []int{511, 512, 513, 1024, 1025, 1537}, often: op.MatMul{}},                      // chunks of products
	{weight: 6, ops: 6, volume: 20_000, cost: 70_000, extents: []int{1, 1, 2, 3}, long: []int{4095, 4096, 4097, 8193}, often: op.SumAlong{}},                            // blocks of sums
	{weight: 2, ops: 4, volume: 40_000, cost: 120_000, extents: []int{1, 1, 2}, long: []int{16383, 16385, 20000}},                                                       // calls of assembly
	{weight: 3, ops: 2, volume: 140_000, cost: 12_000_000, extents: []int{6, 7, 12, 13, 16, 17, 48, 65, 70, 128, 130}, long: []int{512, 513, 1024}, often: op.MatMul{}}, // tiles of products
	{weight: 14, ops: 12, volume: 3_000, cost: 40_000, extents: []int{1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33}, rows: templateRows},
}

// generator records one program.
type generator struct {
	*rand.Rand
	others *rand.Rand // of the elements that entries choose; nil: none does
	profile
	t          *dsl.Tape
	menu       []int // the extents of this program
	numbers    []dsl.Value
	selections []dsl.Value
	first      dsl.Value // what is recorded often
	form       Form
	inside     dsl.Value // what the last node of the latest form is computed from
	spent      int
	names      int
	taken      map[string]bool
	row        map[dsl.Value]rows.Rows // of a bucketed program
	slot       map[dsl.Value]bool
	appendix   appendix
	precision  op.Precision // of the numbers of the pool
	narrow     []dsl.Value  // numbers of the element, while the pool is of wide ones
}

// chance is true once in n.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// weighted picks an index of the list.
func weighted[T any](r *rand.Rand, list []T, weight func(T) int) int {
	total := 0
	for _, x := range list {
		total += weight(x)
	}
	at := r.IntN(total)
	for i, x := range list {
		if at -= weight(x); at < 0 {
			return i
		}
	}
	panic("unreachable")
}

// pick takes one of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// forward records sources and ops.
func (g *generator) forward(t *dsl.Tape) {
	g.t, g.taken, g.row, g.slot = t, map[string]bool{}, map[dsl.Value]rows.Rows{}, map[dsl.Value]bool{}
	for range 4 {
		g.menu = append(g.menu, pick(g.Rand, g.extents))
	}
	if g.long != nil {
		g.menu = append(g.menu, pick(g.Rand, g.long))
	}
	if g.rows > 0 {
		g.menu = append(g.menu, g.rows)
	}
	for range 1 + g.IntN(4) {
		g.source(g.shape(g.IntN(5)))
	}
	if g.often != nil {
		makerOf(g.often).make(g)
		g.first = g.numbers[len(g.numbers)-1]
	}
	if g.form != nil {
		g.formed()
	}
	g.grow(1 + g.IntN(2*g.ops))
}

// grow records about n more ops.
func (g *generator) grow(n int) {
	for range n {
		if g.spent > g.cost {
			return
		}
		if g.form != nil && g.chance(5) {
			g.formed()
		}
		if g.chance(12) || g.volume > 6_000 && g.chance(4) {
			g.chain()
			continue
		}
		g.next().make(g)
	}
}

// formed records the form, and now and then lets others read what its last node is computed from.
func (g *generator) formed() {
	before := len(g.t.Derived())
	v := g.wanted(g.form(g.Rand, g.t, func(shape ...int) dsl.Value { return g.like(shape) }))
	g.spent += v.Shape().Volume()
	g.first = v
	_, in := g.t.Graph().Node(v.Index())
	g.inside = g.t.Value(pick(g.Rand, in))
	if typ := g.inside.Type(); g.inside.Index() < before || typ.Kind != op.Number || typ.Precision != op.Element {
		g.inside = v // an operand, or what cannot be read
	} else if g.chance(3) {
		g.admit(g.inside)
	}
	g.admit(v)
}

// next chooses a maker.
func (g *generator) next() maker {
	if g.often != nil && g.chance(3) {
		return makerOf(g.often)
	}
	return makers[weighted(g.Rand, makers, func(m maker) int { return m.weight })]
}

func makerOf(o op.Op) maker {
	return makers[slices.IndexFunc(makers, func(m maker) bool { return m.op.Name() == o.Name() })]
}

// chain records elementwise ops on one another, and sometimes their sum: what is fused.
func (g *generator) chain() {
	v := g.number()
	for range 8 { // where values may be long, a chain is: blocks of its sum are computed one by one
		if g.volume <= 6_000 || g.rows > 0 || v.Shape().Volume() > 4096 {
			break
		}
		v = g.number()
	}
	for range 2 + g.IntN(9) {
		switch o := pick(g.Rand, []op.Op{op.Add{}, op.Sub{}, op.Mul{}, op.Maximum{}, op.Neg{}, op.Tanh{}, op.Sigmoid{}}); o.Arity() {
		case 1:
			v = g.apply(o, v)
		default:
			other := g.like(v.Shape())
			if g.rows == 0 && g.chance(8) {
				other = g.flipped(v)
			}
			v = g.apply(o, v, other)
		}
	}
	if rank := v.Shape().Rank(); rank > 0 && g.rows == 0 && (g.chance(3) || v.Shape().Volume() > 4096) {
		g.apply(pick(g.Rand, []op.Op{op.Sum{}, op.SumAlong{Axis: rank - 1}}), v)
	}
}

// record is the recording function of a program that is not bucketed.
func (g *generator) record(t *dsl.Tape) {
	g.forward(t)
	if !g.chance(4) {
		g.differentiate()
	}
	g.grow(g.IntN(4))
	for range 1 + g.IntN(3) {
		g.entry()
	}
	g.append()
}

// shape draws a shape of the rank, from the program's extents, within the largest volume.
func (g *generator) shape(rank int) tensor.Shape {
	shape := make(tensor.Shape, rank)
	for i := range shape {
		shape[i] = g.extent(g.volume / max(1, shape[:i].Volume()))
	}
	g.Shuffle(rank, func(i, j int) { shape[i], shape[j] = shape[j], shape[i] })
	if g.rows > 0 {
		g.rowsFirst(shape)
	}
	return shape
}

// rowsFirst leaves the rows of a bucket at axis 0 alone: where inputs have them.
func (g *generator) rowsFirst(shape tensor.Shape) {
	for i, extent := range shape {
		if i > 0 && extent == g.rows {
			shape[i] = 2
		}
	}
	if len(shape) > 0 && !g.chance(4) {
		shape[0] = g.rows
	}
}

// extent draws one of the program's extents up to a bound.
func (g *generator) extent(most int) int {
	if e := pick(g.Rand, g.menu); e <= most {
		return e
	}
	if e := pick(g.Rand, g.menu); e <= most {
		return e
	}
	return 1
}

// number takes a value of the pool, more often a late one, and sometimes a view of it.
func (g *generator) number() dsl.Value {
	if len(g.numbers) == 0 {
		return g.source(g.shape(1 + g.IntN(3)))
	}
	at := g.IntN(len(g.numbers))
	if g.chance(2) {
		at = max(at, g.IntN(len(g.numbers)))
	}
	v := g.numbers[at]
	if g.chance(4) {
		return g.view(v)
	}
	return v
}

// ranked takes a number of at least so many axes.
func (g *generator) ranked(rank int) dsl.Value {
	for range 8 {
		if v := g.number(); v.Shape().Rank() >= rank {
			return v
		}
	}
	return g.source(g.shape(rank + g.IntN(4-min(rank, 3))))
}

// axis draws an axis of a value.
func (g *generator) axis(v dsl.Value) int {
	rank := v.Shape().Rank()
	if g.rows > 0 && rank > 1 {
		return 1 + g.IntN(rank-1)
	}
	if g.long != nil && g.chance(2) {
		for axis, extent := range v.Shape() {
			if slices.Contains(g.long, extent) {
				return axis
			}
		}
	}
	return g.IntN(rank)
}

// view reads a value in another order or repeats it.
func (g *generator) view(v dsl.Value) dsl.Value {
	shape := v.Shape()
	rank := shape.Rank()
	switch k := g.IntN(4); {
	case k == 0 && rank > 1:
		return g.apply(op.Permute{Order: g.order(rank)}, v)
	case k == 1 && rank < 4 && shape.Volume() < g.volume:
		if extent := g.extent(g.volume / shape.Volume()); extent != g.rows {
			return g.apply(op.BroadcastAlong{Axis: g.IntN(rank + 1), Extent: extent}, v)
		}
	case k == 2 && shape.Volume() == 1 && g.rows == 0:
		return g.apply(op.Broadcast{Shape: g.shape(g.IntN(4))}, v)
	}
	return g.reshaped(v)
}

// order draws a permutation. In a bucketed program it mostly leaves the rows in front.
func (g *generator) order(rank int) []int {
	if g.rows > 0 && !g.chance(8) {
		order := []int{0}
		for _, axis := range g.Perm(rank - 1) {
			order = append(order, axis+1)
		}
		return order
	}
	return g.Perm(rank)
}

// reshaped merges two axes, splits one, or adds or removes axes of one element.
func (g *generator) reshaped(v dsl.Value) dsl.Value {
	shape := v.Shape()
	first := 0
	if g.rows > 0 {
		if slices.Contains(shape, g.rows) {
			first = 1 // the rows stay as they are
		}
		if first == 1 && shape[0] != g.rows {
			return v
		}
	}
	rank := shape.Rank()
	switch at := first; g.IntN(3) {
	case 0:
		if rank-first >= 2 {
			at += g.IntN(rank - first - 1)
			shape = slices.Replace(shape, at, at+2, shape[at]*shape[at+1])
		}
	case 1:
		if rank > first && rank < 4 {
			at += g.IntN(rank - first)
			for _, d := range []int{2, 3, 5, 8, shape[at]} {
				if shape[at]%d == 0 && !g.chance(3) {
					shape = slices.Replace(shape, at, at+1, shape[at]/d, d)
					break
				}
			}
		}
	default:
		if rank < 4 {
			shape = slices.Insert(shape, at+g.IntN(rank-first+1), 1)
		}
	}
	if g.rows > 0 && slices.Contains(shape[min(first, len(shape)):], g.rows) {
		return v
	}
	return g.apply(op.Reshape{Shape: shape}, v)
}

// like takes or makes a number of the shape: a value of the pool, a view of one, or a source.
func (g *generator) like(shape tensor.Shape) dsl.Value {
	for range 12 {
		if len(g.numbers) == 0 {
			break
		}
		v := pick(g.Rand, g.numbers)
		if fit := g.fitted(v, shape); fit.Index() >= 0 {
			return fit
		}
	}
	return g.source(shape)
}

// fitted is a value as the shape wants it, or the zero Value.
func (g *generator) fitted(v dsl.Value, shape tensor.Shape) dsl.Value {
	have := v.Shape()
	switch {
	case have.Equal(shape):
		return v
	case have.Rank() == shape.Rank():
		order, rest := make([]int, len(shape)), slices.Clone(have)
		for i, extent := range shape {
			at := slices.Index(rest, extent)
			if at < 0 {
				break
			}
			order[i], rest[at] = at, -1
		}
		if !slices.ContainsFunc(rest, func(e int) bool { return e >= 0 }) {
			return g.apply(op.Permute{Order: order}, v)
		}
	case have.Rank()+1 == shape.Rank():
		for axis := range shape {
			if slices.Delete(slices.Clone(shape), axis, axis+1).Equal(have) {
				return g.apply(op.BroadcastAlong{Axis: axis, Extent: shape[axis]}, v)
			}
		}
	}
	switch {
	case have.Volume() == 1 && g.chance(2):
		return g.apply(op.Broadcast{Shape: shape}, v)
	case have.Volume() == shape.Volume() && g.rows == 0:
		return g.apply(op.Reshape{Shape: shape}, v)
	}
	return dsl.Value{}
}

// selection takes or makes a selection of the one-hot shape: of the pool, by ArgMax, or fed.
func (g *generator) selection(shape tensor.Shape) dsl.Value {
	if g.rows > 0 && (shape[0] != g.rows || len(shape) < 2 || holds(shape[1:], g.rows)) {
		return dsl.Value{}
	}
	if g.chance(2) {
		for _, v := range g.selections {
			if v.Shape().Equal(shape) {
				return v
			}
		}
	}
	if g.chance(3) {
		return g.apply(op.ArgMax{Axis: shape.Rank() - 1}, g.like(shape))
	}
	return g.labels(shape)
}
