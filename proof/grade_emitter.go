package proof

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// Emitter is graded by random programs: it must write each, the whole tape and each entry, twice with the same bytes, and leave the network as it was.
// What a Parser reads back must be the same network; what an Evaluator computes must be what the interpreter does.
type Emitter struct {
	Emitter emit.Emitter
	// Partial allows errors for what the format cannot express. Then nothing may have been written, and every fourth program must be.
	Partial bool
	// Ulps is by how many units in the last place of the element results of an Evaluator may differ.
	Ulps uint64
}

// Parser is an emitter whose text, of a whole tape, can be read back.
type Parser interface {
	Parse(text []byte) (*dsl.Network, error)
}

// Evaluator is an emitter whose text, of an entry, can be computed: from the elements of inputs, labels and slots, by their names, to those of roots.
type Evaluator interface {
	Evaluate(text []byte, values map[string][]float64) (map[string][]float64, error)
}

func (s Emitter) grade(g *grading) {
	g.Helper()
	written := map[string]bool{}
	programs := g.random(nil, plain32)
	g.inProcess(programs, "emit", func(p *Program) error {
		before := p.Net.Text()
		whole, err := s.emit(emit.Reading{Net: p.Net, Elem: p.Elem})
		if err != nil {
			return err
		}
		if parser, ok := s.Emitter.(Parser); ok && whole != nil {
			again, err := parser.Parse(whole)
			if err != nil {
				return fmt.Errorf("its own text is refused: %w", err)
			}
			if again.Text() != before {
				return errors.New("the text reads back as another network")
			}
		}
		for _, e := range p.Net.Entries() {
			text, err := s.emit(emit.Reading{Net: p.Net, Plan: plan.New(p.Net, e), Elem: p.Elem})
			if err != nil {
				return fmt.Errorf("%s: %w", e.Name, err)
			}
			if text == nil {
				continue
			}
			written[p.Name] = true
			if evaluator, ok := s.Emitter.(Evaluator); ok {
				if err := s.evaluate(evaluator, p, e, text); err != nil {
					return fmt.Errorf("%s: %w", e.Name, err)
				}
			}
		}
		if p.Net.Text() != before {
			return errors.New("the network was changed")
		}
		return nil
	})
	n := 0
	for _, p := range programs {
		if written[p.Name] {
			n++
		}
	}
	g.Logf("%s: wrote %d of %d programs", s.Emitter.Name(), n, len(programs))
	if 4*n < len(programs) {
		g.Errorf("%s wrote %d of %d programs, want at least every fourth", s.Emitter.Name(), n, len(programs))
	}
}

// emit writes a reading twice. It returns nil where the format cannot express it.
func (s Emitter) emit(r emit.Reading) ([]byte, error) {
	var first, second bytes.Buffer
	err := s.Emitter.Emit(&first, r)
	again := s.Emitter.Emit(&second, r)
	switch {
	case err != nil && s.Partial && first.Len() == 0 && again != nil && again.Error() == err.Error():
		return nil, nil
	case err != nil && s.Partial && first.Len() > 0:
		return nil, fmt.Errorf("refused after something was written: %w", err)
	case err != nil:
		return nil, err
	case again != nil:
		return nil, fmt.Errorf("the second time: %w", again)
	case !bytes.Equal(first.Bytes(), second.Bytes()):
		return nil, errors.New("two texts of one reading differ")
	case first.Len() == 0:
		return nil, errors.New("nothing was written")
	}
	return first.Bytes(), nil
}

func (s Emitter) evaluate(by Evaluator, p *Program, e *dsl.Entry, text []byte) error {
	if p.Elem == "f64" {
		return evaluated(by, p, e, text, num.F64{}, s.Ulps)
	}
	return evaluated(by, p, e, text, num.F32{}, s.Ulps)
}

// evaluated compares the roots of an entry.
func evaluated[E float32 | float64, W any](by Evaluator, p *Program, e *dsl.Entry, text []byte, a num.Arithmetic[E, W], ulps uint64) error {
	for _, r := range draw.Rounds {
		d, err := newData(p, a, r)
		if err != nil {
			return err
		}
		values := map[string][]float64{} // names are unique among what one entry reads
		for i, above := range p.Net.Ancestors(e.Wanted()...) {
			if list, drawn := d.values[i]; above && drawn {
				values[p.Net.Node(i).Name] = list
			}
		}
		got, err := by.Evaluate(text, values)
		if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
		run, err := d.m.RunEntry(e, d.slots, d.feeds, d.wides, d.labels)
		if err != nil {
			return err
		}
		for _, v := range e.Roots() {
			if v.Type().Kind != op.Number {
				continue
			}
			want, err := exact(run.Field(), v, a)
			if err != nil {
				return err
			}
			list := got[v.Name()]
			if len(list) != len(want) {
				return fmt.Errorf("%s: %s has %d elements, want %d", r, v.Name(), len(list), len(want))
			}
			for i := range want {
				if x := E(list[i]); distance(x, E(want[i])) > ulps {
					return fmt.Errorf("%s: %s differs at [%d]: %v, want %v", r, v.Name(), i, x, want[i])
				}
			}
		}
	}
	return nil
}

// distance counts the numbers from one to the other; NaN is a class of its own.
func distance[E float32 | float64](x, y E) uint64 {
	if x != x || y != y {
		if x != x && y != y {
			return 0
		}
		return math.MaxUint64
	}
	order := func(v E) int64 {
		var bits int64
		if narrow, ok := any(v).(float32); ok {
			bits = int64(int32(math.Float32bits(narrow)))
			if bits < 0 {
				return math.MinInt32 - bits
			}
			return bits
		}
		if bits = int64(math.Float64bits(float64(v))); bits < 0 {
			return math.MinInt64 - bits
		}
		return bits
	}
	a, b := order(x), order(y)
	if a == b && math.Signbit(float64(x)) != math.Signbit(float64(y)) {
		return 1 // zeros of both signs
	}
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}
