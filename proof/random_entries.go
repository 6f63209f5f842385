package proof

import (
	"slices"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/tensor"
)

// differentiate records a gradient, and now and then the gradient of that.
func (g *generator) differentiate() {
	for order := 0; order < 2; order++ {
		if g.spent > 2*g.cost || len(g.numbers) == 0 || order == 1 && !g.chance(3) {
			return
		}
		g.adjoin(g.t.Differentiate(g.scalar(), g.some(1+g.IntN(4))...))
	}
}

// scalar makes a scalar of late numbers.
func (g *generator) scalar() dsl.Value {
	v := g.numbers[max(g.IntN(len(g.numbers)), g.IntN(len(g.numbers)))]
	if g.chance(3) {
		v = g.apply(op.Mul{}, v, g.like(v.Shape()))
	}
	if v.Shape().Rank() == 0 {
		return v
	}
	if g.chance(4) {
		for v.Shape().Rank() > 0 {
			v = g.apply(op.SumAlong{Axis: g.IntN(v.Shape().Rank())}, v)
		}
		return v
	}
	return g.apply(op.Sum{}, v)
}

// some takes different numbers of the pool.
func (g *generator) some(n int) []dsl.Value {
	var list []dsl.Value
	for range n {
		if v := pick(g.Rand, g.numbers); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return g.mixed(list)
}

// readable takes a value of any kind, with a name.
func (g *generator) readable() dsl.Value {
	pool := g.numbers
	if len(g.selections) > 0 && g.chance(6) {
		pool = g.selections
	}
	if g.precision == op.Wide && len(g.narrow) > 0 && g.chance(4) {
		pool = g.narrow
	}
	v := pool[max(g.IntN(len(pool)), g.IntN(len(pool)), g.IntN(len(pool)))]
	if pool[0].Type().Kind == op.Number && g.chance(6) {
		v = g.view(v)
	}
	return g.readableAs(v)
}

// readableAs gives a value a name where it has none.
func (g *generator) readableAs(v dsl.Value) dsl.Value {
	if v.Name() == "" {
		v = v.Named(g.name("r"))
	}
	return g.wanted(v)
}

// entry exports roots, observed interiors and assignments.
func (g *generator) entry() {
	var roots, observes []dsl.Value
	if (g.often != nil || g.form != nil) && g.chance(2) {
		roots = append(roots, g.readableAs(g.first))
		if g.form != nil && g.chance(3) && g.inside != g.first {
			observes = append(observes, g.readableAs(g.inside))
		}
	}
	for range 1 + g.IntN(3) {
		if v := g.readable(); !slices.Contains(roots, v) {
			roots = append(roots, v)
		}
	}
	for range g.IntN(3) {
		observes = append(observes, g.readable())
	}
	assigns := g.assigns()
	for _, a := range assigns {
		if len(roots) < 4 && g.chance(5) && !slices.Contains(roots, a.Value) {
			if a.Value.Name() == "" {
				a.Value.Named(g.name("r"))
			}
			roots = append(roots, a.Value)
		}
	}
	if len(assigns) > 0 && g.chance(8) {
		roots, observes = nil, nil
	}
	e := dsl.Roots(roots...).Observe(observes...)
	for _, a := range assigns {
		e.Assign(a.Slot, a.Value)
	}
	g.recompute(e)
	if len(assigns) == 0 {
		if chosen := g.other(); chosen != "" {
			e.Element(chosen)
		}
	}
	if g.others != nil && g.others.IntN(4) == 0 {
		e.Fast()
	}
	g.t.Export(pick(g.Rand, []string{"Train", "Predict", "Go", "Step_"})+strconv.Itoa(g.IntN(1_000_000)), e)
}

// other is the element that an entry chooses, or nothing: every third chooses, and every fourth another element than the package's.
func (g *generator) other() string {
	if g.others == nil || g.others.IntN(3) > 0 {
		return ""
	}
	return pick(g.others, []string{"f32", "f64", "bf16", "f16"})
}

// recompute makes a few of the values that an entry computes boundaries, more often where there is a gradient to pass them.
func (g *generator) recompute(e *dsl.Entry) {
	var boundaries []dsl.Value
	every, rarely, derived := 2+g.IntN(20), 12, g.t.Derived()
	for i, wanted := range g.t.Ancestors(e.Wanted()...) {
		if wanted && g.chance(every) {
			boundaries = append(boundaries, g.t.Value(op.Ref(i)))
		}
		if wanted && derived[i] {
			rarely = 2
		}
	}
	if rarely > 2 {
		boundaries = nil // without a gradient they are an error
	}
	if g.chance(rarely) {
		e.Recompute(boundaries...)
	}
}

// assigns gives some slots new values: updates of themselves, each other's values, views of themselves, anything that fits.
func (g *generator) assigns() []dsl.Assign {
	var slots []dsl.Value
	for _, v := range g.numbers {
		if g.slot[v] && !slices.Contains(slots, v) {
			slots = append(slots, v)
		}
	}
	if len(slots) == 0 || g.chance(3) {
		return nil
	}
	var list []dsl.Assign
	assigned := func(slot dsl.Value) bool {
		return slices.ContainsFunc(list, func(a dsl.Assign) bool { return a.Slot == slot })
	}
	for _, slot := range slots {
		if assigned(slot) || g.chance(3) {
			continue
		}
		switch g.IntN(6) {
		case 0:
			for _, other := range slots {
				if other != slot && !assigned(other) && other.Shape().Equal(slot.Shape()) {
					list = append(list, dsl.Assign{Slot: other, Value: slot}, dsl.Assign{Slot: slot, Value: other})
					break
				}
			}
		case 1:
			if v := g.flipped(slot); v != slot {
				list = append(list, dsl.Assign{Slot: slot, Value: v})
			}
		case 2:
			list = append(list, dsl.Assign{Slot: slot, Value: g.like(slot.Shape())})
		default:
			o := pick(g.Rand, []op.Op{op.Sub{}, op.Add{}, op.Mul{}})
			list = append(list, dsl.Assign{Slot: slot, Value: g.apply(o, slot, g.like(slot.Shape()))})
		}
	}
	return list
}

// flipped exchanges two axes of equal extents, or adds a value to itself so exchanged.
func (g *generator) flipped(v dsl.Value) dsl.Value {
	shape := v.Shape()
	for i := range shape {
		for k := i + 1; k < len(shape); k++ {
			if shape[i] == shape[k] && shape[i] > 1 {
				order := g.identity(len(shape))
				order[i], order[k] = k, i
				f := g.apply(op.Permute{Order: order}, v)
				if g.chance(2) {
					f = g.apply(op.Sub{}, v, f)
				}
				return f
			}
		}
	}
	return v
}

// rowRoots adds up to three values of the pool that hold rows.
func (g *generator) rowRoots(roots []int) []int {
	for range 1 + g.IntN(3) {
		var pool []dsl.Value
		for _, v := range slices.Concat(g.numbers, g.selections) {
			if g.row[v].Axis == 0 {
				pool = append(pool, v)
			}
		}
		if len(pool) == 0 {
			x := g.source(tensor.Shape{g.rows, 1 + g.IntN(17)})
			pool = append(pool, g.apply(op.Tanh{}, x))
		}
		v := pool[max(g.IntN(len(pool)), g.IntN(len(pool)))]
		if v.Name() == "" {
			v.Named(g.name("r"))
		}
		if !slices.Contains(roots, v.Index()) {
			roots = append(roots, v.Index())
		}
	}
	return roots
}

// buckets records a program over a number of rows that stands for all, and makes one entry of it for each bucket.
func (g *generator) buckets() (*dsl.Network, error) {
	var roots []int
	net, err := g.network(func(t *dsl.Tape) {
		g.forward(t)
		roots = g.rowRoots(roots)
		if g.appendix.layer != nil {
			roots = append(roots, g.layer().Index())
		}
		if g.appendix.wide {
			g.widened()
			roots = g.rowRoots(roots)
		}
	})
	if err != nil {
		return nil, err
	}
	x, err := parse(net.Text())
	if err != nil {
		return nil, err
	}
	marked := net.Ancestors(roots...)
	fed := false
	for i, n := range x.nodes {
		fed = fed || marked[i] && (n.op == "Input" || n.op == "Labels") && holds(n.shape(), g.rows)
	}
	if !fed { // an entry without rows is no bucket
		x.entries = append(x.entries, entryLine{name: "Predict", roots: roots})
		return x.network()
	}
	sizes := pick(g.Rand, [][]int{{1}, {4}, {17}, {1, 8}, {3, 7}, {1, 2, 16}, {2, 33}})
	x = x.instances("Predict", roots, marked, g.rows, sizes)
	chosen := g.other()
	for k := range x.entries {
		x.entries[k].element = chosen
	}
	return x.network()
}
