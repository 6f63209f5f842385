package proof

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// Mode is a mode of differentiation, graded over float64 by random programs. Each of its functions that is set is handed the rules of a run, whose refs
// below the graph's length are the nodes, and a scalar node. A derivative must be the engine's own or, where rounding tells them apart, what a
// difference of two runs says; and at least every fourth program must have one that such a difference confirms.
type Mode struct {
	// Gradient returns the derivative of the target by each of some nodes, or op.None where it does not depend on them.
	Gradient func(r op.Rules, g op.Graph, target op.Ref, by []op.Ref) []op.Ref
	// Slope returns how fast the target moves when the given sources move along their tangents: the scalar product with the gradient.
	Slope func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref
	// Curvature returns how fast the slope itself moves: the tangents on both sides of the matrix of second derivatives.
	Curvature func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref
}

// Bounds of what rounding may do to a derivative, and of what a difference tells.
const (
	modeTolerance  = 1e-9
	stableQuotient = 1e-3
)

func (s Mode) grade(g *grading) {
	g.Helper()
	programs := g.random(nil, func(p *Program) { p.Elem = "f64" })
	confirmed := map[string]bool{}
	g.inProcess(programs, "derivative", func(p *Program) error {
		for target := p.Net.Len() - 1; target >= 0; target-- {
			t := p.Net.Node(target).Type
			if t.Kind != op.Number || t.Precision != op.Element || t.Shape.Rank() > 0 || p.Net.Derived()[target] {
				continue
			}
			at, err := newScalar(p, target)
			if err != nil || at == nil {
				return err
			}
			sure, err := s.check(at)
			if sure {
				confirmed[p.Name] = true
			}
			return err
		}
		return nil
	})
	g.Logf("differences confirm derivatives of %d of %d programs", len(confirmed), len(programs))
	if 4*len(confirmed) < len(programs) {
		g.Errorf("differences confirm derivatives of %d of %d programs, want at least every fourth", len(confirmed), len(programs))
	}
}

// scalar is a scalar of a program where its sources have certain values, with a direction to move them in.
type scalar struct {
	p         *Program
	target    int
	data      *data[float64, float64]
	run       *interp.Run[float64, float64]
	by        []int // the sources that can move
	direction [][]float64
	gradient  [][]float64 // the engine's
}

// newScalar runs a program; it returns nil where the scalar depends on nothing that can move.
func newScalar(p *Program, target int) (*scalar, error) {
	d, err := newData(p, num.F64{}, draw.Ordinary)
	if err != nil {
		return nil, err
	}
	s := &scalar{p: p, target: target, data: d}
	random := rand.New(rand.NewPCG(p.Seed, 2))
	for i, above := range p.Net.Ancestors(target) {
		n := p.Net.Node(i)
		switch n.Op.(type) {
		case op.Input, op.Parameter, op.State:
			if above && n.Type.Precision == op.Element {
				s.by = append(s.by, i)
				direction := make([]float64, n.Type.Shape.Volume())
				for k := range direction {
					direction[k] = random.NormFloat64()
				}
				s.direction = append(s.direction, direction)
			}
		}
	}
	if len(s.by) == 0 {
		return nil, nil
	}
	s.run, s.gradient, err = s.moved(0)
	return s, err
}

// moved runs the program where all sources are moved so far along the direction, and differentiates it by the engine.
func (s *scalar) moved(step float64) (*interp.Run[float64, float64], [][]float64, error) {
	p := s.p
	x, err := newData(p, num.F64{}, draw.Ordinary)
	if err != nil {
		return nil, nil, err
	}
	for k, i := range s.by {
		list, fed := x.feeds[p.Net.Value(i)]
		if !fed {
			if list, err = x.slots.Of(p.Net.Value(i)); err != nil {
				return nil, nil, err
			}
		}
		for j := range list {
			list[j] += step * s.direction[k][j]
		}
	}
	run, err := x.run()
	if err != nil {
		return nil, nil, err
	}
	field := run.Backward(p.Net.Value(s.target))
	var gradient [][]float64
	for _, i := range s.by {
		list, err := field.Of(p.Net.Value(i))
		if err != nil {
			return nil, nil, err
		}
		gradient = append(gradient, list)
	}
	return run, gradient, nil
}

// along is the scalar product of a gradient with the direction, and the sum of its terms' sizes.
func (s *scalar) along(gradient [][]float64) (product, size float64) {
	for k, list := range gradient {
		for j, x := range list {
			product += float64(x * s.direction[k][j])
			size += math.Abs(x * s.direction[k][j])
		}
	}
	return product, size
}

// quotient is a central difference of a quantity; it is stable where half the step says the same.
func (s *scalar) quotient(of func(run *interp.Run[float64, float64], gradient [][]float64) (float64, error)) (value float64, stable bool, err error) {
	var q [2]float64
	for k, step := range []float64{1e-4, 0.5e-4} {
		var side [2]float64
		for j, sign := range []float64{1, -1} {
			run, gradient, err := s.moved(sign * step)
			if err != nil {
				return 0, false, err
			}
			if side[j], err = of(run, gradient); err != nil {
				return 0, false, err
			}
		}
		q[k] = (side[0] - side[1]) / (2 * step)
	}
	return q[1], math.Abs(q[0]-q[1]) <= stableQuotient/10*math.Abs(q[1]) && q[1] != 0, nil
}

// value reads the scalar.
func (s *scalar) value(run *interp.Run[float64, float64], _ [][]float64) (float64, error) {
	list, err := run.Of(s.p.Net.Value(s.target))
	if err != nil {
		return 0, err
	}
	return list[0], nil
}

// slope is the engine's slope.
func (s *scalar) slope(_ *interp.Run[float64, float64], gradient [][]float64) (float64, error) {
	product, _ := s.along(gradient)
	return product, nil
}

// check compares all that the mode offers. It is sure where a stable difference has confirmed something.
func (m Mode) check(s *scalar) (sure bool, err error) {
	want, size := s.along(s.gradient)
	if !finite(want) {
		return false, nil
	}
	if m.Gradient != nil {
		got, err := m.gradient(s)
		if err != nil {
			return false, err
		}
		for k, list := range s.gradient {
			for j, w := range list {
				if x := got[k][j]; !near(x, w, modeTolerance*size) {
					return false, fmt.Errorf("the gradient by node %d differs at [%d]: %v, the engine's is %v", s.by[k], j, x, w)
				}
			}
		}
	}
	difference, stable, err := s.quotient(s.value)
	if err != nil {
		return false, err
	}
	sure = stable && m.Gradient != nil && near(want, difference, stableQuotient*math.Abs(difference))
	if m.Slope != nil {
		got, err := directional(s, m.Slope)
		if err != nil {
			return false, err
		}
		confirmed := stable && near(got, difference, stableQuotient*math.Abs(difference))
		if !confirmed && !near(got, want, modeTolerance*size) {
			return false, fmt.Errorf("the slope is %v; the engine's is %v, a difference says %v", got, want, difference)
		}
		sure = sure || confirmed
	}
	if m.Curvature == nil {
		return sure, nil
	}
	bend, stable, err := s.quotient(s.slope)
	if err != nil || !stable {
		return sure, err
	}
	got, err := directional(s, m.Curvature)
	if err != nil {
		return false, err
	}
	if !near(got, bend, stableQuotient*math.Abs(bend)) {
		return false, fmt.Errorf("the curvature is %v; a difference of slopes says %v", got, bend)
	}
	return true, nil
}

// gradient asks the mode for the gradient.
func (m Mode) gradient(s *scalar) ([][]float64, error) {
	r := s.run.Rules()
	refs := make([]op.Ref, len(s.by))
	for k, i := range s.by {
		refs[k] = op.Ref(i)
	}
	given := m.Gradient(r, s.p.Net.Graph(), op.Ref(s.target), refs)
	if len(given) != len(refs) {
		return nil, fmt.Errorf("the gradient by %d nodes has %d parts", len(refs), len(given))
	}
	lists := make([][]float64, len(refs))
	for k, ref := range given {
		lists[k] = make([]float64, len(s.direction[k]))
		if ref == op.None {
			continue
		}
		list, err := r.Values(ref)
		if err != nil {
			return nil, err
		}
		if len(list) != len(lists[k]) {
			return nil, fmt.Errorf("the gradient by node %d has %d elements, want %d", s.by[k], len(list), len(lists[k]))
		}
		lists[k] = list
	}
	return lists, r.Err()
}

// directional asks a mode for a derivative along the direction.
func directional(s *scalar, mode func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref) (float64, error) {
	r := s.run.Rules()
	tangents := map[op.Ref]op.Ref{}
	for k, i := range s.by {
		tangents[op.Ref(i)] = r.Hold(s.direction[k], op.Ref(i))
	}
	ref := mode(r, s.p.Net.Graph(), op.Ref(s.target), tangents)
	if err := r.Err(); err != nil || ref == op.None {
		return 0, err
	}
	list, err := r.Values(ref)
	if err != nil {
		return 0, err
	}
	if len(list) != 1 {
		return 0, fmt.Errorf("a derivative along a direction has %d elements, want 1", len(list))
	}
	return list[0], nil
}

func finite(x float64) bool { return x-x == 0 }

func near(x, y, within float64) bool { return math.Abs(x-y) <= within }
